/** What an inspection shows of EEVDF: assembly/schedulers/eevdf-6.12/. */
import type { TaskId } from "../types.js";
import type { FairCpuFields, FairTaskFields, UnchargedFields } from "./fair-fields.js";
import type { Integer64 } from "./types.js";

export interface EevdfState {
  readonly task: EevdfTask;
  readonly derivedTask: EevdfDerivedTask;
  readonly cpu: EevdfCpu;
  readonly derivedCpu: EevdfDerivedCpu;
  readonly array: "realtime";
  readonly tree: "tree";
  readonly list: never;
}

export type EevdfTask = FairTaskFields & {
  /** It sleeps, but stays on the queue until it is picked, because it has had more than its share. */
  readonly delayed: boolean;
  /** virtual ns: CPU time divided by the weight. */
  readonly vruntime: Integer64;
  /** virtual ns: when its request is due. Place in the tree: the earliest eligible one runs first. */
  readonly deadline: Integer64;
  /** virtual ns: the lag with which it left the queue; while it runs, the deadline with which it was picked. */
  readonly keptLag: Integer64;
};

export type EevdfDerivedTask = UnchargedFields & {
  /** It is on the fair queue, and has had no more than its share: its vruntime is at most the average. */
  readonly eligible: boolean;
  /** virtual ns: the average less its vruntime, within the limit: what it is owed; off the queue, as it left. null for real-time tasks. */
  readonly lag: Integer64 | null;
  /** ns: the same as CPU time; below 0: it is ahead. null for real-time tasks. */
  readonly lagTime: Integer64 | null;
  /** virtual ns: left of its request: deadline less vruntime; null while it is not on the fair queue. */
  readonly requestLeft: Integer64 | null;
  /** It runs, and nobody with an earlier deadline preempts it until its request is used up. */
  readonly protected: boolean;
};

export type EevdfCpu = FairCpuFields & {
  /** virtual ns: origin of the sum below; it moves now and then. */
  readonly zeroVruntime: Integer64;
  /** virtual ns: sum of (vruntime - origin) × weight over the tree. */
  readonly weightedSum: Integer64;
  /** Sum of the weights of the tree. */
  readonly weightSum: Integer64;
};

export type EevdfDerivedCpu = {
  /** virtual ns: V, the weighted average of all vruntimes on the queue, rounded down. */
  readonly averageVruntime: Integer64;
  /** The fair task that a choice would give now, the running one uncharged; it may be a delayed one. null: none. */
  readonly next: TaskId | null;
};
