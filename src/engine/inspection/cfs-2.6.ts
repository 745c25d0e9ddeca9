/** What an inspection shows of early CFS, 2.6.23 (a fair clock) and 2.6.24 (virtual runtimes): assembly/schedulers/cfs-2.6/. */
import type { TaskId } from "../types.js";
import type { FairCpuFields, FairTaskFields, SliceExecFields, UnchargedFields } from "./fair-fields.js";
import type { Integer64 } from "./types.js";

export interface CfsFairClockState {
  readonly task: CfsFairClockTask;
  readonly derivedTask: CfsFairClockDerivedTask;
  readonly cpu: CfsFairClockCpu;
  readonly derivedCpu: CfsFairClockDerivedCpu;
  readonly array: "realtime";
  readonly tree: "tree";
  readonly list: never;
}

export interface CfsVruntimeState {
  readonly task: CfsVruntimeTask;
  readonly derivedTask: CfsVruntimeDerivedTask;
  readonly cpu: CfsVruntimeCpu;
  readonly derivedCpu: CfsDerivedCpu;
  readonly array: "realtime";
  readonly tree: "tree";
  readonly list: never;
}

export type CfsFairClockTask = FairTaskFields &
  SliceExecFields & {
    /** virtual ns: place in the tree: the fair clock less what it was owed then. The least runs first. */
    readonly fairKey: Integer64;
    /** ns: of CPU time that it is owed; below 0: that it owes. */
    readonly waitRuntime: Integer64;
    /** virtual ns: fair clock since when it waits or sleeps; 0: neither. */
    readonly stoppedAt: Integer64;
  };

export type CfsFairClockDerivedTask = UnchargedFields & {
  /** virtual ns: the key that it would get if it was queued now; null for real-time tasks. */
  readonly presentKey: Integer64 | null;
  /** ns: its share of the fair time since it stopped running, not in `waitRuntime` yet; null while it runs. */
  readonly missedShare: Integer64 | null;
  /** virtual ns: by which a woken task must be ahead of it to preempt it; null for real-time tasks. */
  readonly wakeupLead: Integer64 | null;
};

export type CfsVruntimeTask = FairTaskFields &
  SliceExecFields & {
    /** virtual ns: CPU time divided by the weight, relative to its CPU's `minVruntime`. Place in the tree: the least runs first. */
    readonly vruntime: Integer64;
  };

export type CfsVruntimeDerivedTask = UnchargedFields & {
  /** ns: that it may run before the tick asks it to go; null while it is not on the fair queue. */
  readonly slice: Integer64 | null;
  /** virtual ns: vruntime less its CPU's minVruntime; null for real-time tasks. */
  readonly lead: Integer64 | null;
  /** virtual ns: by which a woken task must be behind it to preempt it; null for real-time tasks. */
  readonly wakeupLead: Integer64 | null;
};

export type CfsCpuFields = FairCpuFields & {
  /** ns: its idea of now; up to a tick old. */
  readonly clock: Integer64;
  /** Sum of the weights of all queued tasks. */
  readonly load: Integer64;
  /** The same of the fair ones. */
  readonly fairLoad: Integer64;
  /** Load at the last tick. */
  readonly load0: Integer64;
  /** The mean of that over 2 ticks. */
  readonly load1: Integer64;
  /** … over 4 ticks. */
  readonly load2: Integer64;
  /** … over 8 ticks. */
  readonly load3: Integer64;
  /** … over 16 ticks. */
  readonly load4: Integer64;
  /** ms: between two rounds of balancing, while it is idle. */
  readonly interval: number;
  /** Rounds of balancing in a row that should have moved a task and did not. */
  readonly failed: number;
  /** jiffies: the last round of balancing. */
  readonly lastBalance: Integer64;
  /** jiffies: next round of balancing. */
  readonly nextBalance: Integer64;
  /** Its migration thread has been asked to push a task away. */
  readonly pushPending: boolean;
};

export type CfsDerivedCpu = {
  /** The first task of the tree; null: it is empty. */
  readonly first: TaskId | null;
};

export type CfsFairClockCpu = CfsCpuFields & {
  /** virtual ns: runs as a task would that always got its share. */
  readonly fairClock: Integer64;
  /** ns: of sleep credit given out and not yet paid back by running tasks. */
  readonly sleeperBonus: Integer64;
};

export type CfsFairClockDerivedCpu = CfsDerivedCpu & {
  /** virtual ns: lead over the running task, of nice 0, from which the first of the tree replaces it at a tick. */
  readonly tickGranularity: Integer64;
};

export type CfsVruntimeCpu = CfsCpuFields & {
  /** virtual ns: that all vruntimes follow; it never goes back. */
  readonly minVruntime: Integer64;
};
