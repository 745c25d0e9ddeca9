/**
 * How long tasks waited on runqueues, task by task: from each wake-up, or preemption, to the time that they came to a CPU.
 * What `perf sched latency` counts; memory depends on the number of tasks.
 */
import type { Nanoseconds } from "../engine/types.js";
import type { RecordedEvent, RecordedSwitch } from "../recording/event.js";
import { type ReportFilter, showsCpu, showsTask } from "./filter.js";

/** Of one task, or of all tasks of one name. */
export interface LatencyFigures {
  /** CPU time: as `sched_stat_runtime` told it where it was recorded, else by the switches. */
  readonly runtimeNs: Nanoseconds;
  /** Waits that ended. */
  readonly switches: number;
  readonly totalDelayNs: Nanoseconds;
  readonly maxDelayNs: Nanoseconds;
  /** When the longest wait began and ended; null if there was none longer than 0. */
  readonly maxStartNs: Nanoseconds | null;
  readonly maxEndNs: Nanoseconds | null;
}

export interface TaskLatency extends LatencyFigures {
  readonly name: string;
  /** The highest of them where tasks are merged. */
  readonly pid: number;
  /** How many tasks of one name are in this row. */
  readonly tasks: number;
}

export type LatencySortKey = "avg" | "max" | "switch" | "runtime" | "pid";

export const latencySortKeys: readonly LatencySortKey[] = ["avg", "max", "switch", "runtime", "pid"];

export interface LatencyOptions extends ReportFilter {
  /**
   * Which events tell of a wake-up. Default: both, that is `waking`, which comes first, wherever it was recorded. perf 6.1
   * knows `wakeup` alone, although its `perf sched record` does not record it.
   */
  readonly wakeupsFrom?: "both" | "wakeup";
}

interface Waiting {
  readonly pid: number;
  name: string;
  /** Since when it waits for a CPU; null while it does not. */
  sinceNs: Nanoseconds | null;
  asleep: boolean;
  runningSinceNs: Nanoseconds | null;
  switchedRuntimeNs: Nanoseconds;
  toldRuntimeNs: Nanoseconds;
  switches: number;
  totalDelayNs: Nanoseconds;
  maxDelayNs: Nanoseconds;
  maxStartNs: Nanoseconds | null;
  maxEndNs: Nanoseconds | null;
}

export class LatencyReport {
  readonly #options: LatencyOptions;
  readonly #tasks = new Map<number, Waiting>();
  #runtimeTold = false;

  constructor(options: LatencyOptions = {}) {
    this.#options = options;
  }

