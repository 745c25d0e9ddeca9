/** The records of the early O(1) schedulers: what they keep of a task and of a CPU (o1-2.5.md, sections 1 and 4). */
import { Cpu } from "../../machine/cpu";
import { LayoutWriter } from "../../machine/layout";
import { Task } from "../../machine/task";
import { PriorityArray } from "../../structures/priority-array";

/** 0 … 127 real-time (of which 0 … 98 are used), 128 … 167 normal. */
export const MAX_PRIO: i32 = 168;
export const MAX_RT_PRIO: i32 = 128;

/**
 * Behind the machine's fields; jiffies and ticks in 32 bits, as an i386 kernel kept them.
 *
 *   | array | prio | timeSlice | sleptAt | ranAt | lastSwap | sleepAverage | historyIndex | history0 … history3 |
 */
@unmanaged
@final
export class O1Task extends Task {
  /** The array that it is queued in; null: in none. The running task stays queued. */
  array: PriorityArray | null;
  /** 0 … 167, smaller is better. */
  prio: i32;
  /** Ticks left. */
  timeSlice: u32;
  /** jiffies when it last left its runqueue (2.5.3: or was preempted). */
  sleptAt: u32;
  /** jiffies when it last became runnable, or was last requeued by the tick (pre10). */
  ranAt: u32;
  /** Array swaps of its CPU at its last activation (swapcnt) or when it last went to sleep (pre11). */
  lastSwap: u32;
  /** Ticks, 0 … 2 × HZ (2.5.2.1.1 and 2.5.3). */
  sleepAverage: u32;
  /** The slot of the current second, 0 … 3 (pre10). */
  historyIndex: u32;
  /** Ticks slept in each of four seconds, a ring (pre10). */
  history0: u32;
  history1: u32;
  history2: u32;
  history3: u32;
}

@unmanaged
@final
export class O1Cpu extends Cpu {
  active: PriorityArray;
  expired: PriorityArray;
  /** nr_running: queued tasks, the running one included, the idle task not. */
  running: u32;
  /** How often the arrays have been swapped. */
  swapCount: u32;
  /** jiffies of the first expiry since the arrays were swapped; 0: none. 2.5.3 alone looks at it. */
  expiredAt: u32;
  /** Queue lengths of all CPUs as last seen from here: an array of i32 (2.5.2.1.1, 2.5.3, -G1). */
  previousLengths: usize;
  /** The current task has been moved to another CPU and leaves this one by a bare switch to idle. */
  leavesBare: bool;
  /** A task that has just left this CPU, to be woken on another one (2.5.3). */
  departed: O1Task | null;
  destination: i32;
}

export function describeO1Records(writer: LayoutWriter): void {
  writer.record("SchedulerTask");
  writer.field("array", offsetof<O1Task>("array"), "Array");
  writer.field("prio", offsetof<O1Task>("prio"), "i32");
  writer.field("timeSlice", offsetof<O1Task>("timeSlice"), "u32");
  writer.field("sleptAt", offsetof<O1Task>("sleptAt"), "u32");
  writer.field("ranAt", offsetof<O1Task>("ranAt"), "u32");
  writer.field("lastSwap", offsetof<O1Task>("lastSwap"), "u32");
  writer.field("sleepAverage", offsetof<O1Task>("sleepAverage"), "u32");
  writer.field("historyIndex", offsetof<O1Task>("historyIndex"), "u32");
  writer.field("history0", offsetof<O1Task>("history0"), "u32");
  writer.field("history1", offsetof<O1Task>("history1"), "u32");
  writer.field("history2", offsetof<O1Task>("history2"), "u32");
  writer.field("history3", offsetof<O1Task>("history3"), "u32");
  writer.end();
  writer.record("SchedulerCpu");
  writer.field("active", offsetof<O1Cpu>("active"), "Array");
  writer.field("expired", offsetof<O1Cpu>("expired"), "Array");
  writer.field("running", offsetof<O1Cpu>("running"), "u32");
  writer.field("swapCount", offsetof<O1Cpu>("swapCount"), "u32");
  writer.field("expiredAt", offsetof<O1Cpu>("expiredAt"), "u32");
  writer.end();
}
