/**
 * Operations on synchronisers, and `join`: all first come first served. Whoever ends a wait does it wholly: a mutex that is unlocked belongs to
 * the first in line at once, a unit goes to the first in line, whether or not he runs soon. So nobody overtakes, and nobody that has
 * been woken has to look again. The functions that may have to wait answer whether the task blocks.
 * Source: docs/workload-format.md, "Synchronisation".
 */
import { Scheduler } from "../schedulers/scheduler";
import { Cpu } from "./cpu";
import { closesCycle, mutexAwaitedBy } from "./deadlock";
import { machine, Status } from "./machine";
import { Instruction } from "./program";
import { synchroniserOf } from "./shared-objects";
import { Synchroniser } from "./synchroniser";
import { Task, WaitsFor } from "./task";
import { wakeTask } from "./wakeup";

export function lock(task: Task, instruction: Instruction): bool {
  const mutex = synchroniserOf(task, instruction);
  if (mutex.holder == task) {
    machine.blame(task, Status.HeldAlready);
    return false;
  }
  if (mutex.holder == null) {
    take(mutex, task);
    task.counter += 1;
    return false;
  }
  queueForMutex(mutex, task);
  return true;
}

export function unlock<S extends Scheduler>(scheduler: S, cpu: Cpu, task: Task, instruction: Instruction): void {
  const mutex = synchroniserOf(task, instruction);
  if (!holds(task, mutex)) return;
  task.counter += 1;
  handOver<S>(scheduler, cpu, mutex);
}

/** Releases the mutex and waits for the signal, in one. */
export function wait<S extends Scheduler>(scheduler: S, cpu: Cpu, task: Task, instruction: Instruction): bool {
  const mutex = mutexAwaitedBy(task, instruction);
  if (!holds(task, mutex)) return false;
  synchroniserOf(task, instruction).waiters.append(task);
  task.waitsFor = <u8>WaitsFor.Condition;
  handOver<S>(scheduler, cpu, mutex);
  return true;
}

/** The first that waits for the condition goes on as soon as it has its mutex back; nothing is remembered if there is none. */
export function signal<S extends Scheduler>(scheduler: S, cpu: Cpu, task: Task, instruction: Instruction): void {
  task.counter += 1;
  returnMutex<S>(scheduler, cpu, synchroniserOf(task, instruction).waiters.take());
}

export function broadcast<S extends Scheduler>(scheduler: S, cpu: Cpu, task: Task, instruction: Instruction): void {
  task.counter += 1;
  const waiters = synchroniserOf(task, instruction).waiters;
  while (waiters.first != null) returnMutex<S>(scheduler, cpu, waiters.take());
}

/** The last of the parties does not wait, and wakes the others. */
export function barrier<S extends Scheduler>(scheduler: S, cpu: Cpu, task: Task, instruction: Instruction): bool {
  const barrier = synchroniserOf(task, instruction);
  if (barrier.amount + 1 < barrier.limit) {
    barrier.amount += 1;
    barrier.waiters.append(task);
    task.waitsFor = <u8>WaitsFor.Barrier;
    return true;
  }
  task.counter += 1;
  barrier.amount = 0;
  goOnAll<S>(scheduler, cpu, barrier);
  return false;
}

export function down(task: Task, instruction: Instruction): bool {
  const semaphore = synchroniserOf(task, instruction);
  if (semaphore.amount > 0) {
    semaphore.amount -= 1;
    task.counter += 1;
    return false;
  }
  semaphore.waiters.append(task);
  task.waitsFor = <u8>WaitsFor.Semaphore;
  return true;
}

export function up<S extends Scheduler>(scheduler: S, cpu: Cpu, task: Task, instruction: Instruction): void {
  task.counter += 1;
  const semaphore = synchroniserOf(task, instruction);
  const waiter = semaphore.waiters.take();
  if (waiter == null) semaphore.amount += 1;
  else goOn<S>(scheduler, cpu, waiter);
}

export function suspend(task: Task, instruction: Instruction): bool {
  synchroniserOf(task, instruction).waiters.append(task);
  task.waitsFor = <u8>WaitsFor.Suspension;
  return true;
}

/** Wakes all that are suspended; nothing is remembered if there are none. */
export function resume<S extends Scheduler>(scheduler: S, cpu: Cpu, task: Task, instruction: Instruction): void {
  task.counter += 1;
  goOnAll<S>(scheduler, cpu, synchroniserOf(task, instruction));
}

export function join(task: Task): bool {
  if (task.liveChildren == 0) {
    task.counter += 1;
    return false;
  }
  task.waitsFor = <u8>WaitsFor.Children;
  endIfDeadlocked(task);
  return true;
}

/** The running task is about to exit. */
export function leaveParent<S extends Scheduler>(scheduler: S, cpu: Cpu, child: Task): void {
  const parent = child.parent;
  if (parent == null) return;
  parent.liveChildren -= 1;
  if (parent.liveChildren == 0 && parent.waitsFor == <u8>WaitsFor.Children) goOn<S>(scheduler, cpu, parent);
}

function holds(task: Task, mutex: Synchroniser): bool {
  if (mutex.holder == task) return true;
  machine.blame(task, Status.NotHeld);
  return false;
}

function take(mutex: Synchroniser, task: Task): void {
  mutex.holder = task;
  task.mutexes += 1;
}

function queueForMutex(mutex: Synchroniser, task: Task): void {
  mutex.waiters.append(task);
  task.waitsFor = <u8>WaitsFor.Mutex;
  endIfDeadlocked(task);
}

/** The task has begun to wait. A run that has ended may hold a circle in which a search would not end. */
function endIfDeadlocked(task: Task): void {
  if (!machine.failure && closesCycle(task)) machine.blame(task, Status.Deadlock);
}

/** The running task gives its mutex to the first that waits for it. */
function handOver<S extends Scheduler>(scheduler: S, cpu: Cpu, mutex: Synchroniser): void {
  mutex.holder!.mutexes -= 1;
  mutex.holder = null;
  const next = mutex.waiters.take();
  if (next == null) return;
  take(mutex, next);
  goOn<S>(scheduler, cpu, next);
}

/** A task that waited for a condition has to have its mutex before it may go on. */
function returnMutex<S extends Scheduler>(scheduler: S, cpu: Cpu, waiter: Task | null): void {
  if (waiter == null) return;
  const mutex = mutexAwaitedBy(waiter, machine.instruction(waiter.counter));
  if (mutex.holder == null) {
    take(mutex, waiter);
    goOn<S>(scheduler, cpu, waiter);
  } else {
    queueForMutex(mutex, waiter);
  }
}

/** The task has what it waited for. */
function goOn<S extends Scheduler>(scheduler: S, cpu: Cpu, waiter: Task): void {
  waiter.waitsFor = <u8>WaitsFor.Other;
  wakeTask<S>(scheduler, waiter, cpu, false, false);
  waiter.counter += 1;
}

function goOnAll<S extends Scheduler>(scheduler: S, cpu: Cpu, synchroniser: Synchroniser): void {
  for (let waiter = synchroniser.waiters.take(); waiter != null; waiter = synchroniser.waiters.take()) {
    goOn<S>(scheduler, cpu, waiter);
  }
}
