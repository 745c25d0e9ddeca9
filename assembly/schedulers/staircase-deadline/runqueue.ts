/** A CPU's runqueue: what every part of the scheduler and its balancer does with it. Source: staircase-deadline.md, "Wake / activation". */
import { machine } from "../../machine/machine";
import { isRealtime } from "../../machine/program";
import { TaskState } from "../../machine/task";
import { currentOf, DeadlineCpu, DeadlineTask, MAX_PRIO, MAX_RT_PRIO } from "./records";
import { dequeue, enqueue } from "./slots";

/** Queues a task that becomes runnable on this CPU. */
export function put(task: DeadlineTask, cpu: DeadlineCpu): void {
  enqueue(task, cpu);
  cpu.running += 1;
  cpu.weighted += task.weight;
}

/** Takes a task off the runqueue altogether. */
export function remove(task: DeadlineTask, cpu: DeadlineCpu): void {
  cpu.running -= 1;
  cpu.weighted -= task.weight;
  dequeue(task);
}

/** The priority with which a task goes into the queue: a normal one keeps its slot, if it has one. */
function resumedPrio(task: DeadlineTask): i32 {
  if (isRealtime(task.policy)) return 99 - task.rtprio;
  return task.prio >= MAX_RT_PRIO && task.prio < MAX_PRIO ? task.prio : task.staticPrio;
}

/** Queues a task that was blocked or is new. */
export function activate(task: DeadlineTask, cpu: DeadlineCpu): void {
  task.prio = resumedPrio(task);
  put(task, cpu);
}

/** An expired task preempts nobody; but anything beats the idle task. */
export function flagIfPreempted(task: DeadlineTask, cpu: DeadlineCpu): void {
  const better = task.array == cpu.active && task.prio < currentOf(cpu).prio;
  if (better || cpu.isRunningIdle) machine.flagResched(cpu);
}

/** An ordinary wake-up of the migration thread of `cpu`; nothing happens if it is awake already. */
export function wakeMigrationThread(cpu: DeadlineCpu): void {
  const thread = changetype<DeadlineTask>(cpu.migrationThread);
  if (thread.state != TaskState.Sleeping) return;
  activate(thread, cpu);
  flagIfPreempted(thread, cpu);
  thread.state = TaskState.Runnable;
}
