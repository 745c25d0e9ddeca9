/** What can be compared of two runs, whatever they are: simulated, read from a result, or recorded. No code here. */
import type { Nanoseconds } from "../engine/types.js";
import type { SpanSummary } from "../result/index.js";

/** A figure that the run does not tell is null. */
export interface TaskFigures {
  readonly pid: number;
  readonly name: string;
  readonly cpuTimeNs: Nanoseconds;
  /** CPU time / time of the run; 1: one whole CPU. */
  readonly share: number;
  /** Runnable, but not running. */
  readonly waitNs: Nanoseconds;
  readonly sleepNs: Nanoseconds;
  /** The unfinished wait included. */
  readonly longestWaitNs: Nanoseconds;
  readonly wakeupLatencyNs: SpanSummary;
  readonly voluntary: number;
  readonly involuntary: number;
  readonly wakeups: number;
  readonly migrations: number;
  readonly deadlineMisses: number | null;
  /** The furthest that it fell behind an equal share (see lag.ts). */
  readonly maxLagNs: Nanoseconds | null;
}

export interface RunTotals {
  readonly tasks: number;
  readonly contextSwitches: number;
  readonly voluntary: number;
  readonly involuntary: number;
  readonly wakeups: number;
  readonly migrations: number;
  /** Busy / all time of all CPUs. */
  readonly utilisation: number;
  /** Of the CPU times of all tasks. */
  readonly jainIndex: number;
  readonly waitNs: Nanoseconds;
  readonly longestWaitNs: Nanoseconds;
  readonly wakeupLatencyNs: SpanSummary;
  readonly deadlineMisses: number | null;
  readonly maxLagNs: Nanoseconds | null;
}

export interface RunFigures {
  /** What to call it: a file, and the scheduler if it was simulated. */
  readonly label: string;
  readonly scheduler: string | null;
  readonly cpus: number;
  /** From the first event to the last, or the time simulated. */
  readonly spanNs: Nanoseconds;
  readonly totals: RunTotals;
  /** By pid. */
  readonly tasks: readonly TaskFigures[];
}
