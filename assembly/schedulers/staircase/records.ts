/** The records of the staircase: what it keeps of a task and of a CPU. Source: staircase-v16.md, "Task state". */
import { LayoutWriter } from "../../machine/layout";
import { machine } from "../../machine/machine";
import { PriorityArray } from "../../structures/priority-array";
import { WeightedCpu, WeightedTask } from "../balancing/weighted-records";

/** Lists of the array, and the idle task's priority. */
export const MAX_PRIO: i32 = 140;
export const MAX_RT_PRIO: i32 = 100;

/** 64 bytes beyond the machine's fields, without gaps: one cache line. */
@unmanaged
@final
export class StairTask extends WeightedTask {
  /** Ticks until it loses a bonus point and starts from the top again, and until its next step down. */
  slice: u32;
  timeSlice: u32;
  /** It has forked since it woke: its next sleep counts nothing (v16). */
  forked: bool;
  /** Its sleep was none of its own will (uninterruptible), and earns no bonus. */
  nonSleep: bool;
  /** It has yielded, and waits in the last list instead of its own (v13). */
  yielded: bool;
  /** Steps by which it starts above the bottom; 0 … staticPrio - 100. */
  bonus: u8;
  /** ns that it has run and not slept off. */
  totalRun: u64;
  /** ns of its last stretch on the CPU. */
  runtime: u64;
  /** ns of CPU time not charged as a tick so far. */
  debit: u64;
  /** ns: when it was last switched, woken, or (translated) moved. */
  timestamp: u64;

  /** For real-time tasks too. */
  get staticPrio(): i32 {
    return 120 + this.nice;
  }
}

@unmanaged
@final
export class StairCpu extends WeightedCpu {
  queue: PriorityArray;
  /** ns: this CPU's latest tick. */
  lastTick: u64;
  /** A better task has been queued since the last switch, and the ticks since then (v13). */
  preempted: bool;
  cacheTicks: u32;
}

export function stairCpu(id: i32): StairCpu {
  return changetype<StairCpu>(machine.cpu(id));
}

export function currentOf(cpu: StairCpu): StairTask {
  return changetype<StairTask>(cpu.current);
}

export function describeStairRecords(writer: LayoutWriter): void {
  writer.record("SchedulerTask");
  writer.field("array", offsetof<StairTask>("array"), "Array");
  writer.field("prio", offsetof<StairTask>("prio"), "i32");
  writer.field("bonus", offsetof<StairTask>("bonus"), "u8");
  writer.field("slice", offsetof<StairTask>("slice"), "u32");
  writer.field("timeSlice", offsetof<StairTask>("timeSlice"), "u32");
  writer.field("totalRun", offsetof<StairTask>("totalRun"), "u64");
  writer.field("runtime", offsetof<StairTask>("runtime"), "u64");
  writer.field("debit", offsetof<StairTask>("debit"), "u64");
  writer.field("timestamp", offsetof<StairTask>("timestamp"), "u64");
  writer.field("forked", offsetof<StairTask>("forked"), "bool");
  writer.field("nonSleep", offsetof<StairTask>("nonSleep"), "bool");
  writer.field("yielded", offsetof<StairTask>("yielded"), "bool");
  writer.field("weight", offsetof<StairTask>("weight"), "u32");
  writer.end();
  writer.record("SchedulerCpu");
  writer.field("queue", offsetof<StairCpu>("queue"), "Array");
  writer.field("running", offsetof<StairCpu>("running"), "u32");
  writer.field("lastTick", offsetof<StairCpu>("lastTick"), "u64");
  writer.field("preempted", offsetof<StairCpu>("preempted"), "bool");
  writer.field("cacheTicks", offsetof<StairCpu>("cacheTicks"), "u32");
  writer.field("migrationThread", offsetof<StairCpu>("migrationThread"), "Task");
  writer.field("weighted", offsetof<StairCpu>("weighted"), "u64");
  writer.field("load0", offsetof<StairCpu>("load0"), "u64");
  writer.field("load1", offsetof<StairCpu>("load1"), "u64");
  writer.field("load2", offsetof<StairCpu>("load2"), "u64");
  writer.field("interval", offsetof<StairCpu>("interval"), "u32");
  writer.field("failed", offsetof<StairCpu>("failed"), "u32");
  writer.field("lastBalance", offsetof<StairCpu>("lastBalance"), "u64");
  writer.field("pushPending", offsetof<StairCpu>("pushPending"), "bool");
  writer.end();
}
