/** An rt-app workload as one of schedlab's: sections, threads with rt-app's names, and what was understood. */
import { DEFAULT_DURATION_NS } from "../../workload/document.js";
import { MAX_TASKS } from "../../workload/limits.js";
import { quote } from "../../workload/source/tree.js";
import type { ChildDocument, TaskDocument } from "../document.js";
import { durationText } from "../durations.js";
import type { Imported, ImportFact, ImportOptions } from "../importer.js";
import { EVENT_PREFIXES } from "./events.js";
import { type RtAppGlobal, readGlobal } from "./global.js";
import { initialAttributes, microseconds, programOf, type Surroundings, takesTime } from "./program.js";
import { readLenientJson } from "./read-json.js";
import { type Located, RtAppReader } from "./reader.js";
import type { Attributes } from "./scheduling.js";
import { type RtAppTask, readTask } from "./tasks.js";

/** All threads of rt-app are of one process. */
const ADDRESS_SPACE = "rt-app";

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
  const global = readGlobal(
    sections.find(({ key }) => key === "global"),
    reader,
  );
  const tasks = readTasks(sections, top, reader);
  remarkOtherSections(sections, reader);
  reader.problems.throwIfErrors();

  const threads = numberThreads(tasks).filter(({ task, name }) => wanted(task.name, name, options));
  if (threads.length === 0) refuseNoThreads(top, tasks, options, reader);
  const documents = documentsOf(threads, tasks, global, reader);
  const durationNs = durationOf(global, sections, top, reader);
  reader.remarks.report(reader.problems);
  reader.problems.throwIfErrors();

  const name = file === undefined ? "rt-app" : baseName(file);
  const cpus = cpuCount(tasks);
  return {
    kind: "rt-app",
    document: {
      name: name.replace(/\.json$/i, "") || "rt-app",
      about: `Imported from the rt-app workload${file === undefined ? "" : ` ${name}`}.`,
      machine: { cpus },
      duration: durationText(durationNs),
      tasks: documents,
    },
    facts: factsOf(tasks, documents.length, cpus, durationText(durationNs), global),
    warnings: reader.problems.sorted(),
  };
}

