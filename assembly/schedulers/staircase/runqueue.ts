/** A CPU's runqueue: one priority array, a count and a load. Source: staircase-v16.md. */
import { machine } from "../../machine/machine";
import { TaskState } from "../../machine/task";
import { activate } from "./activation";
import { currentOf, StairCpu, StairTask } from "./records";
import { rules } from "./rules";

export function enqueue(task: StairTask, cpu: StairCpu): void {
  cpu.queue.enqueue(task, task.prio);
  task.array = cpu.queue;
}

/** Takes the task out of the array; its debit is forgiven. */
export function dequeue(task: StairTask, cpu: StairCpu): void {
  cpu.queue.dequeue(task, task.prio);
  task.array = null;
  task.debit = 0;
}

/** To the tail of the list of another priority, or of the same. */
export function requeue(task: StairTask, cpu: StairCpu, prio: i32): void {
  dequeue(task, cpu);
  task.prio = prio;
  enqueue(task, cpu);
}

/** Queues a task that becomes runnable on this CPU. */
export function put(task: StairTask, cpu: StairCpu): void {
  enqueue(task, cpu);
  cpu.running += 1;
  cpu.weighted += task.weight;
}

/** Takes a task off the runqueue altogether. */
export function remove(task: StairTask, cpu: StairCpu): void {
  cpu.running -= 1;
  cpu.weighted -= task.weight;
  dequeue(task, cpu);
}

/** Strictly better; anything beats the idle task. */
export function flagIfPreempted(task: StairTask, cpu: StairCpu): void {
  if (task.prio >= currentOf(cpu).prio) return;
  machine.flagResched(cpu);
  if (rules.remindsOfPreemption) cpu.preempted = true;
}

/** An ordinary wake-up of the migration thread of `cpu`; nothing happens if it is awake already. */
export function wakeMigrationThread(cpu: StairCpu, waker: StairCpu): void {
  const thread = changetype<StairTask>(cpu.migrationThread);
  if (thread.state != TaskState.Sleeping) return;
  activate(thread, cpu, waker);
  flagIfPreempted(thread, cpu);
  thread.state = TaskState.Runnable;
}
