/** What an inspection shows of the schedulers that choose by goodness(), vanilla and haMQ: assembly/schedulers/shared/goodness/. */
import type { Integer64 } from "./types.js";

export interface GoodnessState {
  readonly task: GoodnessTask;
  readonly derivedTask: GoodnessDerivedTask;
  readonly cpu: GoodnessCpu;
  readonly derivedCpu: GoodnessDerivedCpu;
  readonly array: never;
  readonly tree: never;
  readonly list: "runList";
}

export type GoodnessTask = {
  /** ticks: left of its slice, with the recalculations that it has seen (`counter` in 2.4, `time_slice` in 2.5.2-pre9). */
  readonly slice: number;
  /** It called sched_yield and has not been passed over yet. */
  readonly yielding: boolean;
  /** points: grows with sleep and yields, shrinks with every slice used up (2.5.2-pre9, haMQ). */
  readonly dynamicPriority: number;
  /** Recalculations that it has seen. */
  readonly recalculations: number;
};

export type GoodnessDerivedTask = {
  /** It is on the run list. */
  readonly queued: boolean;
  /** points: goodness without bonuses, as the trace shows it; 0: its slice is used up. */
  readonly priority: number;
  /** ticks: `slice` with the recalculations that a sleeper has missed. */
  readonly presentSlice: number;
  /** ticks: that a recalculation adds. */
  readonly fullSlice: number;
  /** points: `dynamicPriority` with what a sleeper has earned; null in 2.4. */
  readonly presentDynamicPriority: number | null;
  /** points: for each CPU, how much it wants the task if it chooses now; null where it can not choose it. */
  readonly goodness: readonly (number | null)[];
};

export type GoodnessCpu = {
  /** Queued tasks whose last CPU this is, the running one included. */
  readonly queued: number;
  /** Address space that gets a bonus: the current task's; the idle task keeps that of the task before it. */
  readonly mm: number;
  /** ns: instant of its last switch; not kept on one CPU. */
  readonly lastSwitch: Integer64;
};

export type GoodnessDerivedCpu = {
  /** Recalculations of all slices of its run list so far. */
  readonly recalculations: number;
};
