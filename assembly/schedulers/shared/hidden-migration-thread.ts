/**
 * Migration threads that the trace does not show: one on each CPU, of the best real-time priority, that moves tasks which may no longer use
 * their CPU (and, where the balancer has it, pushes a task to a CPU that could not pull one). The scheduler wakes and chooses
 * it like any task; here its zero-time body runs within the choosing step, and `previous → thread → next` becomes one
 * switch. Source: operations-rivals.md, "affinity"; smp-balancing.md, "Active balancing".
 */
import { Cpu } from "../../machine/cpu";
import { machine } from "../../machine/machine";
import { makeKernelTask } from "../../machine/population";
import { Policy } from "../../machine/program";
import { switchTask } from "../../machine/switching";
import { Task, TaskState } from "../../machine/task";
import { finishWakeup } from "../../machine/wakeup";
import { Scheduler } from "../scheduler";
import { QueueCpu, QueueTask } from "./queue-records";

/** A scheduler with such threads. Its `schedule` is scheduleHidingThread, its `setAffinity` requestMove. */
@unmanaged
export abstract class ThreadHidingScheduler extends Scheduler {
  /** The choosing step proper; it may choose the migration thread. */
  abstract choose(cpu: Cpu): Task;

  /** Wakes the migration thread of `cpu`, in the context of its current task, if it is asleep. */
  abstract wakeThread(cpu: Cpu): void;

  /** The migration thread's other duty: a pending active balance of its CPU. */
  abstract pushAway(cpu: Cpu): void;
}

/** A thread for the CPU, asleep. */
export function newMigrationThread(cpu: Cpu): QueueTask {
  const thread = changetype<QueueTask>(makeKernelTask(cpu, -1 - cpu.id));
  thread.state = TaskState.Sleeping;
  thread.policy = Policy.Fifo;
  thread.rtprio = 99;
  thread.prio = 0;
  return thread;
}

/** The current task gives itself new allowed CPUs. True: it must leave this one, and blocks until the thread has moved it. */
export function requestMove<S extends ThreadHidingScheduler>(scheduler: S, cpu: Cpu, task: Task, affinity: u64): bool {
  if (machine.cpuCount == 1) return false;
  task.affinity = affinity;
  if (task.allows(cpu.id)) return false;
  const queue = changetype<QueueCpu>(cpu);
  const moving = changetype<QueueTask>(task);
  moving.destination = <i32>ctz(affinity);
  moving.nextRequest = queue.requests;
  queue.requests = moving;
  scheduler.wakeThread(cpu);
  return true;
}

export function scheduleHidingThread<S extends ThreadHidingScheduler>(scheduler: S, cpu: Cpu): Task {
  const chosen = scheduler.choose(cpu);
  return chosen.isKernelThread ? runThread<S>(scheduler, cpu, chosen) : chosen;
}

/** Returns the task that left, for the switch is made. */
function runThread<S extends ThreadHidingScheduler>(scheduler: S, cpu: Cpu, thread: Task): Task {
  const previous = cpu.current;
  // As it leaves for the thread; the thread may wake or move it.
  const priority = scheduler.displayPriority(previous);
  cpu.current = thread;
  thread.state = TaskState.Running;
  scheduler.pushAway(cpu);
  const woken = moveRequesters<S>(scheduler, changetype<QueueCpu>(cpu));
  thread.state = TaskState.Sleeping;
  const next = scheduler.choose(cpu);
  cpu.current = previous;
  if (next != previous) switchTask(cpu, previous, priority, next, scheduler.displayPriority(next));
  // Not before the switch, which is the one in which a woken task left.
  let task = woken;
  while (task != null) {
    finishWakeup(task, cpu, scheduler.displayPriority(task), true);
    task = task.nextRequest;
  }
  return previous;
}

/** Puts the tasks where they want to be, wakes them there, and returns them as a list. */
function moveRequesters<S extends ThreadHidingScheduler>(scheduler: S, cpu: QueueCpu): QueueTask | null {
  const first = cpu.requests;
  cpu.requests = null;
  let task = first;
  while (task != null) {
    machine.moveTask(task, machine.cpu(task.destination));
    scheduler.wake(task, cpu, false, false);
    task = task.nextRequest;
  }
  return first;
}
