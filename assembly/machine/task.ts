/**
 * What the machine knows of a task. A scheduler's own task record extends this one. The list links come
 * first (ListNode): they are the scheduler's, for its runqueue. Then the fields follow by how often they are touched: a
 * wake-up, a run and a sleep stay within the first three cache lines.
 *
 *   links, program, timer 64 | accounts of time, counters 64 | histograms, first and last times 64 | the rest
 */
import { ListNode } from "../structures/list";
import { TaskDocument } from "./program";

export const enum TaskState {
  /** Not started yet. */
  New = 0,
  /** Waiting on a runqueue. */
  Runnable = 1,
  /** The current task of its CPU. */
  Running = 2,
  /** Blocked, interruptible: `S` in the trace. */
  Sleeping = 3,
  /** Blocked, uninterruptible: `D`. */
  Blocked = 4,
  Exited = 5,
}

/** What a blocked task waits for, where another task's operation ends the wait. */
export const enum WaitsFor {
  /** Time, a channel, or another CPU; or it is not blocked. */
  Other = 0,
  /** To hold a mutex: in `lock`, or in `wait` after the signal. */
  Mutex = 1,
  Condition = 2,
  Barrier = 3,
  Semaphore = 4,
  Suspension = 5,
  Children = 6,
  /** The same, marked by a search for deadlocks while that lasts. */
  ChildrenSearched = 7,
}

/** An instant that never came. */
export const NEVER: u64 = u64.MAX_VALUE;

@unmanaged
export class Task extends ListNode {
  /** Neighbours on a channel's wait list, or the next one on a list of timers. */
  waitNext: Task | null;
  waitPrevious: Task | null;
  /** 1, 2, 3 …; 0: an idle task; below 0: a kernel thread. */
  pid: i32;
  /** A TaskState. */
  state: i32;
  /** A Policy. */
  policy: i32;
  needResched: bool;
  /** Set by a wake-up until the task runs: the wait in between is a wake-up latency. */
  woken: bool;
  /** A WaitsFor: what a blocked task waits for besides time, channels and CPUs. */
  waitsFor: u8;
  /** Its rounds and periods are counted: a Timekeeping stands before `counters`. */
  timed: bool;
  /** The CPU that it runs on or was last put on. */
  cpu: i32;
  /** The CPU whose timer wakes it. */
  timerCpu: i16;
  /** The CPU that it last ran on, + 1; 0: none. Kept only where there are costs. */
  ranOn: i16;
  /** Index of the next instruction. */
  counter: u32;
  /** Children that have not exited. */
  liveChildren: u32;
  /** When its timer wakes it, ns. */
  expiry: u64;
  /** CPU time that the current `run` still needs, ns; kept only while the task is off the CPU. */
  remaining: u64;

  /** The last change of state, ns; what has passed since then is in none of the accounts yet. */
  since: u64;
  cpuTime: u64;
  waitTime: u64;
  sleepTime: u64;
  lastRunAt: u64;
  voluntarySwitches: u32;
  involuntarySwitches: u32;
  wakeups: u32;
  migrations: u32;
  /** State of the random stream. */
  random: u64;

  /** Waits between a wake-up and the run that it leads to, and all others. */
  latencyCount: u32;
  otherWaitCount: u32;
  latencyTotal: u64;
  latencyMax: u64;
  otherWaitMax: u64;
  /** A Histogram of its own or its document's; 0: one of its own, not needed so far. */
  latencyHistogram: usize;
  otherWaitHistogram: usize;
  startedAt: u64;
  firstRunAt: u64;
  exitedAt: u64;

  /** Allowed CPUs, bit by bit. */
  affinity: u64;
  nice: i32;
  /** 1 … 99 for real-time policies, else 0. */
  rtprio: i32;
  document: TaskDocument;
  /** 0, 1, 2 … among the tasks of its document. */
  instance: u32;
  /** The forking parent; null for a task of the workload. It may have exited. */
  parent: Task | null;
  /** Children that it forked. */
  forks: u32;
  /** Loop counters and places in sequences: an array of u32; 0 if the document needs none. */
  counters: usize;
  /** Channels, then synchronisers; 0 if there are none. Shared by a workload task and its descendants. */
  ownObjects: usize;
  /** An array of Mark; 0 if there are none. */
  marks: usize;
  /** Its address space: tasks with the same number share one; 0: a kernel thread, which has none. */
  mm: u32;
  /** The first of the numbers of the private address spaces that it and its descendants may share. */
  firstOwnMm: u32;
  /** Mutexes that it holds. */
  mutexes: u32;
  /** Names the task's random stream; its children's are derived from it. */
  streamKey: u64;

  get isIdle(): bool {
    return this.pid == 0;
  }

  /** A task without a program, whose zero-time body belongs to the scheduler. */
  get isKernelThread(): bool {
    return this.pid < 0;
  }

  allows(cpu: i32): bool {
    return <bool>((this.affinity >> <u64>cpu) & 1);
  }
}

/** The parent, as long as it is alive. */
export function liveParent(task: Task): Task | null {
  const parent = task.parent;
  if (parent == null || parent.state == TaskState.Exited) return null;
  return parent;
}
