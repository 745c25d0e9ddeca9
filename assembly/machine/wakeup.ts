/** Waking a blocked task: the machine's part round the scheduler's. */
import { Scheduler } from "../schedulers/scheduler";
import { Cpu } from "./cpu";
import { accountWakeup } from "./statistics";
import { Task, TaskState } from "./task";
import { traceWakeup } from "./trace";

/** See Scheduler.wake. The task's state still tells the scheduler how it slept. */
export function wakeTask<S extends Scheduler>(
  scheduler: S,
  task: Task,
  waker: Cpu,
  sync: bool,
  inInterrupt: bool,
): void {
  accountWakeup(task);
  scheduler.wake(task, waker, sync, inInterrupt);
  task.state = TaskState.Runnable;
  traceWakeup(waker, task, scheduler.displayPriority(task));
}