function readTasks(sections: readonly Located[], top: Located, reader: RtAppReader): readonly RtAppTask[] {
  const section = sections.find(({ key }) => key === "tasks");
  if (section === undefined) {
    if (top.value?.kind === "object") reader.error(top, `"tasks" is missing; expected an object of tasks`);
    return [];
  }
  const tasks = (reader.object(section, "tasks") ?? []).map((member) => readTask(member, reader));
  return tasks.filter((task) => task !== undefined);
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

interface Thread {
  /** `<task>-<index>`; the index counts through all threads of the file. */
  readonly name: string;
  readonly task: RtAppTask;
}

function numberThreads(tasks: readonly RtAppTask[]): readonly Thread[] {
  const threads: Thread[] = [];
  for (const task of tasks) {
    for (let instance = 0; instance < task.instances && threads.length < MAX_TASKS; instance += 1) {
      threads.push({ name: `${task.name}-${threads.length}`, task });
    }
  }
  return threads;
}

function wanted(taskName: string, threadName: string, { tasks }: ImportOptions): boolean {
  return tasks === undefined || tasks(taskName) || tasks(threadName);
}

function refuseNoThreads(top: Located, tasks: readonly RtAppTask[], options: ImportOptions, reader: RtAppReader): void {
  const all = tasks.map(({ name }) => quote(name)).join(", ");
  if (tasks.length === 0) reader.error(top, 'found no task in "tasks"; expected at least one');
  else if (options.tasks === undefined) reader.error(top, `no thread is created: all of ${all} have "instance" 0`);
  else reader.error(top, `no task has a name that was asked for; there are ${all}`);
}

function documentsOf(
  threads: readonly Thread[],
  tasks: readonly RtAppTask[],
  { defaultPolicy }: RtAppGlobal,
  reader: RtAppReader,
): readonly TaskDocument[] {
  const byName = new Map(tasks.map((task) => [task.name, task]));
  /** Tasks whose programs are being written, outermost first: a task that forks itself would have no end. */
  const open: RtAppTask[] = [];
  const forks = new Map<RtAppTask, number>();
  const around: Surroundings = {
    reader,
    defaultPolicy,
    barrierParties: countBarrierParties(threads),
    child(event, parent) {
      const task = byName.get(event.name);
      if (task === undefined) {
        reader.error(event.located, `there is no task ${quote(event.name)} to fork`);
        return undefined;
      }
      if (open.includes(task)) {
        const message = `the task ${quote(task.name)} forks itself, over and over: this fork is left out`;
        reader.remark(event.located, message);
        return undefined;
      }
      const number = forks.get(task) ?? 0;
      forks.set(task, number + 1);
      return write(task, () => childDocument(task, parent, `${threadName(task, threads)}-${number}`, around));
    },
  };
  const write = <Written>(task: RtAppTask, document: () => Written): Written => {
    open.push(task);
    const written = document();
    open.pop();
    return written;
  };
  // Threads of one task have the same program.
  const written = new Map<RtAppTask, Omit<TaskDocument, "name">>();
  return threads.map(({ name, task }) => {
    let document = written.get(task);
    if (document === undefined) {
      document = write(task, () => threadDocument(task, around));
      written.set(task, document);
    }
    return { name, ...document };
  });
}

function threadName(task: RtAppTask, threads: readonly Thread[]): string {
  return threads.find((thread) => thread.task === task)?.name ?? `${task.name}-${threads.length}`;
}

function threadDocument(task: RtAppTask, around: Surroundings): Omit<TaskDocument, "name"> {
  return {
    ...attributesDocument(initialAttributes(task, around)),
    ...(task.delayUs === 0 ? {} : { start: microseconds(task.delayUs) }),
    ...(task.scheduling.cpus === undefined ? {} : { affinity: task.scheduling.cpus }),
    mm: ADDRESS_SPACE,
    loop: loopOf(task, around.reader),
    program: programOf(task, around),
  };
}

/** A child says everything itself, since it would have the rest from its parent. */
function childDocument(task: RtAppTask, parent: RtAppTask, name: string, around: Surroundings): ChildDocument {
  const program = programOf(task, around);
  const loop = loopOf(task, around.reader);
  const before = [
    ...(task.scheduling.cpus === undefined && parent.scheduling.cpus !== undefined ? [{ affinity: null }] : []),
    ...(task.delayUs === 0 ? [] : [{ sleep: microseconds(task.delayUs) }]),
  ];
  const count = loop === true ? ("forever" as const) : Number(loop || 1);
  return {
    name,
    nice: 0,
    policy: "normal",
    ...attributesDocument(initialAttributes(task, around)),
    ...(task.scheduling.cpus === undefined ? {} : { affinity: task.scheduling.cpus }),
    mm: ADDRESS_SPACE,
    ...(before.length === 0
      ? { loop, program }
      : { loop: false, program: [...before, { repeat: { count, program } }] }),
  };
}

function attributesDocument({ policy, nice, rtprio }: Attributes): Pick<TaskDocument, "policy" | "nice" | "rtprio"> {
  return {
    ...(nice === 0 ? {} : { nice }),
    ...(policy === "normal" ? {} : { policy }),
    ...(rtprio === 0 ? {} : { rtprio }),
  };
}

function loopOf(task: RtAppTask, reader: RtAppReader): boolean | number {
  if (task.loop === 1) return false;
  const turns = task.phases.filter(({ loop }) => loop !== 0);
  const stands = !turns.some(({ events }) => takesTime(events));
  if (!stands) return task.loop === "forever" ? true : task.loop;
  reader.remark(task.located, "a round of this task takes no time that is modelled: played once");
  return false;
}

/** As many as there are threads that name it, or rather, times that they do. */
function countBarrierParties(threads: readonly Thread[]): ReadonlyMap<string, number> {
  const parties = new Map<string, number>();
  for (const { task } of threads) {
    for (const { events } of task.phases) {
      for (const event of events) {
        if (event.kind === "barrier") parties.set(event.name, (parties.get(event.name) ?? 0) + 1);
      }
    }
  }
  return parties;
}

function durationOf(global: RtAppGlobal, sections: readonly Located[], top: Located, reader: RtAppReader): number {
  if (global.durationSeconds !== null) return global.durationSeconds * 1e9;
  const section = sections.find(({ key }) => key === "global") ?? top;
  const message = `the file sets no end ("duration"): ${durationText(DEFAULT_DURATION_NS)} are taken`;
  reader.remark(section, message, "schedlab run --duration 30s, or change it in the imported workload");
  return DEFAULT_DURATION_NS;
}

/** As many CPUs as the file names. */
function cpuCount(tasks: readonly RtAppTask[]): number {
  const named = tasks.flatMap(({ scheduling, phases }) => [scheduling, ...phases.map((phase) => phase.scheduling)]);
  return 1 + named.reduce((highest, { cpus }) => Math.max(highest, ...(cpus ?? [])), 0);
}

function factsOf(
  tasks: readonly RtAppTask[],
  threads: number,
  cpus: number,
  duration: string,
  { withoutEffect }: RtAppGlobal,
): readonly ImportFact[] {
  const events = tasks.flatMap(({ phases }) => phases.flatMap((phase) => phase.events));
  const counts = EVENT_PREFIXES.map((kind) => [kind, events.filter((event) => event.kind === kind).length] as const);
  const runUs = events.reduce(
    (sum, event) => sum + (event.kind === "run" || event.kind === "runtime" ? event.us : 0),
    0,
  );
  const phases = tasks.reduce((sum, task) => sum + task.phases.length, 0);
  return [
    { name: "tasks", value: `${tasks.length}, as ${threads} ${threads === 1 ? "thread" : "threads"}` },
    { name: "phases", value: phases },
    {
      name: "events",
      value: counts.flatMap(([kind, count]) => (count === 0 ? [] : [`${kind} ${count}`])).join(", ") || "none",
    },
    { name: "run time", value: `${runUs} us in one pass over each phase` },
    { name: "CPUs", value: `${cpus}, the highest that the file names; --cpus of schedlab run changes it` },
    { name: "duration", value: duration },
    ...(withoutEffect.length === 0 ? [] : [{ name: "without effect", value: withoutEffect.join(", ") }]),
  ];
}

function baseName(file: string): string {
  return /[^/\\]*$/.exec(file)?.[0] ?? file;
}
