/**
 * Operations on synchronisers, `join` and `until`: all first come first served. Whoever ends a wait does it wholly: a
 * mutex that is unlocked belongs to the first in line at once, a unit goes to the first in line, whether or not he runs
 * soon. So nobody overtakes, and nobody that has been woken has to look again. The functions that may have to wait
 * answer whether the task blocks; those whose waits they end are left in `released`, for the caller to wake in that
 * order. Source: docs/workload-format.md, "Synchronisation".
 */
import { WaitList } from "./channel";
import { closesCycle, mutexAwaitedBy } from "./deadlock";
import { machine, Status } from "./machine";
import { FLAG_REBASE, Instruction, Opcode } from "./program";
import { synchroniserOf } from "./shared-objects";
import { Synchroniser } from "./synchroniser";
import { Task, WaitsFor } from "./task";
import { nextPoint, startRound } from "./timekeeping";
import { armPoint } from "./timers";

/** Scratch memory: empty between two operations. */
export const released = changetype<WaitList>(memory.data(8, 8));

/** Does one of the operations by which tasks wait for each other, or for a point in time. True: the task blocks. */
export function synchronise(task: Task, instruction: Instruction): bool {
  switch (<i32>instruction.opcode) {
    case Opcode.Until:
      return until(task, instruction);
    case Opcode.Lock:
      return lock(task, instruction);
    case Opcode.Unlock:
      unlock(task, instruction);
      break;
    case Opcode.Wait:
      startRound(task, instruction);
      return wait(task, instruction);
    case Opcode.Signal:
      signal(task, instruction);
      break;
    case Opcode.Broadcast:
      broadcast(task, instruction);
      break;
    case Opcode.Barrier:
      startRound(task, instruction);
      return barrier(task, instruction);
    case Opcode.Down:
      startRound(task, instruction);
      return down(task, instruction);
    case Opcode.Up:
      up(task, instruction);
      break;
    case Opcode.Suspend:
      startRound(task, instruction);
      return suspend(task, instruction);
    case Opcode.Resume:
      resume(task, instruction);
      break;
    default:
      return join(task);
  }
  return false;
}

/** Whether the task has to sleep until the next point of the timer's grid. */
function until(task: Task, instruction: Instruction): bool {
  startRound(task, instruction);
  const point = nextPoint(task, instruction, (instruction.flags & FLAG_REBASE) != 0);
  task.counter += 1;
  if (point <= machine.now) return false;
  armPoint(task, point);
  return true;
}

function lock(task: Task, instruction: Instruction): bool {
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

function unlock(task: Task, instruction: Instruction): void {
  const mutex = synchroniserOf(task, instruction);
  if (!holds(task, mutex)) return;
  task.counter += 1;
  handOver(mutex);
}

/** Releases the mutex and waits for the signal, in one. */
function wait(task: Task, instruction: Instruction): bool {
  const mutex = mutexAwaitedBy(task, instruction);
  if (!holds(task, mutex)) return false;
  synchroniserOf(task, instruction).waiters.append(task);
  task.waitsFor = <u8>WaitsFor.Condition;
  handOver(mutex);
  return true;
}

/**
 * The first that waits for the condition goes on as soon as it has its mutex back; nothing is remembered if there is
 * none.
 */
function signal(task: Task, instruction: Instruction): void {
  task.counter += 1;
  returnMutex(synchroniserOf(task, instruction).waiters.take());
}

function broadcast(task: Task, instruction: Instruction): void {
  task.counter += 1;
  const waiters = synchroniserOf(task, instruction).waiters;
  while (waiters.first != null) returnMutex(waiters.take());
}

/** The last of the parties does not wait, and wakes the others. */
function barrier(task: Task, instruction: Instruction): bool {
  const barrier = synchroniserOf(task, instruction);
  if (barrier.amount + 1 < barrier.limit) {
    barrier.amount += 1;
    barrier.waiters.append(task);
    task.waitsFor = <u8>WaitsFor.Barrier;
    return true;
  }
  task.counter += 1;
  barrier.amount = 0;
  goOnAll(barrier);
  return false;
}

function down(task: Task, instruction: Instruction): bool {
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

function up(task: Task, instruction: Instruction): void {
  task.counter += 1;
  const semaphore = synchroniserOf(task, instruction);
  const waiter = semaphore.waiters.take();
  if (waiter == null) semaphore.amount += 1;
  else goOn(waiter);
}

function suspend(task: Task, instruction: Instruction): bool {
  synchroniserOf(task, instruction).waiters.append(task);
  task.waitsFor = <u8>WaitsFor.Suspension;
  return true;
}

/** Wakes all that are suspended; nothing is remembered if there are none. */
function resume(task: Task, instruction: Instruction): void {
  task.counter += 1;
  goOnAll(synchroniserOf(task, instruction));
}

function join(task: Task): bool {
  if (task.liveChildren == 0) {
    task.counter += 1;
    return false;
  }
  task.waitsFor = <u8>WaitsFor.Children;
  endIfDeadlocked(task);
  return true;
}

/** The running task is about to exit. */
export function leaveParent(child: Task): void {
  const parent = child.parent;
  if (parent == null) return;
  parent.liveChildren -= 1;
  if (parent.liveChildren == 0 && parent.waitsFor == <u8>WaitsFor.Children) goOn(parent);
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
function handOver(mutex: Synchroniser): void {
  mutex.holder!.mutexes -= 1;
  mutex.holder = null;
  const next = mutex.waiters.take();
  if (next == null) return;
  take(mutex, next);
  goOn(next);
}

/** A task that waited for a condition has to have its mutex before it may go on. */
function returnMutex(waiter: Task | null): void {
  if (waiter == null) return;
  const mutex = mutexAwaitedBy(waiter, machine.instruction(waiter.counter));
  if (mutex.holder == null) {
    take(mutex, waiter);
    goOn(waiter);
  } else {
    queueForMutex(mutex, waiter);
  }
}

/** The task has what it waited for. It stands at the operation in which it waited until it is woken. */
function goOn(waiter: Task): void {
  waiter.waitsFor = <u8>WaitsFor.Other;
  released.append(waiter);
}

function goOnAll(synchroniser: Synchroniser): void {
  for (let waiter = synchroniser.waiters.take(); waiter != null; waiter = synchroniser.waiters.take()) goOn(waiter);
}
