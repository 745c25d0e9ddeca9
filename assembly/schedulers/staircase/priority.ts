/** The stairs: how long a task may walk, and where it stands. Source: staircase-v16.md, "Constants", "Priority". */
import { isRealtime, Policy } from "../../machine/program";
import { MAX_PRIO, MAX_RT_PRIO, StairTask } from "./records";
import { rules } from "./rules";

/** rr: ticks of one step. */
export function intervalOf(task: StairTask): u32 {
  return isRealtime(task.policy) ? rules.interval : rules.intervalOf(task.staticPrio);
}

/** Ticks of the whole staircase. */
export function sliceOf(task: StairTask): u32 {
  return isRealtime(task.policy) ? rules.interval : rules.sliceOf(task.staticPrio);
}

/** Steps above the bottom at most. */
export function maxBonus(task: StairTask): u8 {
  return <u8>(task.staticPrio - MAX_RT_PRIO);
}

export function loseBonus(task: StairTask): void {
  if (task.bonus > 0) task.bonus -= 1;
}

/** Intervals of the slice that are used up. */
export function stepsDown(task: StairTask): u32 {
  const full = sliceOf(task);
  // More than the full slice is left where nice has shortened it since.
  return full > task.slice ? (full - task.slice) / intervalOf(task) : 0;
}

/** A step up for each bonus point, a step down for each interval of the slice that is used up. */
export function effectivePrio(task: StairTask): i32 {
  if (isRealtime(task.policy)) return 99 - task.rtprio;
  const bonus = task.policy == Policy.Batch ? 0 : <i32>task.bonus;
  return min<i32>(task.staticPrio - bonus + <i32>stepsDown(task), MAX_PRIO - 1);
}

/** The load weight by class, nice and rtprio. The migration thread has none. */
export function weightOf(task: StairTask): u32 {
  if (task.isKernelThread) return 0;
  if (!isRealtime(task.policy)) return rules.weigh(sliceOf(task));
  return rules.weigh(rules.interval + 20 + <u32>task.rtprio);
}
