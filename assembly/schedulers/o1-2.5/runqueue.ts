/** A CPU's runqueue: what every part of the scheduler and its balancers does with it. Source: o1-2.5.md, section 1. */
import { machine } from "../../machine/machine";
import { traceMigrate } from "../../machine/trace";
import { PriorityArray } from "../../structures/priority-array";
import { creditSleep, noteSleep } from "./estimator";
import { O1Cpu, O1Task } from "./records";

export function o1Cpu(id: i32): O1Cpu {
  return changetype<O1Cpu>(machine.cpu(id));
}

export function currentOf(cpu: O1Cpu): O1Task {
  return changetype<O1Task>(cpu.current);
}

/** At the tail of its priority's list. */
export function enqueue(task: O1Task, array: PriorityArray): void {
  array.enqueue(task, task.prio);
  task.array = array;
}

/** Takes the task out of its array. */
export function dequeue(task: O1Task): void {
  task.array!.dequeue(task, task.prio);
  task.array = null;
}

/** The task becomes runnable on this CPU. */
export function activate(task: O1Task, cpu: O1Cpu): void {
  creditSleep(task, cpu);
  enqueue(task, cpu.active);
  cpu.running += 1;
}

/** The task of this CPU is no longer runnable. */
export function deactivate(task: O1Task, cpu: O1Cpu): void {
  cpu.running -= 1;
  dequeue(task);
  noteSleep(task, cpu);
}

/** Strictly better than the current task; anything beats the idle task. */
export function flagIfPreempted(task: O1Task, cpu: O1Cpu): void {
  if (cpu.isRunningIdle || task.prio < currentOf(cpu).prio) machine.flagResched(cpu);
}

/** Moves a queued task to the active array of another CPU; priority, slice and past stay. */
export function move(task: O1Task, from: O1Cpu, to: O1Cpu): void {
  dequeue(task);
  from.running -= 1;
  machine.moveTask(task, to);
  traceMigrate(task, from, to);
  to.running += 1;
  enqueue(task, to.active);
}

export function swapArrays(cpu: O1Cpu): void {
  const active = cpu.active;
  cpu.active = cpu.expired;
  cpu.expired = active;
  cpu.swapCount += 1;
  cpu.expiredAt = 0;
}
