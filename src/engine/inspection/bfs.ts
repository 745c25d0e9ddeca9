/** What an inspection shows of BFS: assembly/schedulers/bfs/. All CPUs show the one queue. */
import type { TaskId } from "../types.js";
import type { Integer64 } from "./types.js";

export interface BfsState {
  readonly task: BfsTask;
  readonly derivedTask: BfsDerivedTask;
  readonly cpu: BfsCpu;
  readonly derivedCpu: BfsDerivedCpu;
  readonly array: "queue";
  readonly tree: never;
  readonly list: never;
}

export type BfsTask = {
  /** List in the queue: 0 … 98 real-time, 101 normal and batch, by arrival; smaller is better. */
  readonly prio: number;
  /** ns: virtual deadline. While it runs, its CPU has a copy of its own that counts. */
  readonly deadline: Integer64;
  /** us (of 1024 ns): left of its time slice, as the last choosing step left it. */
  readonly slice: number;
  /** It was preempted last on its CPU, and other CPUs take its deadline to be later. */
  readonly sticky: boolean;
};

export type BfsDerivedTask = {
  /** ns: the virtual deadline that counts: its CPU's copy while it runs. */
  readonly presentDeadline: Integer64;
  /** ns: from now until that deadline; below 0: overdue. */
  readonly timeToDeadline: Integer64;
  /** ns: from a refill of its slice to its deadline, by its nice. */
  readonly deadlineOffset: Integer64;
  /** us (of 1024 ns): left of its slice as its CPU has charged it. */
  readonly presentSlice: number;
  /** ns: for each CPU, the deadline by which it compares the waiting task, the earliest goes first; null where it can not take it. */
  readonly deadlines: readonly (Integer64 | null)[];
};

export type BfsCpu = {
  /** Waiting tasks that ran here last. */
  readonly queued: number;
  /** ns: virtual deadline of the running task. */
  readonly deadline: Integer64;
  /** us (of 1024 ns): left of the running task's slice, as of `lastRan`. */
  readonly slice: number;
  /** ns: when the running task was last charged. */
  readonly lastRan: Integer64;
  /** ns: its latest tick. */
  readonly lastTick: Integer64;
  /** The last choosing step came in the first half of a tick's time: the slice may end half a tick early. */
  readonly dither: boolean;
  /** The task that was last preempted here and is warm here; null: none. */
  readonly stickyTask: TaskId | null;
};

export type BfsDerivedCpu = {
  /** The waiting task that it would take next; null: none that may run here. */
  readonly next: TaskId | null;
};
