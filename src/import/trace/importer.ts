/**
 * Recorded traces as files that can be imported: kernel text in all its spellings, perf, systrace, Perfetto, Chrome.
 */
import { SchedlabError } from "../../errors.js";
import { frameOfStack, type RecordedEvent, type RecordingFindings, RecordingReader } from "../../recording/index.js";
import type {
  FileHead,
  Imported,
  Importer,
  ImportKind,
  ImportOptions,
  ImportSession,
  ImportWindow,
} from "../importer.js";
import { readJsonHead } from "../json-head.js";
import { behaviourOf } from "./behaviour.js";
import { type BuiltDocument, buildDocument, withoutControls } from "./build-document.js";
import { type ConversionWindow, type ConvertedRecording, TraceConverter } from "./converter.js";
import { conversionFacts, seconds } from "./facts.js";
import { conversionWarnings } from "./warnings.js";

export const traceImporter: Importer = {
  kinds: ["ftrace", "perf", "systrace", "chrome", "perfetto"],
  recognise: recogniseTrace,
  begin: (kind, options) => new TraceSession(kind, options),
};

/** The kinds of recordings in the words of `--as`. */
const KINDS: Readonly<Record<NonNullable<RecordingFindings["kind"]>, ImportKind>> = {
  ftrace: "ftrace",
  "trace-cmd": "ftrace",
  schedlab: "ftrace",
  perf: "perf",
  systrace: "systrace",
  perfetto: "perfetto",
  chrome: "chrome",
};

/** Outermost keys of Chrome's traces, and those of their events where the events are all there is. */
const CHROME_KEYS = ["traceEvents", "systemTraceEvents", "displayTimeUnit", "otherData", "ph"];

/**
 * A trace is what the reader of traces understands something of; JSON, which it takes for Chrome's, needs a closer
 * look.
 */
function recogniseTrace({ bytes, text, complete }: FileHead): ImportKind | null {
  const json = readJsonHead(text);
  if (json !== null) return CHROME_KEYS.some((key) => json.keys.has(key)) ? "chrome" : null;
  const reader = new RecordingReader();
  try {
    reader.push(bytes);
    if (complete) reader.end();
  } catch (error) {
    if (!(error instanceof SchedlabError)) throw error;
  }
  const { kind, otherKind } = reader.findings;
  if (kind !== null) return KINDS[kind];
  return otherKind !== null && isMostlyRecords(reader.findings) ? KINDS[otherKind] : null;
}

/**
 * Scheduling may begin later in a recording than is looked at here, behind samples of the CPU's counters, say. A line of
 * another text that happens to look like such a record makes no recording of it.
 */
function isMostlyRecords({ otherEvents, skipped }: RecordingFindings): boolean {
  let records = 0;
  for (const count of otherEvents.values()) records += count;
  let others = 0;
  for (const [reason, { count }] of skipped) if (reason !== frameOfStack) others += count;
  return records > others;
}

/** Machines of schedlab have no more. */
const MAX_CPUS = 64;

class TraceSession implements ImportSession {
  readonly #kind: ImportKind;
  readonly #options: ImportOptions;
  readonly #file: string;
  readonly #reader: RecordingReader;
  #converter: TraceConverter | null = null;

  constructor(kind: ImportKind, options: ImportOptions) {
    this.#kind = kind;
    this.#options = options;
    this.#file = options.file ?? "the trace";
    this.#reader = new RecordingReader({ file: this.#file });
  }

  push(bytes: Uint8Array): void {
    this.#convert(this.#reader.push(bytes));
  }

  finish(): Imported {
    this.#convert(this.#reader.end());
    const { findings } = this.#reader;
    const recording = this.#converter?.finish();
    if (recording === undefined) throw new SchedlabError(`${this.#file}: holds no scheduling events`);
    this.#checkWindow(recording, findings);
    const cpus = machineCpus(recording, findings);
    const { tasks = () => true } = this.#options;
    const span = seconds(recording.endNs - recording.beginNs);
    const built = buildDocument(recording, {
      name: this.#name(),
      about: `What the tasks of a recording of ${span} s did: bursts, sleeps, and who woke whom.`,
      cpus,
      tasks,
    });
    this.#checkTasks(built, recording);
    const found = { findings, recording, built, cpus };
    return {
      kind: findings.kind === null ? this.#kind : KINDS[findings.kind],
      document: built.document,
      recorded: behaviourOf(recording, built.taken),
      facts: conversionFacts(found),
      warnings: conversionWarnings(found, this.#options.file),
    };
  }

  #convert(events: readonly RecordedEvent[]): void {
    const [first] = events;
    if (first === undefined) return;
    this.#converter ??= new TraceConverter(this.#window(first));
    for (const event of events) this.#converter.add(event);
  }

  #window(first: RecordedEvent): ConversionWindow {
    const { fromNs = null, toNs = null, onClock = false }: Partial<ImportWindow> = this.#options.window ?? {};
    const originNs = onClock ? -this.#reader.findings.originSeconds * 1e9 : first.timeNs;
    return {
      fromNs: fromNs === null ? Number.NEGATIVE_INFINITY : originNs + fromNs,
      toNs: toNs === null ? Number.POSITIVE_INFINITY : originNs + toNs,
    };
  }

  /** The file's name without folders and endings. */
  #name(): string {
    const name = withoutControls(this.#file.split(/[/\\]/).at(-1) ?? "");
    return (
      name.replace(/(\.(txt|trace|html|json|gz|pftrace|systrace|perf|ftrace|tsv))+$/i, "").slice(0, 100) || "trace"
    );
  }

  #checkWindow({ beginNs, endNs }: ConvertedRecording, { firstNs, lastNs, originSeconds }: RecordingFindings): void {
    if (beginNs < endNs || this.#options.window === undefined || firstNs === null || lastNs === null) return;
    const span = `lasts ${seconds(lastNs - firstNs)} s, from ${seconds(firstNs, originSeconds)} on its clock`;
    throw new SchedlabError(`${this.#file}: the window lies outside of the recording, which ${span}`);
  }

  #checkTasks({ document, leftOut, inactive }: BuiltDocument, { counts }: ConvertedRecording): void {
    if (document.tasks.length > 0) return;
    const switches = counts.events.get("switch") ?? 0;
    const nobody = `none of its ${leftOut} tasks is wanted`;
    const nothing = `its ${switches} switches hold no slice of which both ends are known (${inactive} tasks seen)`;
    const names = "names are such as bash or bash-1234; patterns with * go in quotes";
    const longer = "record for longer, and the whole machine: perf record -e 'sched:*' -a";
    const why = leftOut > 0 ? `${nobody}\n  hint: ${names}` : `${nothing}\n  hint: ${longer}`;
    throw new SchedlabError(`${this.#file}: no task to make a workload of: ${why}`);
  }
}

function machineCpus({ highestCpu }: ConvertedRecording, { machineCpus }: RecordingFindings): number {
  return Math.min(MAX_CPUS, Math.max(highestCpu + 1, machineCpus ?? 0));
}
