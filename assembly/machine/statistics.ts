/**
 * The accounts: where every nanosecond of every task and CPU went. They are kept at changes of state only, so that a tick
 * costs nothing; what has passed since the last change is added by the host when it reads them.
 */
import { Cpu } from "./cpu";
import { addToHistogram, newHistogram } from "./histogram";
import { machine } from "./machine";
import { NEVER, Task, TaskState } from "./task";

/** `previous` leaves the CPU and `next` gets it. The state that `previous` leaves in is set already. */
export function accountSwitch(cpu: Cpu, previous: Task, next: Task): void {
  const now = machine.now;
  const ran = now - previous.since;
  previous.cpuTime += ran;
  previous.since = now;
  previous.lastRunAt = now;
  if (previous == cpu.idle) {
    cpu.idleTime += ran;
  } else {
    cpu.busyTime += ran;
    if (previous.state == TaskState.Running) {
      previous.state = TaskState.Runnable;
      previous.involuntarySwitches += 1;
    } else {
      previous.voluntarySwitches += 1;
    }
  }
  cpu.contextSwitches += 1;
  if (next.pid > 0) accountWait(next, now - next.since);
  next.since = now;
  next.state = TaskState.Running;
  if (next.firstRunAt == NEVER) next.firstRunAt = now;
}

/** The end of a wait on a runqueue: a wake-up latency, or one of the others (preempted, forked, started, yielded). */
function accountWait(task: Task, waited: u64): void {
  task.waitTime += waited;
  if (task.woken) {
    task.woken = false;
    task.latencyCount += 1;
    task.latencyTotal += waited;
    if (waited > task.latencyMax) task.latencyMax = waited;
    if (task.latencyHistogram == 0) task.latencyHistogram = newHistogram();
    if (task.latencyHistogram != 0) addToHistogram(task.latencyHistogram, waited);
  } else {
    task.otherWaitCount += 1;
    if (waited > task.otherWaitMax) task.otherWaitMax = waited;
    if (task.otherWaitHistogram == 0) task.otherWaitHistogram = newHistogram();
    if (task.otherWaitHistogram != 0) addToHistogram(task.otherWaitHistogram, waited);
  }
}

/** A blocked task becomes runnable. */
export function accountWakeup(task: Task): void {
  const now = machine.now;
  task.sleepTime += now - task.since;
  task.since = now;
  task.woken = true;
  task.wakeups += 1;
}
