/**
 * The interactivity estimator: a task's sleep average, and the dynamic priority that follows from it.
 * Source: o1-2.6.md, sections 3, 4 and 14; operations-o1-2.6.md, B.
 */
import { machine } from "../../machine/machine";
import { isRealtime, Policy } from "../../machine/program";
import { Activation, MAX_PRIO, MAX_RT_PRIO, O1Task } from "./records";
import { rules } from "./rules";

/** The bonus that leaves the priority as it is. */
const NEUTRAL_BONUS: i32 = 5;
const MAX_BONUS: u32 = 10;

export function bonus(task: O1Task): u32 {
  return rules.bonus(task.sleepAverage);
}

/** The dynamic priority of the task as it is now; a real-time one keeps its own. */
export function effectivePrio(task: O1Task): i32 {
  return task.prio < MAX_RT_PRIO ? task.prio : normalPrio(task);
}

/** The same, whatever class the task is in at the moment. */
export function normalPrio(task: O1Task): i32 {
  const prio = task.staticPrio - (<i32>bonus(task) - NEUTRAL_BONUS);
  return min<i32>(max<i32>(prio, MAX_RT_PRIO), MAX_PRIO - 1);
}

export function isInteractive(task: O1Task): bool {
  return task.prio <= task.staticPrio - rules.delta(task.staticPrio);
}

/** Ticks after which an interactive task lets its equals run; doubles with every bonus point that it lacks. */
export function roundRobinGranularity(task: O1Task, cpus: i32): u64 {
  const exponent = max<i32>(<i32>MAX_BONUS - <i32>bonus(task), 1) - 1;
  return ((<u64>rules.granularity) << (<u64>exponent)) * <u64>cpus;
}

/** Credits the task for having slept (or waited) from its timestamp to `now`; returns its new priority. */
export function recalculate(task: O1Task, now: u64): i32 {
  if (rules.lateEstimator) creditSleep(task, now);
  else creditSleepEarly(task, now);
  return effectivePrio(task);
}

/** 2.6.18 and later. A negative difference is a huge one, which the last line caps. */
function creditSleep(task: O1Task, now: u64): void {
  if (task.policy == Policy.Batch) return;
  let slept = (now - task.timestamp) & machine.longMask;
  if (slept == 0) return;
  const ceiling = rules.sleepCeiling(task.staticPrio);
  if (!task.isKernelThread && slept > ceiling && task.sleepAverage < ceiling) {
    task.sleepAverage = ceiling;
    task.activated = Activation.NonInteractive;
  } else {
    if (task.activated == Activation.NonInteractive) slept = limitToCeiling(task, slept, ceiling);
    task.sleepAverage = (task.sleepAverage + slept) & machine.longMask;
  }
  task.sleepAverage = min<u64>(task.sleepAverage, rules.maxSleepNs);
}

/** Up to 2.6.12. A negative difference is huge here too, and capped at once. */
function creditSleepEarly(task: O1Task, now: u64): void {
  let slept = min<u64>(now - task.timestamp, rules.maxSleepNs);
  if (slept == 0) return;
  const marked = task.activated == Activation.NonInteractive;
  const ceiling = rules.sleepCeiling(task.staticPrio);
  if (!task.isKernelThread && !marked && slept > ceiling) {
    // Set, not added: it lowers the average of a task that had more.
    task.sleepAverage = (rules.maxSleep - rules.averageSlice) * rules.tickNs;
    earnCredit(task);
    return;
  }
  slept = (slept * max<i32>(<i32>MAX_BONUS - <i32>bonus(task), 1)) & machine.longMask;
  if (rules.creditsInteractivity && task.credit < -rules.creditLimit) {
    slept = min<u64>(slept, <u64>rules.slice(task.staticPrio) * rules.tickNs);
  }
  if (marked && !task.isKernelThread && !isProven(task)) slept = limitToCeiling(task, slept, ceiling);
  task.sleepAverage = (task.sleepAverage + slept) & machine.longMask;
  if (task.sleepAverage > rules.maxSleepNs) {
    task.sleepAverage = rules.maxSleepNs;
    earnCredit(task);
  }
}

/** A marked task is lifted to the ceiling and no further; returns what is left to be added. */
function limitToCeiling(task: O1Task, slept: u64, ceiling: u64): u64 {
  if (task.sleepAverage >= ceiling) return 0;
  if (((task.sleepAverage + slept) & machine.longMask) < ceiling) return slept;
  task.sleepAverage = ceiling;
  return 0;
}

/** Enough credit to count as interactive for good (never without the credit rule). */
export function isProven(task: O1Task): bool {
  return rules.creditsInteractivity && task.credit > rules.creditLimit;
}

function earnCredit(task: O1Task): void {
  if (rules.creditsInteractivity && task.credit <= rules.creditLimit) task.credit += 1;
}

/** What `ran` ns on the CPU cost the task of its average. The divisor is its bonus before the charge. */
export function runTimeCharge(task: O1Task, ran: u64): u64 {
  if (<i64>ran < 0 && rules.clampsNegativeTimes) return 0;
  const charge = min<u64>(ran, rules.maxSleepNs);
  if (!rules.alwaysDividesRunTime && !isProven(task)) return charge;
  const divisor = bonus(task);
  // Both fit 32 bits, whose division is the cheap one.
  return divisor > 1 ? <u64>(<u32>charge / divisor) : charge;
}

export function chargeRunTime(task: O1Task, charge: u64): void {
  if (task.sleepAverage > charge) {
    task.sleepAverage -= charge;
    return;
  }
  task.sleepAverage = 0;
  const limit = rules.creditLimit;
  if (rules.creditsInteractivity && task.credit >= -limit && task.credit <= limit) task.credit -= 1;
}

/** What is left of a sleep average after a fork: `percent` of its whole bonus points. */
export function keepShare(points: u32, percent: u64): u64 {
  return ((((<u64>points * percent) / 100) * rules.maxSleep) / MAX_BONUS) * rules.tickNs;
}

/** The load weight of a task by its class, nice and rtprio (section 11). */
export function weightOf(task: O1Task): u32 {
  if (task.isKernelThread) return 0;
  if (!isRealtime(task.policy)) return rules.weight(task.staticPrio);
  return rules.realtimeWeight + <u32>((<u64>task.rtprio * 128) / rules.averageSlice);
}
