/** Fields that all fair schedulers share, with the real-time class beside the fair one. */
import type { RunningCpuFields } from "./queue-fields.js";
import type { Integer64 } from "./types.js";

export type FairTaskFields = {
  /** 99 - rtprio for real-time tasks, else 120 + nice; smaller is better. */
  readonly prio: number;
  /** ticks: left of a round-robin slice. */
  readonly timeSlice: number;
  /** Load weight: 1024 for nice 0, a quarter more or less for each level. */
  readonly weight: number;
  /** It is on the fair queue, running or waiting. */
  readonly onQueue: boolean;
  /** ns: up to here its CPU time is charged. */
  readonly execStart: Integer64;
};

export type SliceExecFields = {
  /** ns: of CPU time charged since it was last picked. */
  readonly sliceExec: Integer64;
};

export type UnchargedFields = {
  /** ns: that it has run since it was last charged: in none of its virtual times yet. 0 while it does not run. */
  readonly uncharged: Integer64;
};

export type FairCpuFields = RunningCpuFields & {
  /** Fair tasks on the queue, the running one included. */
  readonly fairCount: number;
};
