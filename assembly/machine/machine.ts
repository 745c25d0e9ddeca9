/**
 * The machine: one record with the whole state of a simulation, or the way to it. It stands at a fixed address, so
 * `machine.now` costs a load; but nothing of it is a module global. Everything else is allocated
 * behind it (memory.ts), and a copy of the bytes from the record to `memoryEnd` is a snapshot.
 *
 * Schedulers know the machine's records and services, but not what drives them: timeline.ts and operations.ts.
 */

import { Deadlines } from "../structures/deadlines";
import { Heap } from "../structures/heap";
import { Cpu } from "./cpu";
import { Instruction } from "./program";
import { Task } from "./task";

export const enum Status {
  /** The time asked for is reached. */
  Reached = 0,
  /** The limit of one slice is reached, or the trace buffer wants to be read; call again. */
  Paused = 1,
  /** Memory could not grow. */
  OutOfMemory = 2,
  /** Tasks go on for ever at one instant. */
  Livelock = 3,
  /** More timers were armed than their sequence numbers can tell apart. */
  TooManyTimers = 4,
  /** `culprit` has begun to wait for what only a task that waits for it, directly or not, could give. */
  Deadlock = 5,
  /** `culprit` releases a mutex that it does not hold. */
  NotHeld = 6,
  /** `culprit` locks a mutex that it holds. */
  HeldAlready = 7,
}

@unmanaged
@final
export class Machine {
  /** The instant that is being served, ns since boot. */
  now: u64;
  /** Ticks of CPU 0. */
  jiffies: u64;
  /** Up to here the statistics are complete: `now`, or the later time that the host asked for. */
  reached: u64;
  /** 1e9 / HZ. */
  tickNs: u64;
  nextTick: u64;
  /** Tick instants so far. */
  ticks: u64;
  hz: u32;
  /** What a C `unsigned long` of the kernel holds: 64 or 32 bits. */
  longMask: u64;
  cpuCount: i32;
  /** All CPUs, bit by bit. */
  allCpus: u64;
  /** CPUs that have something to do at this instant. */
  pending: u64;
  /** Timers end at ticks, as before 2.6.16, rather than at any nanosecond. */
  jiffyTimers: bool;
  /** One of the two costs is not 0 (costs.ts). */
  hasCosts: bool;
  /** CPU time that a task needs when a CPU switches to it, and more if it last ran on another one; ns. */
  contextSwitchCost: u64;
  migrationCost: u64;
  /** A Status: Reached, or what ended the run. */
  failure: u32;
  /** The task whose operation ended the run, where the Status tells of one. */
  culprit: Task | null;
  /** Operations since time last moved. */
  operations: u64;

  /** Which scheduler: the number of its class in index.ts, and its version. */
  family: u32;
  version: u32;

  /** CPU records, `cpuSize` apart. */
  cpus: usize;
  cpuSize: usize;
  /** Task records are `taskSize` apart, in segments whose addresses stand in the directory (population.ts). */
  taskSize: usize;
  taskDirectory: usize;
  taskCount: u32;

  instructions: usize;
  documents: usize;
  documentCount: u32;
  documentMarks: usize;
  distributions: usize;
  distributionValues: usize;
  objectSpecs: usize;
  /** The channels and synchronisers that all tasks share. */
  objects: usize;
  objectCount: u32;
  /** Marks over all tasks. */
  marks: usize;
  markCount: u32;

  /** The wheel of later timers, how many it holds, and up to which slot it is poured out (timers.ts). */
  wheel: usize;
  wheelCount: u32;
  pouredSlot: u64;
  /** Timers put into the heap since it was last empty; breaks ties. */
  timerSequence: u64;
  seed: u64;
  /** Tasks with pids up to this one have histograms of their own. */
  ownHistograms: u32;

  traceBuffer: usize;
  traceCapacity: u32;
  traceCount: u32;
  traceDigest: u64;
  traceEvents: u64;
  /** Forks and marks are kept in the buffer too. */
  traceDetails: bool;

  memoryEnd: usize;

  /** Timers of the present slot, by expiry and order of arming. */
  get timers(): Heap {
    return changetype<Heap>(TIMERS);
  }

  /** When the current `run` of each CPU ends; NEVER where nothing runs, or an operation is due now. */
  get runEnds(): Deadlines {
    return changetype<Deadlines>(RUN_ENDS);
  }

  cpu(id: i32): Cpu {
    return changetype<Cpu>(this.cpus + <usize>id * this.cpuSize);
  }

  instruction(index: u32): Instruction {
    return changetype<Instruction>(this.instructions + <usize>index * offsetof<Instruction>());
  }

  /** Asks a CPU to reschedule, at this instant: an inter-processor interrupt takes no time. */
  flagResched(cpu: Cpu): void {
    cpu.current.needResched = true;
    this.pending |= cpu.bit;
  }

  /** Puts a task on another CPU, and counts the migration. The scheduler moves it between its queues. */
  moveTask(task: Task, to: Cpu): void {
    if (task.cpu == to.id) return;
    this.cpu(task.cpu).migrationsOut += 1;
    to.migrationsIn += 1;
    task.migrations += 1;
    task.cpu = to.id;
  }

  /** Ends the run; the first reason counts. */
  fail(status: Status): void {
    if (this.failure == Status.Reached) this.failure = status;
  }

  /** The same, because of what this task does. */
  blame(task: Task, status: Status): void {
    if (this.failure == Status.Reached) this.culprit = task;
    this.fail(status);
  }
}

/** One block, so that a snapshot is one range: the machine, its timers, its run ends, the scheduler, the arena. */
const BLOCK: usize = memory.data(4096, 64);
const TIMERS: usize = BLOCK + 1024;
const RUN_ENDS: usize = BLOCK + 1088;
/** Where the scheduler keeps its own state and tunables; SCHEDULER_SIZE bytes. */
export const SCHEDULER: usize = BLOCK + 2048;
export const SCHEDULER_SIZE: usize = 2048;
export const MACHINE: usize = BLOCK;

export const machine = changetype<Machine>(MACHINE);
