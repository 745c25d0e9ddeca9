/** How tasks come and go: start, fork, exit. Source: o1-2.5.md, sections 3, 4 and 7. */
import { machine } from "../../machine/machine";
import { isRealtime } from "../../machine/program";
import { liveParent } from "../../machine/task";
import { averagePrio, basePrio, clearPast, worsen } from "./estimator";
import { clearHistory, jiffies } from "./history";
import { MAX_PRIO, O1Cpu, O1Task } from "./records";
import { Estimator, rules } from "./rules";
import { activate } from "./runqueue";
import { busyTick } from "./time-slice";

/** A task of the workload: as forked by a parent without history. */
export function startOn(cpu: O1Cpu, task: O1Task): void {
  task.prio = basePrio(task);
  task.timeSlice = rules.slice(task.prio, task.nice);
  clearPast(task, cpu);
  if (rules.estimator == Estimator.SleepAverage && !isRealtime(task.policy)) task.prio = averagePrio(task);
  wakeForked(task, cpu);
}

export function forkOn(cpu: O1Cpu, parent: O1Task, child: O1Task): void {
  // The copy comes first: what the tick below does to the parent does not reach the child.
  copyParent(parent, child);
  shareSlice(cpu, parent, child);
  beginPast(parent, child);
  wakeForked(child, cpu);
}

function copyParent(parent: O1Task, child: O1Task): void {
  child.prio = hasOwnAttributes(parent, child) ? basePrio(child) : parent.prio;
  child.sleptAt = parent.sleptAt;
  child.lastSwap = parent.lastSwap;
  child.sleepAverage = parent.sleepAverage;
}

/** No kernel forks a child with a nice or policy of its own in one step, and no trace shows it: it has them from the first moment. */
function hasOwnAttributes(parent: O1Task, child: O1Task): bool {
  return child.nice != parent.nice || child.policy != parent.policy || child.rtprio != parent.rtprio;
}

/** Half for each, rounded in the child's favour. A parent whose last tick that was expires on the spot, by a whole tick. */
function shareSlice(cpu: O1Cpu, parent: O1Task, child: O1Task): void {
  child.timeSlice = (parent.timeSlice + 1) >> 1;
  parent.timeSlice >>= 1;
  if (parent.timeSlice) return;
  parent.timeSlice = 1;
  busyTick(cpu);
}

/** What of its parent's past the child keeps. 2.5.2 and 2.5.3-pre1 leave it the parent's last sleep: a hog's child starts on top. */
function beginPast(parent: O1Task, child: O1Task): void {
  const now = jiffies();
  if (rules.estimator == Estimator.History) clearHistory(child, now);
  if (rules.estimator != Estimator.SleepAverage) return;
  child.sleptAt = now;
  if (isRealtime(child.policy)) return;
  parent.sleepAverage = (parent.sleepAverage * rules.parentPenalty) / 100;
  child.sleepAverage = (child.sleepAverage * rules.childPenalty) / 100;
  child.prio = averagePrio(child);
}

/** Queues a new task. Its CPU looks for the best task afterwards, whatever priorities are. */
function wakeForked(task: O1Task, cpu: O1Cpu): void {
  if (!isRealtime(task.policy)) {
    if (rules.thinsForkedPrio) task.prio = MAX_PRIO - 1 - (MAX_PRIO - 1 - task.prio) / 3;
    task.prio = worsen(task.prio, rules.forkPenalty);
  }
  activate(task, cpu);
  machine.flagResched(cpu);
}

/** The parent gets back what is left of the slice, and takes on a worse sleep average in part. */
export function reap(task: O1Task): void {
  const parent = changetype<O1Task | null>(liveParent(task));
  if (parent == null) return;
  parent.timeSlice = min<u32>(parent.timeSlice + task.timeSlice, rules.maxSlice);
  if (!rules.returnsSleepAverage || task.sleepAverage >= parent.sleepAverage) return;
  const weight = rules.exitWeight;
  parent.sleepAverage = (weight * parent.sleepAverage + (4 - weight) * task.sleepAverage) / 4;
}
