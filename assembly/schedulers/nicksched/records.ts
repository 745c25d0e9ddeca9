/** The records of nicksched: what it keeps of a task and of a CPU. Source: nicksched.md. */
import { LayoutWriter } from "../../machine/layout";
import { machine } from "../../machine/machine";
import { PriorityArray } from "../../structures/priority-array";
import { QueueCpu, QueueTask } from "../shared/queue-records";

/** Lists of an array, and the idle task's priority. */
export const MAX_PRIO: i32 = 160;
export const MAX_RT_PRIO: i32 = 100;
/** Static priority of nice 0. */
export const NICE_0_PRIO: i32 = 130;

/** 64 bytes beyond the machine's fields, without gaps: one cache line. */
@unmanaged
@final
export class NickTask extends QueueTask {
  /** 130 + nice, for real-time tasks too. */
  staticPrio: i32;
  /** Ticks used of the present time slice. */
  usedSlice: u32;
  /** Still on the slice that it shares with its parent. */
  firstTimeSlice: bool;
  /** Its CPU's count of array switches when it last blocked. */
  arraySwitches: u32;
  /** jiffies: of the wake-up, fork, start or last choosing step. */
  timestamp: u64;
  /** The history that its priority is made from: weighed jiffies asleep or running, and asleep, × 1024. */
  total: u64;
  slept: u64;
  /** slept / total, 0 … 1024. */
  sleepAverage: u64;
}

@unmanaged
@final
export class NickCpu extends QueueCpu {
  active: PriorityArray;
  expired: PriorityArray;
  /** How often the arrays have been swapped. */
  arraySwitches: u32;
  /** Queue lengths of all CPUs as last seen from here: an array of u32. */
  previousLengths: usize;
}

export function nickCpu(id: i32): NickCpu {
  return changetype<NickCpu>(machine.cpu(id));
}

export function currentOf(cpu: NickCpu): NickTask {
  return changetype<NickTask>(cpu.current);
}

export function describeNickRecords(writer: LayoutWriter): void {
  writer.record("SchedulerTask");
  writer.field("array", offsetof<NickTask>("array"), "Array");
  writer.field("prio", offsetof<NickTask>("prio"), "i32");
  writer.field("staticPrio", offsetof<NickTask>("staticPrio"), "i32");
  writer.field("usedSlice", offsetof<NickTask>("usedSlice"), "u32");
  writer.field("firstTimeSlice", offsetof<NickTask>("firstTimeSlice"), "bool");
  writer.field("timestamp", offsetof<NickTask>("timestamp"), "u64");
  writer.field("total", offsetof<NickTask>("total"), "u64");
  writer.field("slept", offsetof<NickTask>("slept"), "u64");
  writer.field("sleepAverage", offsetof<NickTask>("sleepAverage"), "u64");
  writer.field("arraySwitches", offsetof<NickTask>("arraySwitches"), "u32");
  writer.end();
  writer.record("SchedulerCpu");
  writer.field("active", offsetof<NickCpu>("active"), "Array");
  writer.field("expired", offsetof<NickCpu>("expired"), "Array");
  writer.field("running", offsetof<NickCpu>("running"), "u32");
  writer.field("arraySwitches", offsetof<NickCpu>("arraySwitches"), "u32");
  writer.field("migrationThread", offsetof<NickCpu>("migrationThread"), "Task");
  writer.end();
}
