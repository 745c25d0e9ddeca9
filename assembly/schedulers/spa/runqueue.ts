/**
 * A CPU's runqueue: one array of slots, and the promotion that keeps its tail from starving. A promotion moves whole lists and touches no
 * task; what slot a task is in follows from the slot in which it was queued and the number of promotions since.
 * Source: spa-family.md, "The reconstruction".
 */
import { machine } from "../../machine/machine";
import { isRealtime } from "../../machine/program";
import { bonusPoints } from "./bonus";
import { entitlementPrio, sharesOf } from "./entitlement";
import { BEST_NORMAL_SLOT, currentOf, SpaCpu, SpaTask } from "./records";
import { rules } from "./rules";

/** The slot that a task is in; the one that it left last while it is in none. */
export function slotOf(task: SpaTask, cpu: SpaCpu): i32 {
  const slot = task.queuedSlot;
  if (task.array == null || slot <= BEST_NORMAL_SLOT) return slot;
  const promotions = cpu.promotions - task.promotionsBefore;
  return slot - <i32>min<u32>(promotions, slot - BEST_NORMAL_SLOT);
}

/** The slot that a task deserves, by its averages and bonuses as they stand. With entitlements it may raise the yardstick. */
export function deservedSlot(task: SpaTask, cpu: SpaCpu): i32 {
  if (isRealtime(task.policy)) return 99 - task.rtprio;
  return slotFor(task, rules.ranksByEntitlement ? entitlementPrio(task, cpu) : 120 + task.nice);
}

/** Of a normal task with this priority before bonuses. */
export function slotFor(task: SpaTask, prio: i32): i32 {
  // Only bonuses beyond the usual maximum ever meet the limits.
  return min<i32>(max<i32>(prio + rules.bonusSlots - bonusPoints(task), BEST_NORMAL_SLOT), rules.worstSlot);
}

/** To the tail of a slot. */
export function enqueue(task: SpaTask, cpu: SpaCpu, slot: i32): void {
  cpu.slots.enqueue(task, slot);
  task.array = cpu.slots;
  task.queuedSlot = slot;
  task.promotionsBefore = cpu.promotions;
}

/** Out of its slot, which it remembers. */
export function dequeue(task: SpaTask, cpu: SpaCpu): void {
  const slot = slotOf(task, cpu);
  cpu.slots.dequeue(task, slot);
  task.array = null;
  task.queuedSlot = slot;
}

/** A task becomes runnable. Before it is assessed: it counts for its own bonus. */
export function count(task: SpaTask, cpu: SpaCpu): void {
  cpu.running += 1;
  cpu.shares += sharesOf(task.nice);
}

/** A task is no longer runnable. */
export function remove(task: SpaTask, cpu: SpaCpu): void {
  dequeue(task, cpu);
  cpu.running -= 1;
  cpu.shares -= sharesOf(task.nice);
}

/** Strictly better; anything beats the idle task. */
export function flagIfPreempted(task: SpaTask, cpu: SpaCpu): void {
  if (slotOf(task, cpu) < slotOf(currentOf(cpu), cpu)) machine.flagResched(cpu);
}

/** At each tick: promotes when it is time, that is the later the more tasks are runnable. Nobody is preempted by it. */
export function promoteInTime(cpu: SpaCpu): void {
  if (machine.jiffies < cpu.nextPromotion) return;
  const competes = cpu.running >= 2;
  if (competes) promote(cpu);
  cpu.nextPromotion = machine.jiffies + rules.promotionTicks * (competes ? cpu.running - 1 : 1);
}

/**
 * All lists but the best normal one move up by one slot; that of slot 101 joins it at its tail. At most so many steps as there are
 * slots, whatever the number of tasks: ascending, so that each list moves to a place that is free by then.
 */
function promote(cpu: SpaCpu): void {
  const slots = cpu.slots;
  const levels = <i32>slots.levels;
  let slot = slots.firstFrom(BEST_NORMAL_SLOT + 1);
  while (slot < levels) {
    slots.moveList(slot, slot - 1);
    slot = slots.firstFrom(slot + 1);
  }
  cpu.promotions += 1;
}
