/** `schedlab explain`: why a task waited, in a simulation or in a recorded trace. */
import {
  type ExplainQuery,
  type Explanation,
  explainRecording,
  explainWorkload,
  explanationLines,
} from "../explain/index.js";
import { importableKind } from "../import/import.js";
import { type OpenedSource, openSource } from "../import/source.js";
import { readRecording } from "../recording/index.js";
import { schedulers } from "../simulation.js";
import { formatProblem } from "../workload/index.js";
import { chooseSchedulers } from "./choose-schedulers.js";
import { UsageError } from "./errors.js";
import { exitCodes } from "./exit-codes.js";
import { loadOpenedWorkload } from "./load-workload.js";
import { instant, waitCount } from "./option-values.js";
import { writeErr, writeOut, writeOutChunks } from "./process-life.js";
import { createProgress, type Progress } from "./progress.js";
import { formatShare } from "./quantities.js";
import { openInput } from "./read-input.js";
import { checkRunOptions, type TypedRunOptions } from "./run-options.js";
import { columnsOf } from "./terminal.js";
import { printable, wrapText } from "./text-width.js";

/** As the command line parser hands them over. */
export interface TypedExplainOptions extends Omit<TypedRunOptions, "scheduler" | "format" | "trace" | "timeline"> {
  readonly task: string;
  readonly at?: string;
  readonly waits?: string;
  readonly scheduler?: string;
  readonly format: "text" | "json";
}

/** Runs the command; the answer is the exit status. */
export async function explain(path: string, typed: TypedExplainOptions): Promise<number> {
  const query: ExplainQuery = {
    task: typed.task,
    ...(typed.at === undefined ? {} : { atNs: instant(typed.at) }),
    ...(typed.waits === undefined ? {} : { waits: waitCount(typed.waits) }),
  };
  const progress = createProgress({ quiet: typed.quiet === true });
  const { name, pieces } = openInput(path);
  const source = await openSource(pieces, name);
  const explanation =
    typed.scheduler === undefined && isRecording(source, name)
      ? await explainRecording(shown(readRecording(source.pieces, { file: name }), name, progress), query, name)
      : await explainSimulation(source, name, query, typed, progress);
  progress.clear();
  await print(explanation, typed.format);
  return exitCodes.success;
}

/** Throws SchedlabError for a file that is neither. */
function isRecording({ recognised }: OpenedSource, file: string): boolean {
  return recognised.kind !== "workload" && importableKind(recognised, file) !== "rt-app";
}

async function explainSimulation(
  source: OpenedSource,
  file: string,
  query: ExplainQuery,
  { scheduler, task, at, waits, format, ...typed }: TypedExplainOptions,
  progress: Progress,
): Promise<Explanation> {
  const options = checkRunOptions({
    ...typed,
    ...(scheduler === undefined ? {} : { scheduler: [scheduler] }),
    format: "json",
  });
  const [chosen, another] = chooseSchedulers(options.schedulers, await schedulers());
  if (chosen === undefined || another !== undefined) {
    throw new UsageError(`--scheduler ${scheduler}: expected one scheduler; its rules are what is explained`);
  }
  const workload = await loadOpenedWorkload(source, file, options.overrides, progress);
  if (!options.quiet) for (const warning of workload.warnings) writeErr(`schedlab: ${formatProblem(warning)}\n`);
  return explainWorkload(workload, query, {
    scheduler: chosen.scheduler.id,
    tunables: Object.fromEntries(options.tunables),
    ...(options.seed === undefined ? {} : { seed: options.seed }),
    ...(options.long === undefined ? {} : { long: options.long }),
    onProgress: (share) => progress.show(`${chosen.scheduler.id}  ${formatShare(share)} of ${workload.name}`),
  });
}

/** The same batches, with progress. */
async function* shown<Batch extends readonly unknown[]>(
  batches: AsyncIterable<Batch>,
  name: string,
  progress: Progress,
): AsyncGenerator<Batch> {
  let events = 0;
  for await (const batch of batches) {
    events += batch.length;
    progress.show(`reading ${name}  ${(events / 1e6).toFixed(1)} M events`);
    yield batch;
  }
}

async function print(explanation: Explanation, format: "text" | "json"): Promise<void> {
  if (format === "json") {
    const exact = (_: string, value: unknown) => (typeof value === "bigint" ? String(value) : value);
    await writeOutChunks([`${JSON.stringify(explanation, exact, 2)}\n`]);
    return;
  }
  const width = columnsOf(process.stdout);
  const lines = explanationLines(explanation).flatMap((line) => wrapped(printable(line), width));
  writeOut(`${lines.join("\n")}\n`);
}

/** Further lines stand deeper than the first. */
function wrapped(line: string, width: number): string[] {
  const indent = " ".repeat(line.length - line.trimStart().length);
  const [first = "", ...more] = wrapText(line.trimStart(), width - indent.length - 2);
  return [indent + first, ...more.map((rest) => `${indent}  ${rest}`)];
}
