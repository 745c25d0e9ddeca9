/**
 * Timers: every sleeping task, and every task that has not started, waits here. Those of one instant come out
 * together, in the order in which they were armed, and each goes to the CPU that armed it. Source: machine-model, "Timers".
 *
 * Time is cut into slots of 2^20 ns. What is due in the present slot, or before, lies in a heap; all later timers lie in a
 * hierarchical wheel (after Varghese and Lauck, "Hashed and hierarchical timing wheels", SOSP 1987), whose lists are poured
 * out into the heap slot by slot. So arming costs an append, and the heap holds a handful of entries where one
 * heap of all sleepers had hundreds.
 *
 * A slot's number is cut into digits of 10 bits. A timer stands at the level of the highest digit in which its slot differs
 * from the present one, in the list of that digit. Equal times therefore always share a list, and keep their order.
 */
import { heapSize } from "../structures/heap";
import { clearSlot, NO_SLOT, nextSlot, SLOT_MAP_SIZE, SLOTS, setSlot } from "../structures/slot-map";
import { Cpu } from "./cpu";
import { machine, Status } from "./machine";
import { allocate, allocateAligned, RECORD_ALIGNMENT } from "./memory";
import { Task } from "./task";

const SLOT_SHIFT: u64 = 20;
const DIGIT_BITS: u32 = 10;
/** 20 + 4 × 10 bits are more than the 53 of any time. */
const LEVELS: u32 = 4;
const FIRST_CAPACITY: u32 = 256;

/**
 * The low word of a heap entry packs the order of arming (38 bits) over the task's address in units of
 * RECORD_ALIGNMENT (26 bits: all of a 32-bit memory).
 */
const ADDRESS_BITS: u64 = 26;
const SEQUENCES: u64 = 1 << 38;

/** The list of one digit at one level: timers in the order in which they were armed. */
@unmanaged
@final
class TimerList {
  first: Task | null;
  last: Task | null;
}

/** One level of the wheel: 1024 lists, and which of them hold something. */
const LEVEL_SIZE: usize = <usize>SLOTS * 8 + SLOT_MAP_SIZE;

export function resetTimers(): void {
  machine.wheel = allocate(<usize>LEVELS * LEVEL_SIZE);
  growHeap(FIRST_CAPACITY);
}

/** Wakes (or starts) the task at `expiry`. */
export function armTimer(task: Task, expiry: u64): void {
  task.expiry = expiry;
  if (expiry >> SLOT_SHIFT <= machine.pouredSlot) pushToHeap(task);
  else appendToWheel(task);
}

/** Arms the timer of a task that goes to sleep for `span` ns on this CPU. */
export function armSleep(task: Task, span: u64): void {
  task.timerCpu = <i16>task.cpu;
  armTimer(task, machine.jiffyTimers ? jiffyExpiry(span) : machine.now + span);
}

/** Arms the timer of a task that goes to sleep until a point in time. A tick serves all points up to it. */
export function armPoint(task: Task, point: u64): void {
  task.timerCpu = <i16>task.cpu;
  const tick = machine.tickNs;
  armTimer(task, machine.jiffyTimers ? ((point + tick - 1) / tick) * tick : point);
}

/** The first tick at which jiffies has reached J + ceil(span / TICK) + 1. */
function jiffyExpiry(span: u64): u64 {
  const tick = machine.tickNs;
  return (machine.jiffies + (span + tick - 1) / tick + 1) * tick;
}

/** When the next timer is due; NEVER if there is none. */
export function nextExpiry(): u64 {
  if (machine.timers.count == 0 && machine.wheelCount) pour();
  return machine.timers.firstKey();
}

/** Takes the next task out whose time has come; null if there is none. */
export function takeExpired(): Task | null {
  if (nextExpiry() != machine.now) return null;
  const timers = machine.timers;
  const address = <usize>(timers.firstOrder() & ((1 << ADDRESS_BITS) - 1)) * RECORD_ALIGNMENT;
  timers.pop();
  return changetype<Task>(address);
}

