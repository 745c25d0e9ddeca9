/** The records of the 2.6 O(1) scheduler: what it keeps of a task and of a CPU (o1-2.6.md, section 2). */
import { LayoutWriter } from "../../machine/layout";
import { PriorityArray } from "../../structures/priority-array";
import { WeightedCpu, WeightedTask } from "../balancing/weighted-records";

/** Priorities: 0 … 139, smaller is better; 0 … 99 real-time. */
export const MAX_PRIO: i32 = 140;
export const MAX_RT_PRIO: i32 = 100;

/** How a task came to be runnable: it decides what its wait on the runqueue counts for when it is chosen. */
export const enum Activation {
  /** Uninterruptible sleep, or a sleep that was capped at the ceiling (2.6.18+): the wait counts nothing. */
  NonInteractive = -1,
  /** It has been chosen since. */
  None = 0,
  /** Woken by a task: the wait counts 38/128. */
  ByTask = 1,
  /** Woken from an interrupt: the wait counts in full. */
  ByInterrupt = 2,
}

/** 64 bytes beyond the machine's fields, without gaps: one cache line. */
@unmanaged
@final
export class O1Task extends WeightedTask {
  /** 120 + nice, for real-time tasks too: it gives the time slice. */
  staticPrio: i32;
  /** Ticks left. */
  timeSlice: u32;
  /** Still on the half slice that its parent gave it. */
  firstTimeSlice: bool;
  activated: i32;
  /** Interactive credit, 2.6.0 … 2.6.9. */
  credit: i32;
  /** ns, 0 … NS_MAX_SLEEP: the interactivity estimate. */
  sleepAverage: u64;
  /** ns: of the activation while it waits after a wake-up, else of its last switch. */
  timestamp: u64;
  /** ns: when it last left a CPU. */
  lastRan: u64;
}

@unmanaged
@final
export class O1Cpu extends WeightedCpu {
  active: PriorityArray;
  expired: PriorityArray;
  /** The best static priority in `expired` (2.6.6+). */
  bestExpiredPrio: i32;
  /** jiffies of the first expiry since the arrays were swapped; 0: none. */
  expiredTimestamp: u64;
  /** ns: this CPU's latest tick (2.6.22: or switch). */
  lastTick: u64;
  /** Queue lengths of all CPUs as last seen from here (2.6.0, 2.6.6): an array of u32. */
  previousLengths: usize;
  /** 2.6.22: balancing runs as a softirq after the timers. */
  balanceRequested: bool;
  idleAtTick: bool;
}

export function describeO1Records(writer: LayoutWriter): void {
  writer.record("SchedulerTask");
  writer.field("array", offsetof<O1Task>("array"), "Array");
  writer.field("prio", offsetof<O1Task>("prio"), "i32");
  writer.field("staticPrio", offsetof<O1Task>("staticPrio"), "i32");
  writer.field("timeSlice", offsetof<O1Task>("timeSlice"), "u32");
  writer.field("firstTimeSlice", offsetof<O1Task>("firstTimeSlice"), "bool");
  writer.field("activated", offsetof<O1Task>("activated"), "i32");
  writer.field("sleepAverage", offsetof<O1Task>("sleepAverage"), "u64");
  writer.field("timestamp", offsetof<O1Task>("timestamp"), "u64");
  writer.field("lastRan", offsetof<O1Task>("lastRan"), "u64");
  writer.field("credit", offsetof<O1Task>("credit"), "i32");
  writer.field("weight", offsetof<O1Task>("weight"), "u32");
  writer.end();
  writer.record("SchedulerCpu");
  writer.field("active", offsetof<O1Cpu>("active"), "Array");
  writer.field("expired", offsetof<O1Cpu>("expired"), "Array");
  writer.field("running", offsetof<O1Cpu>("running"), "u32");
  writer.field("bestExpiredPrio", offsetof<O1Cpu>("bestExpiredPrio"), "i32");
  writer.field("expiredTimestamp", offsetof<O1Cpu>("expiredTimestamp"), "u64");
  writer.field("lastTick", offsetof<O1Cpu>("lastTick"), "u64");
  writer.field("migrationThread", offsetof<O1Cpu>("migrationThread"), "Task");
  writer.field("load0", offsetof<O1Cpu>("load0"), "u64");
  writer.field("load1", offsetof<O1Cpu>("load1"), "u64");
  writer.field("load2", offsetof<O1Cpu>("load2"), "u64");
  writer.field("weighted", offsetof<O1Cpu>("weighted"), "u64");
  writer.field("interval", offsetof<O1Cpu>("interval"), "u32");
  writer.field("failed", offsetof<O1Cpu>("failed"), "u32");
  writer.field("lastBalance", offsetof<O1Cpu>("lastBalance"), "u64");
  writer.field("pushPending", offsetof<O1Cpu>("pushPending"), "bool");
  writer.end();
}
