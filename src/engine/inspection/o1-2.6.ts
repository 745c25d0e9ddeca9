/** What an inspection shows of the 2.6 O(1) scheduler: assembly/schedulers/o1-2.6/. */
import type { DomainCpuFields, MigrationThreadFields, RunningCpuFields } from "./queue-fields.js";
import type { Integer64 } from "./types.js";

export interface O1Linux26State {
  readonly task: O1Linux26Task;
  readonly derivedTask: O1Linux26DerivedTask;
  readonly cpu: O1Linux26Cpu;
  readonly derivedCpu: O1Linux26DerivedCpu;
  readonly array: "active" | "expired";
  readonly tree: never;
  readonly list: never;
}

export type O1Linux26Task = {
  /** Dynamic priority and list in the array: 0 … 99 real-time, 100 … 139 normal; smaller is better. */
  readonly prio: number;
  /** 120 + nice, for real-time tasks too. */
  readonly staticPrio: number;
  /** ticks: left of its time slice. */
  readonly timeSlice: number;
  /** It is still on the half slice that its parent gave it. */
  readonly firstTimeSlice: boolean;
  /** How it became runnable: -1 after an uninterruptible sleep, 0 it has run since, 1 woken by a task, 2 by an interrupt. */
  readonly activated: number;
  /** ns: the interactivity estimate, 0 … ten average time slices. */
  readonly sleepAverage: Integer64;
  /** ns: instant of its activation while it waits after a wake-up, else of its last switch. */
  readonly timestamp: Integer64;
  /** ns: instant at which it last left a CPU, as the kernel notes it. */
  readonly lastRan: Integer64;
  /** points: interactive credit (2.6.0, 2.6.6, 2.6.9). */
  readonly credit: number;
  /** Load weight (2.6.18, 2.6.22). */
  readonly weight: number;
};

export type O1Linux26DerivedTask = {
  /** points: 0 (hog) … 10 (sleeper), 5 leaves the priority as it is; null for real-time tasks. */
  readonly bonus: number | null;
  /** The priority that a recalculation would give it now. */
  readonly effectivePrio: number;
  /** At the end of its slice it goes round in `active`, unless tasks starve. */
  readonly interactive: boolean;
  /** Up to this priority it counts as interactive; null for real-time tasks. */
  readonly interactivePrio: number | null;
  /** ticks: length of a full time slice. */
  readonly fullTimeSlice: number;
  /** ticks: while it is interactive, it lets its equals run after so many; null for real-time tasks. */
  readonly granularity: Integer64 | null;
  /** ns: a longer sleep counts as a long one; null for real-time tasks. */
  readonly sleepCeiling: Integer64 | null;
};

export type O1Linux26Cpu = RunningCpuFields &
  MigrationThreadFields &
  DomainCpuFields & {
    /** The best static priority in `expired`, 140 if it is empty (2.6.6 and later). */
    readonly bestExpiredPrio: number;
    /** jiffies: first expiry since the arrays were swapped; 0: none. */
    readonly expiredTimestamp: Integer64;
    /** ns: its latest tick (2.6.22: or switch). */
    readonly lastTick: Integer64;
  };

export type O1Linux26DerivedCpu = {
  /** Tasks in `expired` starve: even interactive tasks expire. */
  readonly starving: boolean;
};
