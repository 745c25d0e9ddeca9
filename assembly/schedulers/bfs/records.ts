/** The records of BFS: what it keeps of a task and of a CPU. Source: bfs.md, "State". */
import { Cpu } from "../../machine/cpu";
import { LayoutWriter } from "../../machine/layout";
import { machine } from "../../machine/machine";
import { Task } from "../../machine/task";
import { PriorityArray } from "../../structures/priority-array";

/** Priorities, which are places in the queue as well: 0 … 98 real-time, 101 normal and batch; behind them all, idle. */
export const MAX_RT_PRIO: i32 = 100;
export const NORMAL_PRIO: i32 = 101;
export const IDLE_PRIO: i32 = 103;

/**
 * Behind the machine's fields. Slices are in what BFS takes for a microsecond, 1024 ns. While the task runs, its CPU counts in a copy
 * of its own: `slice` and `deadline` here are as the last choosing step left them.
 *
 *   | deadline, ns u64 | array | slice, µs i32 | prio | place | sticky |
 */
@unmanaged
@final
export class BfsTask extends Task {
  /** ns: the virtual deadline. The earliest one runs next. */
  deadline: u64;
  /** The global queue while the task waits in it; null while it runs or sleeps. */
  array: PriorityArray | null;
  /** What is left of the time slice; below 0 when it was overrun. */
  slice: i32;
  /** Smaller is better. */
  prio: i32;
  /** Where a waiting normal task stands in the row of deadlines. */
  place: u32;
  /** It was preempted last on its CPU and is still warm there: other CPUs think of its deadline as later. */
  sticky: bool;
}

/**
 * Behind the machine's fields: a copy of the running task's deadline and slice, loaded only when the CPU changes to another task. (BFS
 * copies the priority and the policy too. Those are always the running task's.)
 *
 *   | deadline, ns u64 | lastRan, ns u64 | lastTick, ns u64 | slice, µs i32 | dither | queued | stickyTask | queue |
 */
@unmanaged
@final
export class BfsCpu extends Cpu {
  deadline: u64;
  /** When the running task was last charged. */
  lastRan: u64;
  /** The latest tick. */
  lastTick: u64;
  slice: i32;
  /** The last choosing step came in the first half of a tick's time: the slice may end half a tick early. */
  dither: bool;
  /** Waiting tasks that ran here last. */
  queued: u32;
  /** The task that was last preempted here; null after a switch to a real-time task. */
  stickyTask: BfsTask | null;
  /** The one queue of all CPUs: here for inspection. */
  queue: PriorityArray;
}

export function bfsCpu(id: i32): BfsCpu {
  return changetype<BfsCpu>(machine.cpu(id));
}

export function currentOf(cpu: BfsCpu): BfsTask {
  return changetype<BfsTask>(cpu.current);
}

export function describeBfsRecords(writer: LayoutWriter): void {
  writer.record("SchedulerTask");
  writer.field("array", offsetof<BfsTask>("array"), "Array");
  writer.field("prio", offsetof<BfsTask>("prio"), "i32");
  writer.field("deadline", offsetof<BfsTask>("deadline"), "u64");
  writer.field("slice", offsetof<BfsTask>("slice"), "i32");
  writer.field("sticky", offsetof<BfsTask>("sticky"), "bool");
  writer.end();
  writer.record("SchedulerCpu");
  writer.field("queue", offsetof<BfsCpu>("queue"), "Array");
  writer.field("queued", offsetof<BfsCpu>("queued"), "u32");
  writer.field("deadline", offsetof<BfsCpu>("deadline"), "u64");
  writer.field("slice", offsetof<BfsCpu>("slice"), "i32");
  writer.field("lastRan", offsetof<BfsCpu>("lastRan"), "u64");
  writer.field("lastTick", offsetof<BfsCpu>("lastTick"), "u64");
  writer.field("dither", offsetof<BfsCpu>("dither"), "bool");
  writer.field("stickyTask", offsetof<BfsCpu>("stickyTask"), "Task");
  writer.end();
}
