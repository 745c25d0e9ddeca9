/** What an inspection shows of nicksched: assembly/schedulers/nicksched/. */
import type { MigrationThreadFields, RunningCpuFields } from "./queue-fields.js";
import type { Integer64 } from "./types.js";

export interface NickschedState {
  readonly task: NickschedTask;
  readonly derivedTask: NickschedDerivedTask;
  readonly cpu: NickschedCpu;
  readonly derivedCpu: NickschedDerivedCpu;
  readonly array: "active" | "expired";
  readonly tree: never;
  readonly list: never;
}

export type NickschedTask = {
  /** Dynamic priority and list in the array: 0 … 99 real-time, 100 … 159 normal; smaller is better. */
  readonly prio: number;
  /** 130 + nice, for real-time tasks too. */
  readonly staticPrio: number;
  /** ticks: used of its time slice. */
  readonly usedSlice: number;
  /** It is still on the slice that it shares with its parent. */
  readonly firstTimeSlice: boolean;
  /** jiffies: instant of its wake-up, fork, start or last choosing step. */
  readonly timestamp: Integer64;
  /** jiffies × 1024: asleep or running, weighed by how long ago. */
  readonly total: Integer64;
  /** jiffies × 1024: asleep, weighed in the same way. */
  readonly slept: Integer64;
  /** 1024ths: slept / total. */
  readonly sleepAverage: Integer64;
  /** Its CPU's count of array switches when it last blocked. */
  readonly arraySwitches: number;
};

export type NickschedDerivedTask = {
  /** levels: 0 (hog) … 20 (sleeper), 10 leaves the static priority as it is; null for real-time tasks. */
  readonly bonus: number | null;
  /** The priority that its history would give it now. */
  readonly effectivePrio: number;
  /** ticks: length of its time slice as it would be tested now, from how far it is from the best task that wants to run. */
  readonly fullSlice: number;
};

export type NickschedCpu = RunningCpuFields &
  MigrationThreadFields & {
    /** How often the arrays have been swapped. */
    readonly arraySwitches: number;
  };

export type NickschedDerivedCpu = {
  /** The best priority of its queued normal tasks, the running one included; null: there are none. */
  readonly bestQueued: number | null;
};
