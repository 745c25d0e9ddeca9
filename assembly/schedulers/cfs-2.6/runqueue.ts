/**
 * A CPU's runqueue with its two classes, the fair one in either of its generations: what every part of the scheduler
 * and its balancer does with it. Source: cfs-2.6.24.md, sections 2, 6 and 7, and the same of cfs-2.6.23.md.
 */
import { machine } from "../../machine/machine";
import { isRealtime, Policy } from "../../machine/program";
import { traceMigrate } from "../../machine/trace";
import { NO_NODE } from "../../structures/ordered-tree";
import { firstRealtime, prioOf } from "../shared/realtime";
import { applyWeight } from "../shared/weights";
import * as fairClock from "./fair-clock";
import { CfsCpu, CfsTask, taskOf } from "./records";
import { rules } from "./rules";
import * as vruntime from "./vruntime";

const IDLE_POLICY_WEIGHT: u32 = 2;
/** Meant is 2^31, but the 64-bit kernel extends the sign to 2^64 - 2^31: every product with it wraps. */
const IDLE_POLICY_INVERSE: i32 = i32.MIN_VALUE;

export function cfsCpu(id: i32): CfsCpu {
  return changetype<CfsCpu>(machine.cpu(id));
}

export function currentOf(cpu: CfsCpu): CfsTask {
  return changetype<CfsTask>(cpu.current);
}

/** Priority and weight follow from policy, nice and rtprio. */
export function applyAttributes(task: CfsTask): void {
  task.prio = prioOf(task);
  applyWeight(task, IDLE_POLICY_WEIGHT, IDLE_POLICY_INVERSE);
}

/** update_curr of the fair class. */
export function chargeFair(cpu: CfsCpu): void {
  if (rules.keepsFairClock) fairClock.charge(cpu);
  else vruntime.charge(cpu);
}

/** Charges the current task if it is a real-time one; a count that decides nothing until it becomes fair. */
export function chargeRealtime(cpu: CfsCpu): void {
  const task = currentOf(cpu);
  if (!isRealtime(task.policy)) return;
  task.sliceExec += cpu.clock - task.execStart;
  task.execStart = cpu.clock;
}

/** Queues a task that becomes runnable, and counts it. `waking`: after a sleep. */
export function activate(cpu: CfsCpu, task: CfsTask, waking: bool): void {
  if (isRealtime(task.policy)) {
    cpu.realtime.enqueue(task, task.prio);
    count(cpu, task);
    return;
  }
  if (rules.keepsFairClock) fairClock.enqueue(cpu, task, waking);
  else vruntime.enqueue(cpu, task, waking);
  countFair(cpu, task);
  count(cpu, task);
}

/** Takes a task off the runqueue altogether. `sleeping`: because it sleeps, or has exited. */
export function deactivate(cpu: CfsCpu, task: CfsTask, sleeping: bool): void {
  if (isRealtime(task.policy)) {
    chargeRealtime(cpu);
    cpu.realtime.dequeue(task, task.prio);
  } else {
    if (rules.keepsFairClock) fairClock.dequeue(cpu, task, sleeping);
    else vruntime.dequeue(cpu, task);
    cpu.fairCount -= 1;
    cpu.fairLoad -= task.weight;
    task.onQueue = false;
  }
  cpu.running -= 1;
  cpu.load -= task.weight;
}

/** Counts a task that has been put on the fair queue. */
export function countFair(cpu: CfsCpu, task: CfsTask): void {
  cpu.fairCount += 1;
  cpu.fairLoad += task.weight;
  task.onQueue = true;
}

export function count(cpu: CfsCpu, task: CfsTask): void {
  cpu.running += 1;
  cpu.load += task.weight;
}

/** The task that leaves goes back to where it waits, if it can still run. */
export function putPrevious(cpu: CfsCpu, task: CfsTask): void {
  if (task.isIdle) return;
  if (isRealtime(task.policy)) {
    chargeRealtime(cpu);
    task.execStart = 0;
  } else if (rules.keepsFairClock) {
    fairClock.putPrevious(cpu, task);
  } else {
    vruntime.putPrevious(cpu, task);
  }
}

/** Picks the next task: the best real-time one, else the first of the tree, else the idle task. */
export function takeNext(cpu: CfsCpu): CfsTask {
  const realtime = changetype<CfsTask | null>(firstRealtime(cpu));
  if (realtime != null) {
    realtime.execStart = cpu.clock;
    cpu.fairCurrent = null;
    return realtime;
  }
  const first = cpu.tree.first;
  if (first == NO_NODE) {
    cpu.fairCurrent = null;
    return changetype<CfsTask>(cpu.idle);
  }
  const task = taskOf(first);
  if (rules.keepsFairClock) fairClock.setNext(cpu, task);
  else vruntime.setNext(cpu, task);
  cpu.fairCurrent = task;
  return task;
}

/** Whether a task that has become runnable should run now: by the class of the current task. */
export function flagIfPreempted(cpu: CfsCpu, task: CfsTask): void {
  const current = currentOf(cpu);
  let preempts = true;
  if (isRealtime(current.policy)) {
    preempts = task.prio < current.prio;
  } else if (!current.isIdle) {
    if (isRealtime(task.policy)) chargeFair(cpu);
    else if (rules.keepsFairClock) preempts = fairClock.preemptsAtWakeup(cpu, task, current);
    else preempts = task.policy != Policy.Batch && vruntime.preemptsAtWakeup(task, current);
  }
  if (preempts) machine.flagResched(cpu);
}

/** Puts a task that is on no queue on another CPU, and tells of it. */
export function migrate(task: CfsTask, from: CfsCpu, to: CfsCpu): void {
  move(task, from, to);
  traceMigrate(task, from, to);
}

/** The same without a word. */
export function move(task: CfsTask, from: CfsCpu, to: CfsCpu): void {
  if (rules.keepsFairClock) fairClock.migrate(task, from, to);
  else vruntime.migrate(task, from, to);
  machine.moveTask(task, to);
}

/** Moves a queued task to another CPU. Each of the two is charged by its own clock, which may stand behind. */
export function pull(task: CfsTask, from: CfsCpu, to: CfsCpu): void {
  deactivate(from, task, false);
  migrate(task, from, to);
  activate(to, task, false);
  flagIfPreempted(to, task);
}
