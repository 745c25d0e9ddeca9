/** A CPU's runqueue: what every part of the scheduler and its balancers does with it. Source: o1-2.6.md, sections 2 and 5. */
import { machine } from "../../machine/machine";
import { Policy } from "../../machine/program";
import { traceMigrate } from "../../machine/trace";
import { PriorityArray } from "../../structures/priority-array";
import { recalculate } from "./estimator";
import { Activation, MAX_RT_PRIO, O1Cpu, O1Task } from "./records";
import { rules } from "./rules";

export function o1Cpu(id: i32): O1Cpu {
  return changetype<O1Cpu>(machine.cpu(id));
}

/** It ran so lately that its data may still be in the cache. Signed: clocks of CPUs differ. */
export function isHot(task: O1Task, reference: u64): bool {
  return <i64>(reference - task.lastRan) < rules.cacheHot;
}

export function currentOf(cpu: O1Cpu): O1Task {
  return changetype<O1Task>(cpu.current);
}

export function enqueue(task: O1Task, array: PriorityArray): void {
  array.enqueue(task, task.prio);
  task.array = array;
}

/** Takes the task out of its array. */
export function dequeue(task: O1Task): void {
  task.array!.dequeue(task, task.prio);
  task.array = null;
}

/** Queues a task that becomes runnable. A batch task waits in `expired`. */
export function put(task: O1Task, cpu: O1Cpu): void {
  const batch = rules.knowsBatch && task.policy == Policy.Batch;
  enqueue(task, batch ? cpu.expired : cpu.active);
  count(task, cpu);
}

/** Takes a task off the runqueue altogether. */
export function remove(task: O1Task, cpu: O1Cpu): void {
  cpu.running -= 1;
  cpu.weighted -= task.weight;
  dequeue(task);
}

/** Counts a task that has been queued. */
export function count(task: O1Task, cpu: O1Cpu): void {
  cpu.running += 1;
  cpu.weighted += task.weight;
}

/** Strictly better; anything beats the idle task. */
export function preempts(task: O1Task, cpu: O1Cpu): bool {
  return task.prio < currentOf(cpu).prio;
}

export function flagIfPreempted(task: O1Task, cpu: O1Cpu): void {
  if (preempts(task, cpu)) machine.flagResched(cpu);
}

/** Credits the sleep and queues the woken task on `cpu`. */
export function activate(task: O1Task, cpu: O1Cpu, waker: O1Cpu, inInterrupt: bool): void {
  const realtime = task.prio < MAX_RT_PRIO;
  if (!realtime || rules.stampsRealtime) {
    let now = machine.now;
    if (rules.translatesClocks && cpu != waker) now = now - waker.lastTick + cpu.lastTick;
    if (!realtime || rules.recalculatesRealtime) task.prio = recalculate(task, now);
    if (task.activated == Activation.None) task.activated = inInterrupt ? Activation.ByInterrupt : Activation.ByTask;
    task.timestamp = now;
  }
  put(task, cpu);
}

/** Moves a queued task to an array of another CPU; its timestamp is the caller's business. */
export function pull(task: O1Task, from: O1Cpu, to: O1Cpu, array: PriorityArray): void {
  remove(task, from);
  machine.moveTask(task, to);
  traceMigrate(task, from, to);
  enqueue(task, array);
  count(task, to);
}
