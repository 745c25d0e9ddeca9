/** What an inspection shows of the staircase deadline scheduler: assembly/schedulers/staircase-deadline/. */
import type { CpuId } from "../types.js";
import type { DomainCpuFields, MigrationThreadFields, RunningCpuFields } from "./queue-fields.js";
import type { Integer64 } from "./types.js";

export interface StaircaseDeadlineState {
  readonly task: StaircaseDeadlineTask;
  readonly derivedTask: StaircaseDeadlineDerivedTask;
  readonly cpu: StaircaseDeadlineCpu;
  readonly derivedCpu: StaircaseDeadlineDerivedCpu;
  readonly array: "active" | "expired";
  readonly tree: never;
  readonly list: never;
}

export type StaircaseDeadlineTask = {
  /** Its slot, and list in the array: 0 … 99 real-time, 100 … 139 normal; smaller is better. */
  readonly prio: number;
  /** 120 + nice, for real-time tasks too. */
  readonly staticPrio: number;
  /** us: CPU time that it gets at each slot. */
  readonly quota: number;
  /** us: left of that at this slot; below 0: overdrawn. */
  readonly timeSlice: number;
  /** It is still on the half quota that its parent gave it. */
  readonly firstTimeSlice: boolean;
  /** The slots, of 100 … 139, that it has had in its rotation. */
  readonly usedSlots: readonly number[];
  /** The rotation of its CPU in which it was last queued afresh or chosen; null: never. */
  readonly rotation: Integer64 | null;
  /** The CPU whose array it is in or was last in. */
  readonly arrayCpu: CpuId;
  /** ns: up to here its CPU time is charged. */
  readonly lastRan: Integer64;
  /** Load weight. */
  readonly weight: number;
};

export type StaircaseDeadlineDerivedTask = {
  /** Its row of the priority matrix: the slots that it may have once in each rotation. Empty for real-time tasks. */
  readonly entitledSlots: readonly number[];
  /** The slot that it gets when its quota at this one is used up; null: it expires then, or is not in `active`. */
  readonly nextSlot: number | null;
  /** It waits for the next rotation. */
  readonly expired: boolean;
};

export type StaircaseDeadlineCpu = RunningCpuFields &
  MigrationThreadFields &
  DomainCpuFields & {
    /** The best static priority that has been met in `active` in this rotation, 139 at first. */
    readonly activeBestStatic: number;
    /** The same of `expired`. */
    readonly expiredBestStatic: number;
    /** How often the arrays have been swapped, or the CPU has gone idle. */
    readonly rotation: Integer64;
    /** ns: its latest tick or choosing step. */
    readonly recent: Integer64;
    /** jiffies: next round of balancing. */
    readonly nextBalance: Integer64;
  };

export type StaircaseDeadlineDerivedCpu = {
  /** For each nice level from -20 on, the lowest slot from which a task of it has been chosen in this rotation; 100 at first. */
  readonly levels: readonly number[];
  /** The priority matrix: for each nice level from -20 on, the slots that it may have. */
  readonly matrix: readonly (readonly number[])[];
};
