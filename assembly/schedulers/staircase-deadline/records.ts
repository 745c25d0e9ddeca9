/** The records of the staircase deadline scheduler: what it keeps of a task and of a CPU. Source: staircase-deadline.md, "State". */
import { LayoutWriter } from "../../machine/layout";
import { machine } from "../../machine/machine";
import { PriorityArray } from "../../structures/priority-array";
import { WeightedCpu, WeightedTask } from "../balancing/weighted-records";

/** Lists of an array. */
export const MAX_PRIO: i32 = 140;
export const MAX_RT_PRIO: i32 = 100;
export const WORST_STATIC_PRIO: i32 = 139;
/** The idle task's, of all priorities: so everything that asks who is better asks for idleness first. */
export const IDLE_PRIO: i32 = 120;
/** The rotation of a task that has never been queued. */
export const NO_ROTATION: u64 = u64.MAX_VALUE;

/** 64 bytes beyond the machine's fields, without gaps: one cache line. */
@unmanaged
@final
export class DeadlineTask extends WeightedTask {
  /** 120 + nice, for real-time tasks too. */
  staticPrio: i32;
  /** CPU time at each slot, and what is left of it at this one (below 0: overdrawn), µs. */
  quota: i32;
  timeSlice: i32;
  /** Still on the half quota that its parent gave it. */
  firstTimeSlice: bool;
  /** The array that it is in or was last in, and the CPU that this belongs to. */
  arrayCpu: u8;
  lastArray: PriorityArray | null;
  /** Slots that it has had in its rotation, bit by bit; bit 0 is slot 100. */
  usedSlots: u64;
  /** The rotation of its CPU in which it was last queued afresh or chosen. */
  rotation: u64;
  /** ns: up to when its CPU time is charged. */
  lastRan: u64;
}

@unmanaged
@final
export class DeadlineCpu extends WeightedCpu {
  active: PriorityArray;
  expired: PriorityArray;
  /** The best static priority that has been met in each array in this rotation. */
  activeBestStatic: i32;
  expiredBestStatic: i32;
  /** How often the arrays have been swapped, or the CPU has gone idle. */
  rotation: u64;
  /** For each nice level, the lowest slot from which a task of it has been chosen in this rotation: 40 bytes. */
  levels: usize;
  /** ns: the latest tick or choosing step. */
  recent: u64;
}

export function deadlineCpu(id: i32): DeadlineCpu {
  return changetype<DeadlineCpu>(machine.cpu(id));
}

export function currentOf(cpu: DeadlineCpu): DeadlineTask {
  return changetype<DeadlineTask>(cpu.current);
}

export function describeDeadlineRecords(writer: LayoutWriter): void {
  writer.record("SchedulerTask");
  writer.field("array", offsetof<DeadlineTask>("array"), "Array");
  writer.field("prio", offsetof<DeadlineTask>("prio"), "i32");
  writer.field("staticPrio", offsetof<DeadlineTask>("staticPrio"), "i32");
  writer.field("quota", offsetof<DeadlineTask>("quota"), "i32");
  writer.field("timeSlice", offsetof<DeadlineTask>("timeSlice"), "i32");
  writer.field("firstTimeSlice", offsetof<DeadlineTask>("firstTimeSlice"), "bool");
  writer.set("usedSlots", offsetof<DeadlineTask>("usedSlots"), MAX_RT_PRIO);
  writer.field("rotation", offsetof<DeadlineTask>("rotation"), "u64");
  writer.field("arrayCpu", offsetof<DeadlineTask>("arrayCpu"), "u8");
  writer.field("lastRan", offsetof<DeadlineTask>("lastRan"), "u64");
  writer.field("weight", offsetof<DeadlineTask>("weight"), "u32");
  writer.end();
  writer.record("SchedulerCpu");
  writer.field("active", offsetof<DeadlineCpu>("active"), "Array");
  writer.field("expired", offsetof<DeadlineCpu>("expired"), "Array");
  writer.field("activeBestStatic", offsetof<DeadlineCpu>("activeBestStatic"), "i32");
  writer.field("expiredBestStatic", offsetof<DeadlineCpu>("expiredBestStatic"), "i32");
  writer.field("rotation", offsetof<DeadlineCpu>("rotation"), "u64");
  writer.field("recent", offsetof<DeadlineCpu>("recent"), "u64");
  writer.field("running", offsetof<DeadlineCpu>("running"), "u32");
  writer.field("migrationThread", offsetof<DeadlineCpu>("migrationThread"), "Task");
  writer.field("weighted", offsetof<DeadlineCpu>("weighted"), "u64");
  writer.field("load0", offsetof<DeadlineCpu>("load0"), "u64");
  writer.field("load1", offsetof<DeadlineCpu>("load1"), "u64");
  writer.field("load2", offsetof<DeadlineCpu>("load2"), "u64");
  writer.field("interval", offsetof<DeadlineCpu>("interval"), "u32");
  writer.field("failed", offsetof<DeadlineCpu>("failed"), "u32");
  writer.field("lastBalance", offsetof<DeadlineCpu>("lastBalance"), "u64");
  writer.field("nextBalance", offsetof<DeadlineCpu>("nextBalance"), "u64");
  writer.field("pushPending", offsetof<DeadlineCpu>("pushPending"), "bool");
  writer.end();
}
