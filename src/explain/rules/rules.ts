/**
 * What the rules of a family of schedulers say of one moment: why a task goes on waiting, why it left, why others go
 * round.
 */
import type { CpuInspection, Inspection, SchedulerState, TaskInspection } from "../../engine/inspection/types.js";
import type { Facts } from "../explanation.js";

export type NamedTask<State extends SchedulerState> = TaskInspection<State> & { readonly name: string };

/** Somebody runs on a CPU while the task waits. Both have just been through the scheduler's hands, or one of them. */
export interface Moment<State extends SchedulerState> {
  readonly cpu: CpuInspection<State>;
  readonly running: NamedTask<State>;
  readonly waiting: NamedTask<State>;
  readonly inspection: Inspection<State>;
}

/** The task has left its CPU, though it could go on. */
export interface Departure<State extends SchedulerState> {
  /** While it still ran. */
  readonly before: NamedTask<State>;
  readonly after: NamedTask<State>;
  /** Who runs now; null: nobody. */
  readonly running: NamedTask<State> | null;
}

export interface Reason {
  readonly rule: string;
  readonly sentence: string;
  readonly facts: Facts;
}

export interface Turn {
  readonly rule: string;
  readonly sentence: string;
}

export interface SchedulerRules<State extends SchedulerState> {
  /** All CPUs take their tasks from one queue. */
  readonly sharedQueue: boolean;
  /** Why the waiting task does not run, where both are normal tasks. */
  whyWaits(moment: Moment<State>): Reason;
  /** Why it left; null where its rules do not tell. */
  whyLeft(departure: Departure<State>): Reason | null;
  /** Whether the tide turned for it in between, such as by new slices for all; null if not. */
  turned?(before: NamedTask<State>, after: NamedTask<State>): Turn | null;
  /** Whether a task came to the end of its slice in between, and did not have to make way for those that wait. */
  wentRound?(before: NamedTask<State>, after: NamedTask<State>): Turn | null;
}

/** `5 ticks`, `1 tick`. */
export function ticks(count: number | bigint): string {
  return `${count} tick${Number(count) === 1 ? "" : "s"}`;
}
