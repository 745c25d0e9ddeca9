/**
 * Timers: every sleeping task, and every task that has not started, waits in one heap of (expiry, order of arming). Those
 * of one instant come out together and in order; each goes to the CPU that armed it. Source: machine-model, "Timers".
 */
import { heapSize } from "../structures/heap";
import { Cpu } from "./cpu";
import { machine, Status } from "./machine";
import { allocateAligned, RECORD_ALIGNMENT } from "./memory";
import { Task } from "./task";

/**
 * The low word of an entry packs the order of arming (38 bits) over the task's address in units of
 * RECORD_ALIGNMENT (26 bits: all of a 32-bit memory).
 */
const ADDRESS_BITS: u64 = 26;
const SEQUENCES: u64 = 1 << 38;

/** Sees to it that so many timers can be armed at once. */
export function reserveTimers(count: u32): bool {
  const timers = machine.timers;
  if (count <= timers.capacity) return true;
  const capacity = max<u32>(count, timers.capacity * 2);
  const entries = allocateAligned(heapSize(capacity), RECORD_ALIGNMENT);
  if (entries == 0) return false;
  if (timers.count) memory.copy(entries, timers.entries, heapSize(timers.count));
  timers.entries = entries;
  timers.capacity = capacity;
  return true;
}

/** Wakes (or starts) the task at `expiry`. */
export function armTimer(task: Task, expiry: u64): void {
  const sequence = machine.timerSequence;
  machine.timerSequence = sequence + 1;
  if (sequence >= SEQUENCES) machine.fail(Status.TooManyTimers);
  const address = <u64>changetype<usize>(task) / RECORD_ALIGNMENT;
  machine.timers.push(expiry, (sequence << ADDRESS_BITS) | address);
}

/** Arms the timer of a task that goes to sleep for `span` ns on this CPU. */
export function armSleep(task: Task, span: u64): void {
  task.timerCpu = task.cpu;
  armTimer(task, machine.jiffyTimers ? jiffyExpiry(span) : machine.now + span);
}

/** The first tick at which jiffies has reached J + ceil(span / TICK) + 1. */
function jiffyExpiry(span: u64): u64 {
  const tick = machine.tickNs;
  return (machine.jiffies + (span + tick - 1) / tick + 1) * tick;
}

/** Takes the next task out whose time has come; null if there is none. */
export function takeExpired(): Task | null {
  const timers = machine.timers;
  if (timers.firstKey() != machine.now) return null;
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
