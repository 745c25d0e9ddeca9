/** An rt-app workload as one of schedlab's: its sections, and what was understood. */
import { DEFAULT_DURATION_NS } from "../../workload/document.js";
import { MAX_NAME_LENGTH } from "../../workload/limits.js";
import { quote } from "../../workload/source/tree.js";
import type { WorkloadDocument } from "../document.js";
import { durationText } from "../durations.js";
import type { Imported, ImportFact, ImportOptions } from "../importer.js";
import { EVENT_PREFIXES } from "./events.js";
import { type RtAppGlobal, readGlobal } from "./global.js";
import { readLenientJson } from "./read-json.js";
import { type Located, RtAppReader } from "./reader.js";
import { type RtAppTask, readTask } from "./tasks.js";
import { numberThreads, type Thread, ThreadWriter } from "./threads.js";

/** @throws WorkloadError with line and column of every mistake. */
export function importRtApp(text: string, options: ImportOptions): Imported {
  const { file, lastWins = false } = options;
  const reader = new RtAppReader(file, lastWins);
  const { root, rest } = readLenientJson(text, file);
  if (rest !== null) {
    reader.remark({ place: rest, path: "" }, "what stands behind the end of the document is not read, as by rt-app");
  }
  const top: Located = { key: "", place: root.place, path: "", value: root };
  const sections = reader.object(top, "an rt-app workload") ?? [];
  const globalSection = sections.find(({ key }) => key === "global");
  const global = readGlobal(globalSection, reader);
  const tasks = readTasks(sections, top, global, reader);
  remarkOtherSections(sections, reader);
  reader.problems.throwIfErrors();

  const threads = chooseThreads(tasks, top, options, reader);
  const writer = new ThreadWriter(tasks, threads, global.defaultPolicy, reader);
  const documents = writer.documents();
  const created = [...writer.created];
  const document: WorkloadDocument = {
    name: nameOf(file),
    about: `Imported from the rt-app workload${file === undefined ? "" : ` ${baseName(file)}`}.`,
    machine: { cpus: cpuCount(created) },
    duration: durationText(durationOf(global, globalSection ?? top, reader)),
    tasks: documents,
  };
  reader.remarks.report(reader.problems);
  reader.problems.throwIfErrors();
  const facts = factsOf(created, tasks.length, document, global);
  return { kind: "rt-app", document, facts, warnings: reader.problems.sorted() };
}

function readTasks(
  sections: readonly Located[],
  top: Located,
  { defaultPolicy }: RtAppGlobal,
  reader: RtAppReader,
): readonly RtAppTask[] {
  const section = sections.find(({ key }) => key === "tasks");
  if (section === undefined) {
    if (top.value?.kind === "object") reader.error(top, `"tasks" is missing; expected an object of tasks`);
    return [];
  }
  const members = reader.object(section, "tasks");
  if (members?.length === 0) reader.error(section, 'found no task in "tasks"; expected at least one');
  return (members ?? []).flatMap((member) => readTask(member, defaultPolicy, reader) ?? []);
}

function remarkOtherSections(sections: readonly Located[], reader: RtAppReader): void {
  for (const section of sections) {
    // Newer versions of rt-app find the resources by themselves.
    if (["tasks", "global", "resources"].includes(section.key)) continue;
    const again = /^(tasks|global)\d+$/.exec(section.key)?.[1];
    const message =
      again === undefined
        ? `the section ${quote(section.key)} is unknown: ignored`
        : `only the first "${again}" is read`;
    reader.remark(section, message);
  }
}

/** Those that were asked for, by the name of the thread or of its task. */
function chooseThreads(tasks: readonly RtAppTask[], top: Located, options: ImportOptions, reader: RtAppReader) {
  const all = numberThreads(tasks, reader);
  reader.problems.throwIfErrors();
  const wanted = options.tasks ?? (() => true);
  const threads = all.filter(({ name, task }: Thread) => wanted(name) || wanted(task.name));
  const names = tasks.map(({ name }) => quote(name)).join(", ");
  if (all.length === 0) reader.error(top, `no thread is created: ${names} have "instance" 0`);
  else if (threads.length === 0) reader.error(top, `no task has a name that was asked for; there are ${names}`);
  reader.problems.throwIfErrors();
  return threads;
}

function durationOf(global: RtAppGlobal, at: Located, reader: RtAppReader): number {
  if (global.durationSeconds !== null) return global.durationSeconds * 1e9;
  const message = `the file sets no end ("duration"): ${durationText(DEFAULT_DURATION_NS)} are taken`;
  reader.remark(at, message, "schedlab run --duration 30s, or change it in the imported workload");
  return DEFAULT_DURATION_NS;
}

/** As many CPUs as the file names. */
function cpuCount(tasks: readonly RtAppTask[]): number {
  const said = tasks.flatMap(({ scheduling, phases }) => [scheduling, ...phases.map((phase) => phase.scheduling)]);
  return 1 + said.reduce((highest, { cpus }) => Math.max(highest, ...(cpus ?? [])), 0);
}

/** `tasks`: those that are created, of `all` of the file. */
function factsOf(
  tasks: readonly RtAppTask[],
  all: number,
  { machine, duration, tasks: threads }: WorkloadDocument,
  { withoutEffect }: RtAppGlobal,
): readonly ImportFact[] {
  const phases = tasks.flatMap((task) => task.phases);
  const events = phases.flatMap((phase) => phase.events);
  const counts = EVENT_PREFIXES.map((kind) => [kind, events.filter((event) => event.kind === kind).length] as const);
  const runUs = events.reduce((sum, event) => sum + ("us" in event && event.kind !== "sleep" ? event.us : 0), 0);
  const some = tasks.length === all ? `${all}` : `${tasks.length} of ${all}`;
  return [
    { name: "tasks", value: `${some}, as ${threads.length} ${threads.length === 1 ? "thread" : "threads"}` },
    { name: "phases", value: phases.length },
    {
      name: "events",
      value: counts.flatMap(([kind, count]) => (count === 0 ? [] : [`${kind} ${count}`])).join(", ") || "none",
    },
    { name: "run time", value: `${runUs} us in one pass over each phase` },
    { name: "CPUs", value: `${machine.cpus}, by the highest that the file names (schedlab run --cpus)` },
    { name: "duration", value: duration },
    ...(withoutEffect.length === 0 ? [] : [{ name: "without effect", value: withoutEffect.join(", ") }]),
  ];
}

/** Of the file without its endings. */
function nameOf(file: string | undefined): string {
  const name = file === undefined ? "" : baseName(file).replace(/(\.json5?)?(\.gz)?$/i, "");
  return name === "" ? "rt-app" : name.slice(0, MAX_NAME_LENGTH);
}

function baseName(file: string): string {
  return /[^/\\]*$/.exec(file)?.[0] ?? file;
}
