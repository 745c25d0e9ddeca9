/**
 * The result of a run, version `schedlab-result/1`: what `--format json` prints, what the library
 * returns, what result.schema.json describes and docs/result-format.md explains. Types only.
 *
 * All times are nanoseconds. Whole numbers are exact up to 2^53 - 1; only a sum over many CPUs can
 * exceed that, and is then the nearest double (under 1.2e-16 off). A figure without any
 * observation is null.
 */
import type { Costs } from "../engine/image.js";
import type {
  CpuId,
  HistogramBuckets,
  Nanoseconds,
  Policy,
  SchedulerInfo,
  TaskId,
  TaskState,
} from "../engine/types.js";

export const resultFormat = "schedlab-result/1";

export interface SimulationResult {
  readonly schema: typeof resultFormat;
  /** Version of schedlab that made it. */
  readonly schedlab: string;
  /** Id of the scheduler, such as `o1-2.6.22`. */
  readonly scheduler: string;
  /** `recorded`: proven by traces of the original's own code. `reconstructed`: rebuilt from what is told of it. */
  readonly provenance: SchedulerInfo["provenance"]["kind"];
  /** Width of the kernel's `long` that the scheduler computed with. */
  readonly longBits: 32 | 64;
  /** Every tunable of the scheduler with the value in force. */
  readonly tunables: Readonly<Record<string, number>>;
  /** Name of the workload. */
  readonly workload: string;
  readonly machine: { readonly cpus: number; readonly hz: number; readonly timers: "hrtimer" | "jiffies" };
  /** What switching took (docs/workload-format.md, "Costs"). */
  readonly costs: Costs;
  /** 0 … 2^64 - 1; a string of decimal digits above 2^53 - 1. */
  readonly seed: number | string;
  /** How long the run was to take. */
  readonly durationNs: Nanoseconds;
  /** How far it got: durationNs, or less if it was stopped or asked half-way. */
  readonly simulatedNs: Nanoseconds;
  readonly finished: boolean;
  /** 16 hexadecimal digits over all trace events: equal digests mean equal decisions. */
  readonly traceDigest: string;
  readonly traceEvents: number;
  readonly warnings: readonly string[];
  readonly totals: Totals;
  readonly cpus: readonly CpuResult[];
  /** One for each name in the workload, in file order, forked ones last. */
  readonly groups: readonly GroupResult[];
  /** One for each task, by pid. Materialised when first read. */
  readonly tasks: readonly TaskResult[];
  /** Every mark of the workload, over all tasks. */
  readonly marks: Readonly<Record<string, MarkResult>>;
}

export interface SwitchCounts {
  /** The task blocked or exited. */
  readonly voluntary: number;
  /** The task was preempted while it still wanted to run. */
  readonly involuntary: number;
}

export interface Totals {
  /** Tasks created, forked and exited ones included. */
  readonly tasks: number;
  readonly exited: number;
  /** Switches on all CPUs, those to and from the idle task and kernel threads included. */
  readonly contextSwitches: number;
  /** Switches by which a task left a CPU of its own accord. */
  readonly voluntary: number;
  readonly involuntary: number;
  readonly wakeups: number;
  readonly migrations: number;
  /** Timer ticks served, over all CPUs. */
  readonly ticks: number;
  /** busyNs + idleNs = CPUs × simulatedNs. */
  readonly busyNs: Nanoseconds;
  readonly idleNs: Nanoseconds;
  /** CPU time that switching has cost the tasks, over all CPUs. */
  readonly overheadNs: Nanoseconds;
  /** busyNs / (busyNs + idleNs). */
  readonly utilisation: number;
  /** Jain's fairness index of the CPU times of all tasks that ever were runnable; 1: all equal (or none ran). */
  readonly jainIndex: number;
  /** Smallest, mean and largest share of one CPU among those tasks. */
  readonly share: Spread;
  /** The longest that any task ever waited on a runqueue, and which task did. */
  readonly longestWaitNs: Nanoseconds;
  readonly longestWaitPid: TaskId | null;
  readonly wakeupLatencyNs: SpanSummary;
  readonly otherWaitNs: SpanSummary;
  /** Of all tasks with a deadline; null where there is none. */
  readonly rounds: Punctuality | null;
  /** Of all tasks that wait for timers; null where there is none. */
  readonly periods: Punctuality | null;
}

/** null where no task of the kind ever was runnable. */
export interface Spread {
  readonly min: number | null;
  readonly mean: number | null;
  readonly max: number | null;
}