/** Leaves an expired timer for its CPU to serve. */
export function deferToCpu(task: Task): void {
  const cpu = machine.cpu(task.timerCpu);
  const last = cpu.dueLast;
  task.waitNext = null;
  if (last == null) cpu.dueFirst = task;
  else last.waitNext = task;
  cpu.dueLast = task;
  machine.pending |= cpu.bit;
}

/** The next due timer of this CPU; null if there is none. */
export function takeDue(cpu: Cpu): Task | null {
  const task = cpu.dueFirst;
  if (task == null) return null;
  const next = task.waitNext;
  cpu.dueFirst = next;
  if (next == null) cpu.dueLast = null;
  return task;
}

function pushToHeap(task: Task): void {
  const timers = machine.timers;
  if (timers.count == 0) machine.timerSequence = 0;
  if (timers.count == timers.capacity && !growHeap(timers.capacity * 2)) return;
  const sequence = machine.timerSequence;
  machine.timerSequence = sequence + 1;
  if (sequence >= SEQUENCES) machine.fail(Status.TooManyTimers);
  const address = <u64>changetype<usize>(task) / RECORD_ALIGNMENT;
  timers.push(task.expiry, (sequence << ADDRESS_BITS) | address);
}

function growHeap(capacity: u32): bool {
  const timers = machine.timers;
  const entries = allocateAligned(heapSize(capacity), RECORD_ALIGNMENT);
  if (entries == 0) return false;
  if (timers.count) memory.copy(entries, timers.entries, heapSize(timers.count));
  timers.entries = entries;
  timers.capacity = capacity;
  return true;
}

function levelAt(level: u32): usize {
  return machine.wheel + <usize>level * LEVEL_SIZE;
}

function listAt(level: u32, digit: u32): TimerList {
  return changetype<TimerList>(levelAt(level) + SLOT_MAP_SIZE + ((<usize>digit) << 3));
}

function digitOf(slot: u64, level: u32): u32 {
  return <u32>(slot >> <u64>(level * DIGIT_BITS)) & (SLOTS - 1);
}

/** Its slot comes after the one poured last. */
function appendToWheel(task: Task): void {
  const slot = task.expiry >> SLOT_SHIFT;
  const level = <u32>(63 - clz(slot ^ machine.pouredSlot)) / DIGIT_BITS;
  const digit = digitOf(slot, level);
  const list = listAt(level, digit);
  const last = list.last;
  task.waitNext = null;
  if (last == null) {
    list.first = task;
    setSlot(levelAt(level), digit);
  } else {
    last.waitNext = task;
  }
  list.last = task;
  machine.wheelCount += 1;
}

/** Moves on to the next slot that holds timers, and pours them into the heap. There are timers in the wheel. */
function pour(): void {
  while (machine.timers.count == 0) {
    let level: u32 = 0;
    let digit = nextSlot(levelAt(0), digitOf(machine.pouredSlot, 0));
    while (digit == NO_SLOT) {
      level += 1;
      digit = nextSlot(levelAt(level), digitOf(machine.pouredSlot, level));
    }
    pourList(level, digit);
    if (machine.failure) return;
  }
}

/** The present slot becomes the first one of this list's range; what is due later in the range goes one level down. */
function pourList(level: u32, digit: u32): void {
  const shift = <u64>(level * DIGIT_BITS);
  const above = (machine.pouredSlot >> shift) & ~(<u64>(SLOTS - 1));
  machine.pouredSlot = (above | digit) << shift;
  clearSlot(levelAt(level), digit);
  const list = listAt(level, digit);
  let task = list.first;
  list.first = null;
  list.last = null;
  while (task != null) {
    const next = task.waitNext;
    machine.wheelCount -= 1;
    armTimer(task, task.expiry);
    task = next;
  }
}
