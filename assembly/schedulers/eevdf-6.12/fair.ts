/** The fair class of 6.12: charging, placing, the queue, delayed tasks. Source: eevdf-6.12.md, sections 4, 5 and 7. */
import { machine } from "../../machine/machine";
import { virtualTime } from "../shared/scaled-time";
import { addToTree, averageVruntime, isEligible, removeFromTree } from "./average";
import { EevdfCpu, EevdfTask, tunables } from "./records";

/** The origin of virtual time at boot: a little before the wrap to 0, so that the wrap is tried. */
export const FIRST_VRUNTIME: i64 = -1_048_576;

/** What a task asks for at a time, in its virtual time. */
function sliceOf(task: EevdfTask): i64 {
  return virtualTime(tunables.baseSlice, task);
}

/** update_curr: a request that is used up gets a new deadline; who is no longer protected, and has had its share, must go. */
export function charge(cpu: EevdfCpu): void {
  const task = cpu.fairCurrent;
  if (task == null) return;
  const delta = machine.now - task.execStart;
  if (<i64>delta <= 0) return;
  task.execStart = machine.now;
  task.vruntime += virtualTime(delta, task);
  const expired = task.vruntime - task.deadline >= 0;
  if (expired) task.deadline = task.vruntime + sliceOf(task);
  if (cpu.fairCount == 1) return;
  if (expired || (!task.isProtected && !isEligible(cpu, task.vruntime))) machine.flagResched(cpu);
}

/** Where a task enters: as far behind the average as when it left. The first request of a new task is a short one. */
function place(cpu: EevdfCpu, task: EevdfTask, isNew: bool): void {
  let lag: i64 = 0;
  if (cpu.fairCount > 0 && task.lag != 0) {
    // Its coming moves the average towards it: inflated, so that the lag is right afterwards.
    const current = cpu.fairCurrent;
    let weight = cpu.weightSum;
    if (current != null && current.onQueue) weight += <i64>current.weight;
    lag = (task.lag * (weight + <i64>task.weight)) / weight;
  }
  task.vruntime = averageVruntime(cpu) - lag;
  const slice = sliceOf(task);
  task.deadline = task.vruntime + (isNew ? slice / 2 : slice);
}

export function enqueue(cpu: EevdfCpu, task: EevdfTask, isNew: bool): void {
  charge(cpu);
  place(cpu, task, isNew);
  if (task != cpu.fairCurrent) addToTree(cpu, task);
  task.onQueue = true;
  cpu.fairCount += 1;
  cpu.running += 1;
}

export function lagOf(cpu: EevdfCpu, task: EevdfTask): i64 {
  const limit = virtualTime(tunables.longestLag, task);
  return max<i64>(min<i64>(averageVruntime(cpu) - task.vruntime, limit), -limit);
}

/** Off the queue altogether; its lag is kept. */
export function remove(cpu: EevdfCpu, task: EevdfTask): void {
  task.lag = lagOf(cpu, task);
  if (task != cpu.fairCurrent) removeFromTree(cpu, task);
  task.onQueue = false;
  cpu.fairCount -= 1;
  cpu.running -= 1;
  // The next one to come starts from here.
  if (cpu.fairCount == 0) cpu.zeroVruntime = task.vruntime;
}

/** The current task sleeps. If it is ahead of its share, it stays on the queue until that has worn off. */
export function dequeueSleeper(cpu: EevdfCpu, task: EevdfTask): void {
  charge(cpu);
  if (isEligible(cpu, task.vruntime)) remove(cpu, task);
  else task.delayed = true;
}

/** A delayed task is picked: now it really leaves, and what it is owed by now is forgotten. */
export function finishDelayed(cpu: EevdfCpu, task: EevdfTask): void {
  charge(cpu);
  remove(cpu, task);
  task.delayed = false;
  task.lag = min<i64>(task.lag, 0);
}

/** A delayed task is woken: it is on the queue already. Nothing moves unless it is owed something by now. */
export function wakeDelayed(cpu: EevdfCpu, task: EevdfTask): void {
  task.lag = lagOf(cpu, task);
  if (task.lag > 0) {
    removeFromTree(cpu, task);
    cpu.fairCount -= 1;
    task.lag = 0;
    place(cpu, task, false);
    addToTree(cpu, task);
    cpu.fairCount += 1;
  }
  task.delayed = false;
}

export function putPrevious(cpu: EevdfCpu, task: EevdfTask): void {
  if (task.onQueue) {
    charge(cpu);
    addToTree(cpu, task);
  }
  cpu.fairCurrent = null;
}

export function setNext(cpu: EevdfCpu, task: EevdfTask): void {
  removeFromTree(cpu, task);
  takeOver(cpu, task);
}

/** The task, off the tree, is the current one of its class, and protected. */
export function takeOver(cpu: EevdfCpu, task: EevdfTask): void {
  task.lag = task.deadline;
  task.execStart = machine.now;
  cpu.fairCurrent = task;
}

/** A yield gives up the rest of the request, if the task is not ahead anyway. */
export function yieldRequest(cpu: EevdfCpu, task: EevdfTask): void {
  charge(cpu);
  if (!isEligible(cpu, task.vruntime)) return;
  task.vruntime = task.deadline;
  task.deadline += sliceOf(task);
}
