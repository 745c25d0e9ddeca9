/** Waking a blocked task: the machine's part round the scheduler's. */
import { Scheduler } from "../schedulers/scheduler";
import { Cpu } from "./cpu";
import { accountWakeup } from "./statistics";
import { Task, TaskState } from "./task";
import { noteRelease } from "./timekeeping";
import { traceWakeup } from "./trace";

/** See Scheduler.wake. The task's state still tells the scheduler how it slept. */
export function wakeTask<S extends Scheduler>(
  scheduler: S,
  task: Task,
  waker: Cpu,
  sync: bool,
  inInterrupt: bool,
): void {
  if (task.timed) noteRelease(task, inInterrupt);
  scheduler.wake(task, waker, sync, inInterrupt);
  finishWakeup(task, waker, scheduler.displayPriority(task), inInterrupt);
}

/** What the machine does once the scheduler has woken a task; `priority` is for the trace. */
export function finishWakeup(task: Task, waker: Cpu, priority: i32, inInterrupt: bool): void {
  accountWakeup(task);
  task.state = TaskState.Runnable;
  traceWakeup(waker, task, priority, inInterrupt);
}
