/**
 * Programs: the operations of the current task of a CPU, done in its context, until one takes time or blocks.
 * Source: machine-model, "Tasks" and step 4 of "The order of things".
 */
import { Scheduler } from "../schedulers/scheduler";
import { WaitList } from "./channel";
import { Cpu } from "./cpu";
import { draw } from "./distributions";
import { machine, Status } from "./machine";
import { passMark } from "./marks";
import { forkTask } from "./population";
import { FIRST_CONTROL, FLAG_SEQUENCE, FLAG_SYNC, Instruction, isRealtime, Opcode, UNLIMITED } from "./program";
import { channelOf } from "./shared-objects";
import { switchTask } from "./switching";
import { leaveParent, released, synchronise } from "./synchronisation";
import { NEVER, Task, TaskState } from "./task";
import { completeRound, startRound } from "./timekeeping";
import { armSleep } from "./timers";
import { traceExit, traceFork, traceNew } from "./trace";
import { wakeTask } from "./wakeup";

/** Beyond so many operations (plus some for each task) at one instant, tasks are taken to go round for ever. */
const OPERATIONS_PER_INSTANT: u64 = 8_000_000;
const OPERATIONS_PER_TASK: u64 = 64;

/** The choosing step, and the switch if another task is chosen. */
export function reschedule<S extends Scheduler>(scheduler: S, cpu: Cpu): void {
  const previous = cpu.current;
  const next = scheduler.schedule(cpu);
  if (next == previous) return;
  switchTask(cpu, previous, scheduler.displayPriority(previous), next, scheduler.displayPriority(next));
}

/** Reschedules as long as the current task is asked to. */
export function rescheduleIfFlagged<S extends Scheduler>(scheduler: S, cpu: Cpu): void {
  while (cpu.current.needResched) reschedule<S>(scheduler, cpu);
}

/** Does the current task's operations while they take no time. */
export function runOperations<S extends Scheduler>(scheduler: S, cpu: Cpu): void {
  while (machine.runEnds.get(cpu.id) == NEVER) {
    const task = cpu.current;
    if (task.isIdle) return;
    if (task.isKernelThread) {
      scheduler.runKernelThread(cpu, task);
      block<S>(scheduler, cpu, TaskState.Sleeping);
    } else {
      doOperation<S>(scheduler, cpu, task);
      guardAgainstLivelock();
    }
    rescheduleIfFlagged<S>(scheduler, cpu);
    if (machine.failure) return;
  }
}

/** The current task leaves in this state. */
function block<S extends Scheduler>(scheduler: S, cpu: Cpu, state: i32): void {
  cpu.current.state = state;
  reschedule<S>(scheduler, cpu);
}

function doOperation<S extends Scheduler>(scheduler: S, cpu: Cpu, task: Task): void {
  const instruction = fetch(task);
  if (machine.failure) return;
  switch (<i32>instruction.opcode) {
    case Opcode.Run:
      run(cpu, task, instruction);
      break;
    case Opcode.Sleep:
      sleep<S>(scheduler, cpu, task, instruction, TaskState.Sleeping);
      break;
    case Opcode.Io:
      sleep<S>(scheduler, cpu, task, instruction, TaskState.Blocked);
      break;
    case Opcode.Send:
      send<S>(scheduler, cpu, task, instruction);
      break;
    case Opcode.Receive:
      receive<S>(scheduler, cpu, task, instruction);
      break;
    case Opcode.Yield:
      task.counter += 1;
      if (scheduler.yield(cpu)) reschedule<S>(scheduler, cpu);
      break;
    case Opcode.Exit:
      exit<S>(scheduler, cpu, task);
      break;
    case Opcode.Fork:
      fork<S>(scheduler, cpu, task, instruction);
      break;
    case Opcode.Nice:
      task.counter += 1;
      scheduler.setNice(cpu, task, <i32>instruction.argument);
      break;
    case Opcode.Policy:
      setPolicy<S>(scheduler, cpu, task, instruction);
      break;
    case Opcode.Affinity:
      task.counter += 1;
      if (scheduler.setAffinity(cpu, task, instruction.value & machine.allCpus)) {
        block<S>(scheduler, cpu, TaskState.Blocked);
      }
      break;
    case Opcode.Mark:
      task.counter += 1;
      passMark(cpu, task, instruction.argument);
      break;
    default: {
      const blocks = synchronise(task, instruction);
      wakeReleased<S>(scheduler, cpu);
      if (blocks) block<S>(scheduler, cpu, TaskState.Sleeping);
    }
  }
}

/** Wakes those whose waits the operation has ended; they go on behind the operation in which they waited. */
function wakeReleased<S extends Scheduler>(scheduler: S, cpu: Cpu): void {
  for (let waiter = released.take(); waiter != null; waiter = released.take()) {
    wakeTask<S>(scheduler, waiter, cpu, false, false);
    waiter.counter += 1;
  }
}

