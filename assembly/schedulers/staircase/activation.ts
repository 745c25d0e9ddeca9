/** What a task gets when it becomes runnable: a full slice, less what it has not slept off. Source: staircase-v16.md, "Activation". */
import { machine } from "../../machine/machine";
import { isRealtime } from "../../machine/program";
import { effectivePrio, intervalOf, loseBonus, maxBonus, sliceOf } from "./priority";
import { StairCpu, StairTask } from "./records";
import { elapsed, rules } from "./rules";
import { put } from "./runqueue";

/** Credits the sleep and queues the task on `cpu`. */
export function activate(task: StairTask, cpu: StairCpu, waker: StairCpu): void {
  let now = machine.now;
  // Ticks of two CPUs of one instant come one after the other, so this may be a tick out.
  if (cpu != waker) now = now - waker.lastTick + cpu.lastTick;
  task.slice = sliceOf(task);
  task.timeSlice = intervalOf(task);
  const realtime = isRealtime(task.policy);
  if (!realtime || rules.recalculatesRealtime) {
    if (rules.weighsSleepInSlices) recalculateInSlices(task, now);
    else recalculate(task, now);
    // A real-time task that does not pass here keeps its marks until it wakes as a normal one.
    task.forked = false;
    task.nonSleep = false;
  }
  if (!realtime) task.prio = effectivePrio(task);
  task.timestamp = now;
  put(task, cpu);
}

/** v16. */
function recalculate(task: StairTask, now: u64): void {
  // Unsigned: more run time than the slice (after nice made the task worse) wraps, and the rule does not apply.
  const left = <u64>task.slice - task.totalRun / machine.tickNs;
  if (task.slice > task.timeSlice && left < <u64>task.timeSlice) {
    loseBonus(task);
    task.totalRun = 0;
    return;
  }
  task.totalRun += task.runtime;
  if (!task.forked) {
    const slept = elapsed(now, task.timestamp);
    if (slept >= task.totalRun) {
      if (!task.nonSleep) creditSleep(task, slept);
      task.totalRun = 0;
      return;
    }
    task.totalRun -= slept;
  }
  const tick = machine.tickNs;
  if (task.totalRun / tick < <u64>task.slice) {
    continueSlice(task);
    return;
  }
  const whole = <u64>task.slice * tick;
  task.totalRun -= whole;
  loseBonus(task);
  while (task.totalRun > whole) {
    task.totalRun -= whole;
    loseBonus(task);
  }
}

/** v13. */
function recalculateInSlices(task: StairTask, now: u64): void {
  const tick = machine.tickNs;
  const whole = <u64>task.slice * tick;
  const slept = elapsed(now, task.timestamp);
  task.totalRun += task.runtime;
  const hasUsedUp = task.totalRun / tick >= <u64>task.slice;
  if (hasUsedUp && slept / tick < <u64>task.slice) {
    loseBonus(task);
    task.totalRun -= whole;
    task.totalRun = slept > task.totalRun ? 0 : task.totalRun - slept;
    return;
  }
  if (!task.nonSleep) {
    if (slept >= task.totalRun) {
      creditSleep(task, slept);
      task.totalRun = 0;
      return;
    }
    task.totalRun -= slept;
  }
  if (task.totalRun / tick < <u64>task.slice) {
    continueSlice(task);
    return;
  }
  task.totalRun -= whole;
  loseBonus(task);
}

/** It goes on where it was on the stairs. `totalRun` is less than the slice. */
function continueSlice(task: StairTask): void {
  task.slice -= <u32>(task.totalRun / machine.tickNs);
  const rest = task.slice % intervalOf(task);
  if (rest) task.timeSlice = rest;
}

/** It slept longer than it ran: one bonus point, as long as it has fewer than the sleep is times the run. */
function creditSleep(task: StairTask, slept: u64): void {
  // 32 bits, as in the kernel.
  const best = <u32>(slept / (task.totalRun + 1));
  if (<u32>task.bonus < best && task.bonus < maxBonus(task)) task.bonus += 1;
}
