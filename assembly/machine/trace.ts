/**
 * The trace: every scheduling event, in order (machine-model, "Trace"). All of them enter a digest; they are kept for
 * the host only where it asked for them. The host empties the buffer between slices. Forks and marks are no scheduling
 * events: they are kept in between for a host that asked for details, and neither counted nor in the digest.
 *
 * An event is three u64 words. Modulo 2^64, they enter the digest d (at first DIGEST_START) as
 *
 *   p = (d xor (word0 × TIME_FACTOR + word1 × PIDS_FACTOR + word2 × REST_FACTOR)) × DIGEST_FACTOR
 *   d = p xor (p >> 32)
 *
 * which costs one multiplication in a row per event. The words:
 *
 *   word 0  time, ns
 *   word 1  pid (i32) | other pid (i32) << 32
 *   word 2  priority (i16) | other priority (i16) << 16 | kind << 32 | cpu << 40 | state << 48 | other cpu << 56
 *
 *   kind      pid        priority   other pid, priority   state             cpu          other cpu
 *   switch    previous   its        next, its             'R' 'S' 'D' 'X'   cpu          -
 *   wakeup    woken      its        -                     - (see Waker)     waking cpu   queued on
 *   new       new        its        -                     -                 queued on    -
 *   migrate   moved      -          -                     -                 from         to
 *   exit      exiting    -          -                     -                 cpu          -
 *   fork      child      -          parent                -                 parent's     -
 *   mark      passing    -          number of the mark    -                 cpu          -
 */
import { Cpu } from "./cpu";
import { machine } from "./machine";
import { allocate } from "./memory";
import { Task, TaskState } from "./task";

export const enum EventKind {
  Switch = 0,
  Wakeup = 1,
  New = 2,
  Migrate = 3,
  Exit = 4,
  Fork = 5,
  Mark = 6,
}

/** Who woke the task: in the place of a state, only in the buffer and only with details. */
const enum Waker {
  Current = 1,
  Interrupt = 2,
}

export const EVENT_SIZE: usize = 24;

const DIGEST_START: u64 = 0x5c4ed1ab00000001;
const DIGEST_FACTOR: u64 = 0x9e3779b97f4a7c15;
const TIME_FACTOR: u64 = 0xbf58476d1ce4e5b9;
const PIDS_FACTOR: u64 = 0x94d049bb133111eb;
const REST_FACTOR: u64 = 0xd6e8feb86659fd93;

/** A buffer for so many events; 0: they only enter the digest. */
export function resetTrace(capacity: u32): void {
  machine.traceBuffer = capacity ? allocate(<usize>capacity * EVENT_SIZE) : 0;
  machine.traceCapacity = capacity;
  machine.traceDigest = DIGEST_START;
}

/** Whether the host should empty the buffer before the next instant. */
export function wantsDraining(): bool {
  return machine.traceCount > machine.traceCapacity >> 1;
}

export function traceSwitch(cpu: Cpu, previous: Task, previousPriority: i32, next: Task, nextPriority: i32): void {
  emit(
    pack(previous.pid, next.pid),
    pack16(previousPriority, nextPriority) |
      ((<u64>EventKind.Switch) << 32) |
      ((<u64>cpu.id) << 40) |
      (stateLetter(previous.state) << 48),
  );
}

/** `inInterrupt`: by something else than the current task of `cpu`. */
export function traceWakeup(cpu: Cpu, task: Task, priority: i32, inInterrupt: bool): void {
  const waker = <u64>(machine.traceDetails ? (inInterrupt ? Waker.Interrupt : Waker.Current) : 0);
  emit(
    pack(task.pid, 0),
    pack16(priority, 0) | ((<u64>EventKind.Wakeup) << 32) | ((<u64>cpu.id) << 40) | ((<u64>task.cpu) << 56),
    waker << 48,
  );
}

export function traceNew(task: Task, priority: i32): void {
  emit(pack(task.pid, 0), pack16(priority, 0) | ((<u64>EventKind.New) << 32) | ((<u64>task.cpu) << 40));
}

export function traceMigrate(task: Task, from: Cpu, to: Cpu): void {
  emit(pack(task.pid, 0), ((<u64>EventKind.Migrate) << 32) | ((<u64>from.id) << 40) | ((<u64>to.id) << 56));
}

export function traceExit(cpu: Cpu, task: Task): void {
  emit(pack(task.pid, 0), ((<u64>EventKind.Exit) << 32) | ((<u64>cpu.id) << 40));
}

/** Comes before the child's `new`. */
export function traceFork(cpu: Cpu, parent: Task, child: Task): void {
  if (machine.traceDetails) keep(pack(child.pid, parent.pid), detail(EventKind.Fork, cpu));
}

/** `mark`: number among all marks. */
export function traceMark(cpu: Cpu, task: Task, mark: u32): void {
  if (machine.traceDetails) keep(pack(task.pid, <i32>mark), detail(EventKind.Mark, cpu));
}

function detail(kind: u32, cpu: Cpu): u64 {
  return ((<u64>kind) << 32) | ((<u64>cpu.id) << 40);
}

function pack(pid: i32, otherPid: i32): u64 {
  return (<u64>pid & 0xffffffff) | ((<u64>otherPid) << 32);
}

function pack16(priority: i32, otherPriority: i32): u64 {
  return <u64>(priority & 0xffff) | ((<u64>(otherPriority & 0xffff)) << 16);
}

/** The idle task, and a task that was preempted, leave as `R`. */
function stateLetter(state: i32): u64 {
  if (state == TaskState.Sleeping) return 0x53;
  if (state == TaskState.Blocked) return 0x44;
  if (state == TaskState.Exited) return 0x58;
  return 0x52;
}

/** `details` are for the buffer alone. */
function emit(word1: u64, word2: u64, details: u64 = 0): void {
  const word0 = machine.now;
  const event = word0 * TIME_FACTOR + word1 * PIDS_FACTOR + word2 * REST_FACTOR;
  const product = (machine.traceDigest ^ event) * DIGEST_FACTOR;
  machine.traceDigest = product ^ (product >> 32);
  machine.traceEvents += 1;
  keep(word1, word2 | details);
}

function keep(word1: u64, word2: u64): void {
  if (machine.traceBuffer == 0) return;
  if (machine.traceCount == machine.traceCapacity && !growBuffer()) return;
  const record = machine.traceBuffer + <usize>machine.traceCount * EVENT_SIZE;
  machine.traceCount += 1;
  store<u64>(record, machine.now);
  store<u64>(record, word1, 8);
  store<u64>(record, word2, 16);
}

/** One instant can have more events than the buffer holds: a million tasks that start together. */
function growBuffer(): bool {
  const capacity = machine.traceCapacity;
  const bigger = allocate(<usize>capacity * 2 * EVENT_SIZE);
  if (bigger == 0) return false;
  memory.copy(bigger, machine.traceBuffer, <usize>capacity * EVENT_SIZE);
  machine.traceBuffer = bigger;
  machine.traceCapacity = capacity * 2;
  return true;
}