/** The next operation: follows loops and jumps, which are not operations of their own. */
function fetch(task: Task): Instruction {
  let instruction = machine.instruction(task.counter);
  while (<i32>instruction.opcode >= FIRST_CONTROL && !machine.failure) {
    follow(task, instruction);
    guardAgainstLivelock();
    instruction = machine.instruction(task.counter);
  }
  return instruction;
}

function follow(task: Task, instruction: Instruction): void {
  const opcode = <i32>instruction.opcode;
  const target = <u32>instruction.value;
  if (opcode == Opcode.Jump) {
    task.counter = target;
  } else if (opcode == Opcode.Begin) {
    setCounter(task, instruction.slot, instruction.argument);
    task.counter = instruction.argument ? task.counter + 1 : target;
  } else {
    const left = getCounter(task, instruction.slot) - 1;
    setCounter(task, instruction.slot, left);
    task.counter = left ? target : task.counter + 1;
  }
}

function getCounter(task: Task, slot: u32): u32 {
  return load<u32>(task.counters + ((<usize>slot) << 2));
}

function setCounter(task: Task, slot: u32, value: u32): void {
  store<u32>(task.counters + ((<usize>slot) << 2), value);
}

/** The span of a run, sleep or io: constant or drawn, ns. */
function spanOf(task: Task, instruction: Instruction): u64 {
  if (instruction.argument == 0) return instruction.value;
  if ((instruction.flags & FLAG_SEQUENCE) == 0) return draw(task, instruction.argument - 1, 0);
  const slot = <u32>instruction.value;
  const place = getCounter(task, slot);
  setCounter(task, slot, place + 1);
  return draw(task, instruction.argument - 1, place);
}

function run(cpu: Cpu, task: Task, instruction: Instruction): void {
  const span = spanOf(task, instruction);
  task.counter += 1;
  if (span) machine.runEnds.set(cpu.id, machine.now + span);
}

function sleep<S extends Scheduler>(scheduler: S, cpu: Cpu, task: Task, instruction: Instruction, state: i32): void {
  startRound(task, instruction);
  const span = spanOf(task, instruction);
  task.counter += 1;
  if (span == 0 && !machine.jiffyTimers) return;
  armSleep(task, span);
  block<S>(scheduler, cpu, state);
}

/** Takes the longest-waiting task off a wait list and wakes it; it looks again when it runs. */
function wakeFirst<S extends Scheduler>(scheduler: S, cpu: Cpu, waiters: WaitList, sync: bool): void {
  const waiter = waiters.take();
  if (waiter != null) wakeTask<S>(scheduler, waiter, cpu, sync, false);
}

function send<S extends Scheduler>(scheduler: S, cpu: Cpu, task: Task, instruction: Instruction): void {
  const channel = channelOf(task, instruction);
  if (channel.capacity != UNLIMITED && channel.messages >= channel.capacity) {
    channel.senders.append(task);
    block<S>(scheduler, cpu, TaskState.Sleeping);
    return;
  }
  task.counter += 1;
  channel.messages += 1;
  wakeFirst<S>(scheduler, cpu, channel.receivers, (instruction.flags & FLAG_SYNC) != 0);
}

function receive<S extends Scheduler>(scheduler: S, cpu: Cpu, task: Task, instruction: Instruction): void {
  startRound(task, instruction);
  const channel = channelOf(task, instruction);
  if (channel.messages == 0) {
    channel.receivers.append(task);
    block<S>(scheduler, cpu, TaskState.Sleeping);
    return;
  }
  task.counter += 1;
  channel.messages -= 1;
  wakeFirst<S>(scheduler, cpu, channel.senders, false);
}

function fork<S extends Scheduler>(scheduler: S, cpu: Cpu, parent: Task, instruction: Instruction): void {
  const child = forkTask(parent, instruction.argument);
  if (child == null) return;
  parent.counter += 1;
  scheduler.fork(cpu, parent, child);
  traceFork(cpu, parent, child);
  traceNew(child, scheduler.displayPriority(child));
}

function exit<S extends Scheduler>(scheduler: S, cpu: Cpu, task: Task): void {
  if (task.timed && task.document.deadline) completeRound(task);
  traceExit(cpu, task);
  leaveParent(task);
  wakeReleased<S>(scheduler, cpu);
  task.state = TaskState.Exited;
  task.exitedAt = machine.now;
  scheduler.exit(cpu, task);
  reschedule<S>(scheduler, cpu);
  scheduler.reap(cpu, task);
}

/** The kernel refuses a real-time policy without a priority of 1 … 99, and a priority without such a policy. */
function setPolicy<S extends Scheduler>(scheduler: S, cpu: Cpu, task: Task, instruction: Instruction): void {
  task.counter += 1;
  const policy = <i32>instruction.flags;
  const rtprio = <i32>instruction.argument;
  const valid = isRealtime(policy) ? rtprio >= 1 && rtprio <= 99 : rtprio == 0;
  if (valid) scheduler.setPolicy(cpu, task, policy, rtprio);
}

function guardAgainstLivelock(): void {
  machine.operations += 1;
  if (machine.operations > OPERATIONS_PER_INSTANT + OPERATIONS_PER_TASK * machine.taskCount)
    machine.fail(Status.Livelock);
}
