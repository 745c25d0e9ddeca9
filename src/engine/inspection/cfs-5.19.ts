/** What an inspection shows of CFS in 5.19: assembly/schedulers/cfs-5.19/. */
import type { TaskId } from "../types.js";
import type { FairCpuFields, FairTaskFields, SliceExecFields, UnchargedFields } from "./fair-fields.js";
import type { Integer64 } from "./types.js";

export interface CfsLinux519State {
  readonly task: CfsLinux519Task;
  readonly derivedTask: CfsLinux519DerivedTask;
  readonly cpu: CfsLinux519Cpu;
  readonly derivedCpu: CfsLinux519DerivedCpu;
  readonly array: "realtime";
  readonly tree: "tree";
  readonly list: never;
}

export type CfsLinux519Task = FairTaskFields &
  SliceExecFields & {
    /** virtual ns: CPU time divided by the weight. Place in the tree: the least runs first. */
    readonly vruntime: Integer64;
  };

export type CfsLinux519DerivedTask = UnchargedFields & {
  /** ns: that it may run before others get their turn (asleep: if it was queued now); null for real-time tasks. */
  readonly slice: Integer64 | null;
  /** virtual ns: vruntime less the CPU's minVruntime; null for real-time tasks. */
  readonly lead: Integer64 | null;
  /** virtual ns: by which a woken task must be behind it to preempt it; null for real-time tasks. */
  readonly wakeupLead: Integer64 | null;
};

export type CfsLinux519Cpu = FairCpuFields & {
  /** Sum of the weights of the fair tasks on the queue. */
  readonly fairLoad: Integer64;
  /** virtual ns: that new and woken tasks are placed by; it never goes back. */
  readonly minVruntime: Integer64;
  /** A task that was woken for preemption: next, if that is fair. */
  readonly nextBuddy: TaskId | null;
  /** The task that it preempted: next after it, if that is fair. */
  readonly lastBuddy: TaskId | null;
  /** The task that yielded: passed over, if that is fair. */
  readonly skipBuddy: TaskId | null;
};

export type CfsLinux519DerivedCpu = {
  /** The fair task that a choice would give now, hints regarded, the running one uncharged; null: none. */
  readonly next: TaskId | null;
};