/** A distribution of spans in ns; count, mean and max are exact, percentiles at most 1 % off. */
export interface SpanSummary {
  readonly count: number;
  readonly mean: number | null;
  readonly p50: Nanoseconds | null;
  readonly p95: Nanoseconds | null;
  readonly p99: Nanoseconds | null;
  readonly p999: Nanoseconds | null;
  readonly max: Nanoseconds | null;
}

/** Whose spans the percentiles describe: the task's own, its group's, or all tasks'. */
export type PercentilesOf = "task" | "group" | "all";

/** Rounds that were to be complete within a deadline, or points of a timer's grid (docs/workload-format.md). */
export interface Punctuality {
  readonly count: number;
  /** Those that came too late. */
  readonly missed: number;
  /** How late the latest was; null where none was. */
  readonly maxLatenessNs: Nanoseconds | null;
}

export interface QualifiedSpanSummary extends SpanSummary {
  readonly percentilesOf: PercentilesOf;
}

export interface CpuResult {
  readonly cpu: CpuId;
  /** busyNs + idleNs = simulatedNs. */
  readonly busyNs: Nanoseconds;
  readonly idleNs: Nanoseconds;
  readonly utilisation: number;
  readonly contextSwitches: number;
  readonly ticks: number;
  /** CPU time that switching has cost its tasks (docs/workload-format.md, "Costs"). */
  readonly overheadNs: Nanoseconds;
  readonly migrationsIn: number;
  readonly migrationsOut: number;
}

/** All tasks of one name, taken together. Spreads are over the tasks that ever were runnable. */
export interface GroupResult {
  readonly name: string;
  readonly count: number;
  /** How many of them ever were runnable. */
  readonly started: number;
  readonly exited: number;
  readonly cpuTimeNs: Spread;
  readonly waitNs: Spread;
  readonly sleepNs: Spread;
  readonly share: Spread;
  /** CPU time of the whole group / simulatedNs; 2: two whole CPUs. */
  readonly totalShare: number;
  readonly jainIndex: number;
  readonly contextSwitches: SwitchCounts;
  readonly wakeups: number;
  readonly migrations: number;
  readonly wakeupLatencyNs: SpanSummary;
  readonly otherWaitNs: SpanSummary;
  readonly longestWaitNs: Nanoseconds;
  readonly longestWaitPid: TaskId | null;
  readonly rounds: Punctuality | null;
  readonly periods: Punctuality | null;
  readonly marks: Readonly<Record<string, MarkResult>>;
  /** The whole distribution behind wakeupLatencyNs, to be merged with that of other runs. */
  readonly wakeupLatencyBuckets: HistogramBuckets;
}

export interface TaskResult {
  readonly pid: TaskId;
  /** `intr/3`: the workload's name, and the instance where there can be several. */
  readonly name: string;
  readonly group: string;
  readonly instance: number;
  /** null for a task of the workload itself. */
  readonly parent: TaskId | null;
  readonly nice: number;
  readonly policy: Policy;
  readonly rtprio: number;
  readonly state: TaskState;
  /** Where it runs or ran last. */
  readonly cpu: CpuId;
  readonly startedNs: Nanoseconds | null;
  readonly exitedNs: Nanoseconds | null;
  readonly firstRunNs: Nanoseconds | null;
  readonly lastRunNs: Nanoseconds | null;
  /** From its start to its exit or to now; cpuTimeNs + waitNs + sleepNs. */
  readonly lifetimeNs: Nanoseconds;
  readonly cpuTimeNs: Nanoseconds;
  /** Runnable, but not running. */
  readonly waitNs: Nanoseconds;
  /** Blocked. */
  readonly sleepNs: Nanoseconds;
  /** cpuTimeNs / simulatedNs; 1: one whole CPU. */
  readonly share: number;
  readonly contextSwitches: SwitchCounts;
  readonly wakeups: number;
  readonly migrations: number;
  /** From each wake-up to the next time the task ran. */
  readonly wakeupLatencyNs: QualifiedSpanSummary;
  /** Each wait that did not begin with a wake-up: after a preemption, a yield, a fork, the start. */
  readonly otherWaitNs: QualifiedSpanSummary;
  /** The unfinished wait included. */
  readonly longestWaitNs: Nanoseconds;
  /** Its rounds, where it has a deadline; else null. */
  readonly rounds: Punctuality | null;
  /** Points of a timer that it waited for; null where its program has none. */
  readonly periods: Punctuality | null;
  readonly marks: Readonly<Record<string, MarkResult>>;
}

export interface MarkResult {
  readonly count: number;
  /** count / simulated seconds. */
  readonly perSecond: number;
  readonly firstNs: Nanoseconds | null;
  readonly lastNs: Nanoseconds | null;
  /** Between two successive marks of this name by one task. */
  readonly intervalNs: QualifiedSpanSummary;
}
