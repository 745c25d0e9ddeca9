/** A task's history of sleeping and running, and the priority that follows from it. Source: nicksched.md, "History", "Priority". */
import { isRealtime } from "../../machine/program";
import { divide } from "../shared/division";
import { MAX_PRIO, MAX_RT_PRIO, NickTask } from "./records";
import { HISTORY_SCALE, tuning } from "./tuning";

export const enum Stretch {
  Sleep = 0,
  Run = 1,
  /** On the queue: it only lets the past fade. */
  Wait = 2,
}

/** `time` jiffies of this kind have passed. What was before counts a little less. */
export function addToHistory(task: NickTask, time: u64, kind: Stretch): void {
  if (time == 0) return;
  const counted = min<u64>(time, capOf(kind));
  fade(task, counted);
  if (kind != Stretch.Wait) {
    task.total += HISTORY_SCALE * counted;
    if (kind == Stretch.Sleep) task.slept += HISTORY_SCALE * counted;
    task.sleepAverage = divide(HISTORY_SCALE * task.slept, task.total);
  }
  keepLeastTotal(task);
}

function capOf(kind: Stretch): u64 {
  if (kind == Stretch.Sleep) return tuning.sleepCap;
  return kind == Stretch.Run ? tuning.runCap : tuning.waitCap;
}

function fade(task: NickTask, time: u64): void {
  const history = tuning.history;
  const rest = history - time;
  task.total = divide(rest * task.total + history / 2, history);
  task.slept = divide(rest * task.slept + history / 2, history);
}

/** A short history is stretched, with its average kept, so that a new task's first sleeps do not count for everything. */
export function keepLeastTotal(task: NickTask): void {
  if (task.total >= tuning.leastTotal) return;
  task.total = tuning.leastTotal;
  task.slept = (task.total * task.sleepAverage) / HISTORY_SCALE;
}

/** A newcomer counts as a hog. */
export function clearHistory(task: NickTask): void {
  task.total = tuning.leastTotal;
  task.slept = 0;
  task.sleepAverage = 0;
}

/** Levels, 0 for a hog … bonusRange for a sleeper. */
export function bonusOf(task: NickTask): i32 {
  return <i32>((tuning.bonusRange * task.sleepAverage + HISTORY_SCALE / 2) / HISTORY_SCALE);
}

/** For nice 0: 140 for a hog … 120 for a sleeper. */
export function effectivePrio(task: NickTask): i32 {
  if (isRealtime(task.policy)) return 99 - task.rtprio;
  const prio = task.staticPrio + 10 - bonusOf(task);
  return min<i32>(max<i32>(prio, MAX_RT_PRIO), MAX_PRIO - 1);
}
