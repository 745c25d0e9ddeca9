/**
 * Dynamic priorities: what a task wins or loses by sleeping and running, version by version. In swapcnt, pre11, 2.5.2 and 2.5.3-pre1 the
 * priority is state: it drifts, and the difference of two nice levels that meet at a limit is gone for good. In
 * the others it follows from nice and an estimate. Source: o1-2.5.md, sections 4, 6 and 7.
 */
import { isRealtime } from "../../machine/program";
import { clearHistory, creditHistorySleep, historyPenalty, jiffies, noteHistorySleep } from "./history";
import { MAX_PRIO, MAX_RT_PRIO, O1Cpu, O1Task } from "./records";
import { Estimator, rules } from "./rules";

const WORST_PRIO: i32 = MAX_PRIO - 1;
const NICE_LEVELS: u32 = 40;

/** The priority by nice or rtprio alone. */
export function basePrio(task: O1Task): i32 {
  return isRealtime(task.policy) ? 99 - task.rtprio : 148 + task.nice;
}

export function worsen(prio: i32, levels: i32): i32 {
  return min<i32>(prio + levels, WORST_PRIO);
}

/** A task without a past, as of now. */
export function clearPast(task: O1Task, cpu: O1Cpu): void {
  const now = jiffies();
  if (rules.estimator == Estimator.History) clearHistory(task, now);
  task.lastSwap = cpu.swapCount;
  task.sleptAt = now;
  task.sleepAverage = 0;
}

/** The task leaves its runqueue. */
export function noteSleep(task: O1Task, cpu: O1Cpu): void {
  const now = jiffies();
  if (rules.estimator == Estimator.History) noteHistorySleep(task, now);
  else if (rules.estimator == Estimator.SwapsAsleep) task.lastSwap = cpu.swapCount;
  task.sleptAt = now;
}

/** The task joins a runqueue: its new priority. Real-time tasks keep theirs. */
export function creditSleep(task: O1Task, cpu: O1Cpu): void {
  const realtime = isRealtime(task.policy);
  if (rules.estimator == Estimator.History) {
    const now = jiffies();
    // The history of real-time tasks is kept up as well.
    if (!creditHistorySleep(task, now) || realtime) return;
    task.prio = min<i32>(basePrio(task) + <i32>historyPenalty(task, now), WORST_PRIO);
    return;
  }
  if (realtime) return;
  if (rules.estimator == Estimator.SleepAverage) {
    creditSleepAverage(task, jiffies());
  } else {
    improve(task, sleepBonus(task, cpu));
    if (rules.estimator == Estimator.SwapsSinceActivation) task.lastSwap = cpu.swapCount;
  }
}

/** Levels that a sleep which ends now is worth, where the priority drifts. */
export function sleepBonus(task: O1Task, cpu: O1Cpu): u32 {
  // A fork does not stamp the child: it wins what its parent's last sleep is ago.
  if (rules.estimator == Estimator.LastSleep) return ((jiffies() - task.sleptAt) * rules.bonusPerSecond) / rules.hz;
  // The counters of two CPUs have nothing to do with each other: a difference below zero wraps to the best priority.
  return cpu.swapCount - task.lastSwap;
}

function improve(task: O1Task, bonus: u32): void {
  task.prio = max<i32>(task.prio - <i32>min<u32>(bonus, MAX_PRIO), MAX_RT_PRIO);
}

function creditSleepAverage(task: O1Task, now: u32): void {
  const slept = now - task.sleptAt;
  if (slept == 0 && rules.ignoresShortSleeps) return;
  task.sleepAverage = min<u32>(task.sleepAverage + slept, rules.maxSleepAverage);
  task.prio = averagePrio(task);
}

/** Nice, moved by half the bonus range in either direction. */
export function averagePrio(task: O1Task): i32 {
  const range = NICE_LEVELS * rules.bonusRatio;
  const bonus = <i32>((range * task.sleepAverage) / rules.maxSleepAverage / 100) - <i32>(range / 200);
  return min<i32>(max<i32>(basePrio(task) - bonus, MAX_RT_PRIO), WORST_PRIO);
}

/** The priority with which a normal task goes on when its slice is over. */
export function prioAtExpiry(task: O1Task): i32 {
  if (rules.estimator == Estimator.SleepAverage) return averagePrio(task);
  return worsen(task.prio, rules.expiryPenalty);
}

/** Such a task stays in `active`. */
export function isInteractive(task: O1Task): bool {
  if (task.prio <= rules.interactivePrio) return true;
  const delta = rules.interactiveDelta;
  return delta > 0 && task.prio < 152 && task.prio <= basePrio(task) - delta;
}
