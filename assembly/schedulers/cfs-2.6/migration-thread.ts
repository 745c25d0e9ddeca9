/**
 * The migration threads: one on each CPU, real-time tasks of the best priority. They push a task away for a CPU that could not pull one, and
 * move tasks that may no longer use their CPU. They count like any task, but no trace line shows them.
 * Source: cfs-2.6.24.md, section 9; cfs-2.6.23.md, section 9; operations-cfs.md, D.
 */
import { makeKernelTask } from "../../machine/population";
import { Policy } from "../../machine/program";
import { accountWakeup } from "../../machine/statistics";
import { TaskState } from "../../machine/task";
import { traceMigrate, traceWakeup } from "../../machine/trace";
import { pushAway } from "../balancing/cfs";
import { CfsCpu, CfsTask } from "./records";
import { activate, applyAttributes, cfsCpu, currentOf, flagIfPreempted, move } from "./runqueue";

/** Asleep at first. */
export function newMigrationThread(cpu: CfsCpu): CfsTask {
  const thread = changetype<CfsTask>(makeKernelTask(cpu, -1 - cpu.id));
  thread.state = TaskState.Sleeping;
  thread.policy = Policy.Fifo;
  thread.rtprio = 99;
  applyAttributes(thread);
  return thread;
}

/** A wake-up that nobody is told of; nothing happens if it is awake already. Another CPU's clock stays as it is. */
export function wakeMigrationThread(cpu: CfsCpu): void {
  const thread = cpu.migrationThread;
  if (thread.state != TaskState.Sleeping) return;
  thread.state = TaskState.Runnable;
  activate(cpu, thread, true);
  flagIfPreempted(cpu, thread);
}

/** Its body, with the thread as the current task. */
export function runMigrationThread(cpu: CfsCpu): void {
  if (cpu.pushPending) {
    pushAway(cpu);
    cpu.pushPending = false;
  }
  const first = cpu.requests;
  if (first == null) return;
  cpu.requests = null;
  let task: CfsTask | null = first;
  while (task != null) {
    moveBlocked(cpu, task);
    task = task.nextRequest;
  }
  cpu.moved = first;
}

/**
 * The blocked task goes to the first CPU that it may use, and is woken there, as from this CPU, which it may not use. The newest may
 * still be the task that leaves this CPU, and that switch is to be written first: tellOfMoved does the rest.
 */
function moveBlocked(cpu: CfsCpu, task: CfsTask): void {
  const destination = cfsCpu(<i32>ctz(task.affinity));
  move(task, cpu, destination);
  activate(destination, task, true);
  flagIfPreempted(destination, task);
}

/** The switch is made: now the moves and the wake-ups are told and accounted for. The choosing step was only called for this. */
export function tellOfMoved(cpu: CfsCpu, first: CfsTask): void {
  cpu.moved = null;
  let task: CfsTask | null = first;
  while (task != null) {
    accountWakeup(task);
    task.state = TaskState.Runnable;
    traceMigrate(task, cpu, cfsCpu(task.cpu));
    traceWakeup(cpu, task, task.prio, true);
    task = task.nextRequest;
  }
  currentOf(cpu).needResched = cpu.movedFlag;
}
