/** The records of the single-priority-array schedulers: what they keep of a task and of a CPU. Source: spa-family.md. */
import { Cpu } from "../../machine/cpu";
import { LayoutWriter } from "../../machine/layout";
import { Task } from "../../machine/task";
import { PriorityArray } from "../../structures/priority-array";

/** The best slot of a normal task; real-time tasks have 0 … 98. */
export const BEST_NORMAL_SLOT: i32 = 100;

/** Behind the machine's fields: where it is queued 16 bytes, slice and bonuses 12, then the clock of its cycle and the averages. */
@unmanaged
@final
export class SpaTask extends Task {
  /** The CPU's array while it is queued (the running task is); else null. */
  array: PriorityArray | null;
  /** The slot in which it was queued, or from which it was taken last. Promotions since then are in no task: see slotOf. */
  queuedSlot: i32;
  /** Promotions of its CPU when it was queued. */
  promotionsBefore: u32;
  /** Ticks left. */
  timeSlice: u32;
  /** 256ths of a point, 0 … 256 × the highest one. */
  interactiveBonus: i32;
  /** Points for waiting: throughput bonus, or fairness bonus (ws). Recomputed at each requeue. */
  delayBonus: i32;
  /** There was a cycle before this one: the averages mean something. */
  hasCycle: bool;
  /** When the present stretch of running, waiting or sleeping began, ns. */
  timestamp: u64;
  /** The present cycle so far, without that stretch: ns on the CPU, asleep, queued. */
  cycleRun: u64;
  cycleSleep: u64;
  cycleDelay: u64;
  /** Running averages of a cycle, ns. */
  averageRun: u64;
  averageSleep: u64;
  averageDelay: u64;
}

@unmanaged
@final
export class SpaCpu extends Cpu {
  slots: PriorityArray;
  /** Queued tasks, the running one included, the idle task not. */
  running: u32;
  /** How often all lists have moved up by one slot. */
  promotions: u32;
  /** jiffies of the next look at whether to promote. */
  nextPromotion: u64;
  /** Sum of the shares of the queued tasks. */
  shares: u64;
  /** The same, smoothed over the ticks, × 128 (ws). */
  smoothedShares: u64;
  /** The highest usage per share seen lately, millionths (ebs). */
  yardstick: u64;
  /** jiffies of its next decay. */
  nextDecay: u64;
}

export function currentOf(cpu: SpaCpu): SpaTask {
  return changetype<SpaTask>(cpu.current);
}

export function describeSpaRecords(writer: LayoutWriter): void {
  writer.record("SchedulerTask");
  writer.field("array", offsetof<SpaTask>("array"), "Array");
  writer.field("queuedSlot", offsetof<SpaTask>("queuedSlot"), "i32");
  writer.field("promotionsBefore", offsetof<SpaTask>("promotionsBefore"), "u32");
  writer.field("timeSlice", offsetof<SpaTask>("timeSlice"), "u32");
  writer.field("interactiveBonus", offsetof<SpaTask>("interactiveBonus"), "i32");
  writer.field("delayBonus", offsetof<SpaTask>("delayBonus"), "i32");
  writer.field("hasCycle", offsetof<SpaTask>("hasCycle"), "bool");
  writer.field("timestamp", offsetof<SpaTask>("timestamp"), "u64");
  writer.field("cycleRun", offsetof<SpaTask>("cycleRun"), "u64");
  writer.field("cycleSleep", offsetof<SpaTask>("cycleSleep"), "u64");
  writer.field("cycleDelay", offsetof<SpaTask>("cycleDelay"), "u64");
  writer.field("averageRun", offsetof<SpaTask>("averageRun"), "u64");
  writer.field("averageSleep", offsetof<SpaTask>("averageSleep"), "u64");
  writer.field("averageDelay", offsetof<SpaTask>("averageDelay"), "u64");
  writer.end();
  writer.record("SchedulerCpu");
  writer.field("slots", offsetof<SpaCpu>("slots"), "Array");
  writer.field("running", offsetof<SpaCpu>("running"), "u32");
  writer.field("promotions", offsetof<SpaCpu>("promotions"), "u32");
  writer.field("nextPromotion", offsetof<SpaCpu>("nextPromotion"), "u64");
  writer.field("shares", offsetof<SpaCpu>("shares"), "u64");
  writer.field("smoothedShares", offsetof<SpaCpu>("smoothedShares"), "u64");
  writer.field("yardstick", offsetof<SpaCpu>("yardstick"), "u64");
  writer.field("nextDecay", offsetof<SpaCpu>("nextDecay"), "u64");
  writer.end();
}
