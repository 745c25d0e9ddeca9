/** Fields that several families with priority arrays share: where a task is queued, and the balancer with scheduling domains. */
import type { TaskId } from "../types.js";
import type { Integer64 } from "./types.js";

export type RunningCpuFields = {
  /** Queued tasks, the running one included, the idle task not. */
  readonly running: number;
};

export type MigrationThreadFields = {
  /** Its migration thread, -1 - cpu. */
  readonly migrationThread: TaskId | null;
};

export type DomainCpuFields = {
  /** Its load at the last tick, by the weights of its tasks. */
  readonly load0: Integer64;
  /** The mean of that over two ticks. */
  readonly load1: Integer64;
  /** … over four ticks. */
  readonly load2: Integer64;
  /** Sum of the weights of its runnable tasks. */
  readonly weighted: Integer64;
  /** ms: between two rounds of balancing, while it is idle. */
  readonly interval: number;
  /** Rounds of balancing in a row that should have moved a task and did not. */
  readonly failed: number;
  /** jiffies: the last round of balancing. */
  readonly lastBalance: Integer64;
  /** Its migration thread has been asked to push a task away. */
  readonly pushPending: boolean;
};
