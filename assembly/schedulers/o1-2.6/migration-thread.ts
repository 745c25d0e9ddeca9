/**
 * The migration threads: one on each CPU, of the best real-time priority. They push a task away for a CPU that could not pull one, and move
 * tasks that may no longer use their CPU. Source: o1-2.6.md, section 12; operations-o1-2.6.md, E.
 */
import { makeKernelTask } from "../../machine/population";
import { Policy } from "../../machine/program";
import { accountWakeup } from "../../machine/statistics";
import { TaskState } from "../../machine/task";
import { traceWakeup } from "../../machine/trace";
import { O1Cpu, O1Task } from "./records";
import { activate, flagIfPreempted } from "./runqueue";

/** Asleep at first. */
export function newMigrationThread(cpu: O1Cpu): O1Task {
  const thread = changetype<O1Task>(makeKernelTask(cpu, -1 - cpu.id));
  thread.state = TaskState.Sleeping;
  thread.policy = Policy.Fifo;
  thread.rtprio = 99;
  thread.prio = 0;
  thread.staticPrio = 120;
  return thread;
}

/** An ordinary wake-up of the thread of `cpu`; nothing happens if it is awake already. */
export function wakeMigrationThread(cpu: O1Cpu, waker: O1Cpu, inInterrupt: bool): void {
  const thread = changetype<O1Task>(cpu.migrationThread);
  if (thread.state != TaskState.Sleeping) return;
  accountWakeup(thread);
  activate(thread, cpu, waker, inInterrupt);
  flagIfPreempted(thread, cpu);
  thread.state = TaskState.Runnable;
  traceWakeup(waker, thread, thread.prio, inInterrupt);
}
