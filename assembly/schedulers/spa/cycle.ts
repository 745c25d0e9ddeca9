/**
 * Where a task's time goes. A cycle lasts from one wake-up to the next, or to the end of a time slice; what it spent on the CPU, asleep and
 * queued enters three running averages. Source: spa-family.md, "The reconstruction".
 */
import { machine } from "../../machine/machine";
import { SpaTask } from "./records";

/** The stretch that ends now was spent on the CPU. */
export function chargeRun(task: SpaTask): void {
  task.cycleRun += endStretch(task);
}

/** … asleep. */
export function chargeSleep(task: SpaTask): void {
  task.cycleSleep += endStretch(task);
}

/** … on the queue. */
export function chargeDelay(task: SpaTask): void {
  task.cycleDelay += endStretch(task);
}

function endStretch(task: SpaTask): u64 {
  const stretch = machine.now - task.timestamp;
  task.timestamp = machine.now;
  return stretch;
}

/** The cycle ends: it enters the averages, and is the average if it is the first one. */
export function endCycle(task: SpaTask): void {
  if (task.hasCycle) {
    task.averageRun = smooth(task.averageRun, task.cycleRun);
    task.averageSleep = smooth(task.averageSleep, task.cycleSleep);
    task.averageDelay = smooth(task.averageDelay, task.cycleDelay);
  } else {
    task.averageRun = task.cycleRun;
    task.averageSleep = task.cycleSleep;
    task.averageDelay = task.cycleDelay;
    task.hasCycle = true;
  }
  task.cycleRun = 0;
  task.cycleSleep = 0;
  task.cycleDelay = 0;
}

/** Each term is rounded down by itself: an average of up to 7 ns never fades. */
function smooth(average: u64, latest: u64): u64 {
  return average - average / 8 + latest / 8;
}