  /** Events come in the order of time. */
  add(event: RecordedEvent): void {
    if (event.timeNs < (this.#options.fromNs ?? 0) || event.timeNs > (this.#options.toNs ?? Infinity)) return;
    switch (event.kind) {
      case "switch":
        if (showsCpu(this.#options, event.cpu)) this.#switch(event);
        break;
      case "waking":
        if (this.#options.wakeupsFrom !== "wakeup") this.#wake(event.pid, event.name, event.timeNs);
        break;
      case "wakeup":
      case "new":
        this.#wake(event.pid, event.name, event.timeNs);
        break;
      case "runtime":
        this.#runtimeTold = true;
        if (showsCpu(this.#options, event.cpu)) this.#task(event.pid, event.name).toldRuntimeNs += event.runtimeNs;
        break;
      default:
        break;
    }
  }

  /**
   * One row for each task, or for all tasks of one name; the largest first. Tasks that never came to a CPU are left
   * out.
   */
  rows({ byPid = false, sort = [] as readonly LatencySortKey[] } = {}): TaskLatency[] {
    const tasks = [...this.#tasks.values()]
      .filter((task) => task.switches > 0 && showsTask(this.#options, task))
      .map((task) => this.#figures(task))
      .sort((left, right) => right.pid - left.pid);
    const rows = byPid ? tasks : mergeByName(tasks);
    const keys = [...(sort.length === 0 ? (["avg", "max", "switch", "runtime"] as const) : sort), "pid" as const];
    return rows.sort((left, right) => {
      for (const key of keys) {
        const difference = sortValue(right, key) - sortValue(left, key);
        if (difference !== 0) return difference;
      }
      return 0;
    });
  }

  #switch({ timeNs, previousPid, previousName, previousState, nextPid, nextName }: RecordedSwitch): void {
    if (previousPid !== null && previousPid !== 0) {
      const previous = this.#task(previousPid, previousName ?? "");
      if (previous.runningSinceNs !== null) previous.switchedRuntimeNs += timeNs - previous.runningSinceNs;
      previous.runningSinceNs = null;
      previous.asleep = previousState !== "R";
      previous.sinceNs = previous.asleep ? null : timeNs;
    }
    if (nextPid === 0) return;
    const known = this.#tasks.has(nextPid);
    const next = this.#task(nextPid, nextName);
    // Where it was before nobody knows: perf counts a wait of no time.
    if (next.sinceNs !== null || !known) record(next, next.sinceNs ?? timeNs, timeNs);
    next.sinceNs = null;
    next.asleep = false;
    next.runningSinceNs = timeNs;
  }

  #wake(pid: number, name: string, timeNs: Nanoseconds): void {
    const known = this.#tasks.has(pid);
    const task = this.#task(pid, name);
    // Woken before it was away: it stays where it is.
    if (task.asleep || !known) task.sinceNs = timeNs;
    task.asleep = false;
  }

  #task(pid: number, name: string): Waiting {
    let task = this.#tasks.get(pid);
    if (task === undefined) {
      task = {
        pid,
        name,
        sinceNs: null,
        asleep: false,
        runningSinceNs: null,
        switchedRuntimeNs: 0,
        toldRuntimeNs: 0,
        switches: 0,
        totalDelayNs: 0,
        maxDelayNs: 0,
        maxStartNs: null,
        maxEndNs: null,
      };
      this.#tasks.set(pid, task);
    }
    if (name !== "") task.name = name;
    return task;
  }

  #figures(task: Waiting): TaskLatency {
    const { pid, name, switches, totalDelayNs, maxDelayNs, maxStartNs, maxEndNs } = task;
    const runtimeNs = this.#runtimeTold ? task.toldRuntimeNs : task.switchedRuntimeNs;
    return { pid, name, tasks: 1, runtimeNs, switches, totalDelayNs, maxDelayNs, maxStartNs, maxEndNs };
  }
}

function record(task: Waiting, sinceNs: Nanoseconds, nowNs: Nanoseconds): void {
  const delayNs = nowNs - sinceNs;
  task.switches += 1;
  task.totalDelayNs += delayNs;
  if (delayNs <= task.maxDelayNs) return;
  task.maxDelayNs = delayNs;
  task.maxStartNs = sinceNs;
  task.maxEndNs = nowNs;
}

function mergeByName(tasks: readonly TaskLatency[]): TaskLatency[] {
  const merged = new Map<string, TaskLatency>();
  for (const task of tasks) {
    const before = merged.get(task.name);
    merged.set(task.name, before === undefined ? task : merge(before, task));
  }
  return [...merged.values()];
}

function merge(one: TaskLatency, other: TaskLatency): TaskLatency {
  const longer = other.maxDelayNs > one.maxDelayNs ? other : one;
  return {
    name: one.name,
    pid: Math.max(one.pid, other.pid),
    tasks: one.tasks + other.tasks,
    runtimeNs: one.runtimeNs + other.runtimeNs,
    switches: one.switches + other.switches,
    totalDelayNs: one.totalDelayNs + other.totalDelayNs,
    maxDelayNs: longer.maxDelayNs,
    maxStartNs: longer.maxStartNs,
    maxEndNs: longer.maxEndNs,
  };
}

function sortValue(row: TaskLatency, key: LatencySortKey): number {
  switch (key) {
    case "avg":
      return row.totalDelayNs / row.switches;
    case "max":
      return row.maxDelayNs;
    case "switch":
      return row.switches;
    case "runtime":
      return row.runtimeNs;
    case "pid":
      return row.pid;
  }
}
