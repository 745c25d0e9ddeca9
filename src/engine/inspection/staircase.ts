/** What an inspection shows of the staircase: assembly/schedulers/staircase/. */
import type { DomainCpuFields, MigrationThreadFields, RunningCpuFields } from "./queue-fields.js";
import type { Integer64 } from "./types.js";

export interface StaircaseState {
  readonly task: StaircaseTask;
  readonly derivedTask: StaircaseDerivedTask;
  readonly cpu: StaircaseCpu;
  readonly derivedCpu: StaircaseDerivedCpu;
  readonly array: "queue";
  readonly tree: never;
  readonly list: never;
}

export type StaircaseTask = {
  /** Its step, and list in the array: 0 … 99 real-time, 100 … 139 normal; smaller is better. */
  readonly prio: number;
  /** Steps by which it starts above the bottom of its nice level. */
  readonly bonus: number;
  /** ticks: until it loses a bonus point and starts from the top again. */
  readonly slice: number;
  /** ticks: until its next step down. */
  readonly timeSlice: number;
  /** ns: that it has run and not slept off. */
  readonly totalRun: Integer64;
  /** ns: of its last stretch on the CPU. */
  readonly runtime: Integer64;
  /** ns: of CPU time not charged as a tick so far. */
  readonly debit: Integer64;
  /** ns: instant at which it was last switched, woken or moved. */
  readonly timestamp: Integer64;
  /** It has forked since it woke: its next sleep counts nothing (v16). */
  readonly forked: boolean;
  /** Its sleep is none of its own will, and earns no bonus. */
  readonly nonSleep: boolean;
  /** It has yielded, and waits in the last list instead of its own (v13). */
  readonly yielded: boolean;
  /** Load weight. */
  readonly weight: number;
};

export type StaircaseDerivedTask = {
  /** ticks: length of one step. */
  readonly interval: number;
  /** ticks: length of the whole staircase. */
  readonly fullSlice: number;
  /** Steps that it has come down in its slice; null for real-time tasks. */
  readonly stepsDown: number | null;
  /** Steps above the bottom at most; null for real-time tasks. */
  readonly maxBonus: number | null;
  /** The priority that its next step or wake-up would give it if it came now. */
  readonly effectivePrio: number;
};

export type StaircaseCpu = RunningCpuFields &
  MigrationThreadFields &
  DomainCpuFields & {
    /** ns: its latest tick. */
    readonly lastTick: Integer64;
    /** A better task has been queued since the last switch (v13). */
    readonly preempted: boolean;
    /** ticks: since then (v13). */
    readonly cacheTicks: number;
  };

export type StaircaseDerivedCpu = {
  /** The best priority of its queued tasks, the running one included; null: there are none. */
  readonly bestPrio: number | null;
};
