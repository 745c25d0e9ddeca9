/** Lays out a machine: its CPUs and idle tasks, the tables that the host fills in, and then the tasks. */
import { Scheduler } from "../schedulers/scheduler";
import { machine } from "./machine";
import { Mark } from "./marks";
import { align, allocate, allocateAligned, RECORD_ALIGNMENT, reserve, resetMemory } from "./memory";
import { makeKernelTask, populate, resetPopulation } from "./population";
import { Distribution, Instruction, ObjectSpec, TaskDocument } from "./program";
import { OBJECT_SIZE, openObjects } from "./shared-objects";
import { TaskState } from "./task";
import { resetTimers } from "./timers";
import { EVENT_SIZE, resetTrace } from "./trace";

const SECOND: u64 = 1_000_000_000;

/**
 * Room for what a machine and a scheduler set up before there are any tasks, so that nothing of it can fail half-way. The debug
 * build asserts that it suffices.
 */
const SETUP_BYTES: usize = 256 * 1024;
const SETUP_BYTES_PER_CPU: usize = 32 * 1024;

/** An empty machine; nothing of an earlier one is left. */
export function resetMachine<S extends Scheduler>(
  scheduler: S,
  cpus: i32,
  hz: u32,
  jiffyTimers: bool,
  traceCapacity: u32,
): void {
  resetMemory();
  machine.hz = hz;
  machine.tickNs = SECOND / hz;
  machine.nextTick = machine.tickNs;
  machine.jiffyTimers = jiffyTimers;
  machine.cpuCount = cpus;
  machine.allCpus = u64.MAX_VALUE >> <u64>(64 - cpus);
  machine.cpuSize = align(scheduler.cpuSize(), RECORD_ALIGNMENT);
  machine.taskSize = align(scheduler.taskSize(), RECORD_ALIGNMENT);
  const room = SETUP_BYTES + <usize>cpus * SETUP_BYTES_PER_CPU;
  if (!reserve(room + <usize>traceCapacity * EVENT_SIZE)) return;
  const before = machine.memoryEnd;
  machine.cpus = allocateAligned(<usize>cpus * machine.cpuSize, RECORD_ALIGNMENT);
  machine.runEnds.open(allocateAligned((<usize>cpus) << 3, RECORD_ALIGNMENT), cpus);
  for (let id = 0; id < cpus; id++) {
    const cpu = machine.cpu(id);
    cpu.id = id;
    cpu.bit = (<u64>1) << (<u64>id);
    cpu.idle = makeKernelTask(cpu, 0);
    cpu.idle.state = TaskState.Running;
    cpu.current = cpu.idle;
  }
  resetTimers();
  resetPopulation();
  assert(machine.memoryEnd - before <= room);
  resetTrace(traceCapacity);
}

/** Room for the workload; the host writes it there. */
export function reserveTables(
  instructions: u32,
  documents: u32,
  documentMarks: u32,
  marks: u32,
  distributions: u32,
  distributionValues: u32,
  objectSpecs: u32,
  objects: u32,
): void {
  machine.documentCount = documents;
  machine.markCount = marks;
  machine.objectCount = objects;
  machine.instructions = allocate(<usize>instructions * offsetof<Instruction>());
  machine.documents = allocate(<usize>documents * offsetof<TaskDocument>());
  machine.documentMarks = allocate((<usize>documentMarks) << 2);
  machine.marks = allocate(<usize>marks * offsetof<Mark>());
  machine.distributions = allocate(<usize>distributions * offsetof<Distribution>());
  machine.distributionValues = allocate((<usize>distributionValues) << 3);
  machine.objectSpecs = allocate(<usize>objectSpecs * offsetof<ObjectSpec>());
  machine.objects = allocate(<usize>objects * OBJECT_SIZE);
}

/** The tables are filled in: the scheduler makes its runqueues, and all tasks come into being. */
export function openMachine<S extends Scheduler>(scheduler: S): void {
  const room = SETUP_BYTES + <usize>machine.cpuCount * SETUP_BYTES_PER_CPU;
  if (!reserve(room)) return;
  const before = machine.memoryEnd;
  scheduler.init(machine.version);
  assert(machine.memoryEnd - before <= room);
  openObjects(machine.objects, 0, machine.objectCount);
  if (!machine.failure) populate();
}
