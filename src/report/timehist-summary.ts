/** The summaries of a scheduling history as `perf sched timehist --summary` (6.1) prints them, to the character. */
import type { CpuId, Nanoseconds } from "../engine/types.js";
import { milliseconds, threadLabel } from "./spelling.js";
import type { HistoryTotals, TaskHistory } from "./timehist.js";

/**
 * `run`: how often and how long each task ran. `wait`: what it waited for. `idle`: how long CPUs were idle after it.
 */
export type SummaryKind = "run" | "wait" | "idle";

export interface SummaryOptions {
  readonly kind: SummaryKind;
  /** CPUs of the machine where that is known; else those that the recording has shown. */
  readonly cpus?: number | undefined;
  /** Only the tasks: totals over all would mislead where some are left out. */
  readonly tasksOnly?: boolean;
}

const titles: Readonly<Record<SummaryKind, readonly string[]>> = {
  run: [
    "Runtime summary",
    "                          comm  parent   sched-in     run-time    min-run     avg-run     max-run  stddev  migrations",
    "                                          (count)       (msec)     (msec)      (msec)      (msec)       %",
  ],
  wait: [
    "Wait-time summary",
    "                          comm  parent   sched-in     run-time      sleep      iowait     preempt       delay",
    "                                          (count)       (msec)     (msec)      (msec)      (msec)       (msec)",
  ],
  idle: [
    "Idle-time summary",
    "                          comm  parent  sched-out    idle-time   min-idle    avg-idle    max-idle  stddev  migrations",
    "                                          (count)       (msec)     (msec)      (msec)      (msec)       %",
  ],
};

/** The lines, without newlines. */
export function* summaryLines(history: HistoryTotals, options: SummaryOptions): Generator<string, void, undefined> {
  const tasks = history.tasks();
  const line = options.kind === "wait" ? waitLine : runLine;
  yield "";
  yield* titles[options.kind];
  yield "-".repeat(117);
  yield* lines(
    tasks.filter(({ exited }) => !exited),
    line,
    "<no still running tasks>",
  );
  const terminated = tasks.filter(({ exited }) => exited);
  if (terminated.length > 0 || options.tasksOnly === true || tasks.length === 0) {
    yield "";
    yield "Terminated tasks:";
    yield* lines(terminated, line, "<no terminated tasks>");
  }
  if (options.tasksOnly !== true) yield* totals(history, tasks, options);
}

function* lines(
  tasks: readonly TaskHistory[],
  line: (task: TaskHistory) => string,
  nobody: string,
): Generator<string, void, undefined> {
  if (tasks.length === 0) yield nobody;
  for (const task of tasks) yield line(task);
}

function runLine(task: TaskHistory): string {
  const { runs, migrations } = task;
  return [
    begin(task),
    milliseconds(runs.minNs).padStart(11),
    milliseconds(runs.meanNs).padStart(12),
    milliseconds(runs.maxNs).padStart(12),
    runs.relativeErrorPercent.toFixed(2).padStart(8),
    String(migrations).padStart(8),
  ].join("");
}

function waitLine(task: TaskHistory): string {
  const { sleepNs, uninterruptibleNs, preemptedNs, delayNs } = task;
  return [
    begin(task),
    milliseconds(sleepNs).padStart(11),
    ...[uninterruptibleNs, preemptedNs, delayNs].map((ns) => milliseconds(ns).padStart(12)),
    " ",
  ].join("");
}

/** Name, parent, count and time. */
function begin({ name, pid, parentPid, runs }: TaskHistory): string {
  return [
    threadLabel(name, pid).padStart(30),
    String(parentPid ?? -1).padStart(8),
    String(runs.count).padStart(11),
    milliseconds(runs.totalNs).padStart(13),
  ].join("");
}

function* totals(history: HistoryTotals, tasks: readonly TaskHistory[], options: SummaryOptions) {
  const { switches, spanNs, idle } = summaryTotals(history, options);
  const runNs = tasks.reduce((sum, { runs }) => sum + runs.totalNs, 0);
  yield "";
  yield "Idle stats:";
  for (const { cpu, idleNs } of idle) yield idleLine(cpu, idleNs, spanNs);
  yield "";
  yield `    Total number of unique tasks: ${tasks.length}`;
  yield `Total number of context switches: ${switches}`;
  yield `           Total run time (msec): ${milliseconds(runNs, 2)} `;
  yield `    Total scheduling time (msec): ${milliseconds(spanNs, 2)}  (x ${idle.length})`;
}

export interface SummaryTotals {
  readonly tasks: number;
  readonly switches: number;
  readonly spanNs: Nanoseconds;
  /** 0 too where a CPU was idle throughout: nothing happened on it then. */
  readonly idle: readonly { readonly cpu: CpuId; readonly idleNs: Nanoseconds }[];
  readonly chainBreaks: number;
}

/** What stands below the tables, as figures. */
export function summaryTotals(history: HistoryTotals, { cpus }: Pick<SummaryOptions, "cpus">): SummaryTotals {
  const { switches, spanNs, chainBreaks } = history;
  return { tasks: history.tasks().length, switches, spanNs, idle: idleOfCpus(history, cpus), chainBreaks };
}

/** A CPU on which nothing ever happened is idle throughout. */
function idleOfCpus(history: HistoryTotals, cpus?: number): SummaryTotals["idle"] {
  const seen = history.idle();
  if (cpus === undefined) return seen;
  const byCpu = new Map(seen.map(({ cpu, idleNs }) => [cpu, idleNs]));
  return Array.from({ length: cpus }, (_, cpu) => ({ cpu, idleNs: byCpu.get(cpu) ?? 0 }));
}

function idleLine(cpu: CpuId, idleNs: Nanoseconds, spanNs: Nanoseconds): string {
  const begin = `    CPU ${String(cpu).padStart(2)} idle`;
  if (idleNs === 0) return `${begin} entire time window`;
  const percent = ((100 * idleNs) / spanNs).toFixed(2).padStart(6);
  return `${begin} for ${milliseconds(idleNs)}  msec  (${percent}%)`;
}
