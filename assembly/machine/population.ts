/** The tasks: made from documents at load and by forks, started, and found by pid. */
import { Scheduler } from "../schedulers/scheduler";
import { Cpu } from "./cpu";
import { draw } from "./distributions";
import { newHistogram } from "./histogram";
import { machine } from "./machine";
import { Mark } from "./marks";
import { allocate, allocateAligned, RECORD_ALIGNMENT } from "./memory";
import { INHERITED, OWN_MM, TaskDocument } from "./program";
import { mix, seedStream } from "./random";
import { OBJECT_SIZE, openObjects } from "./shared-objects";
import { NEVER, Task, TaskState } from "./task";
import { openTimekeeping, releaseFirstRound, TIMEKEEPING_SIZE } from "./timekeeping";
import { armTimer } from "./timers";
import { traceNew } from "./trace";

/** Tasks per segment of the task table, and entries of its directory: 16 million tasks, more than memory holds. */
export const SEGMENT_TASKS: u32 = 1024;
const DIRECTORY_ENTRIES: u32 = 16384;

/** An empty task table. */
export function resetPopulation(): void {
  machine.taskDirectory = allocate(DIRECTORY_ENTRIES * sizeof<usize>());
}

/** A record of the scheduler's size outside the table: an idle task or a kernel thread, bound to its CPU. */
export function makeKernelTask(cpu: Cpu, pid: i32): Task {
  const task = changetype<Task>(allocateAligned(machine.taskSize, RECORD_ALIGNMENT));
  task.pid = pid;
  task.cpu = cpu.id;
  task.affinity = cpu.bit;
  task.firstRunAt = NEVER;
  task.exitedAt = NEVER;
  return task;
}

/** Makes all tasks of the workload, in file order, and arms their starts. False when memory runs out. */
export function populate(): bool {
  let ownMms: u32 = 0;
  for (let index: u32 = 0; index < machine.documentCount; index++) {
    const document = documentAt(index);
    for (let number: u32 = 0; number < document.count; number++) {
      const task = newTask(document);
      if (task == null) return false;
      seedStream(task, document.streamKey, number);
      task.nice = document.nice;
      task.policy = document.policy;
      task.rtprio = document.rtprio;
      task.affinity = document.affinity ? document.affinity & machine.allCpus : machine.allCpus;
      if (!openOwnObjects(task)) return false;
      task.firstOwnMm = ownMms;
      ownMms += document.ownMms;
      task.mm = mmOf(task);
      armTimer(task, startOf(task));
    }
  }
  return true;
}

/** Step 0 of an instant: puts the task on the least loaded CPU that it may use, or where the workload wants it. */
export function startTask<S extends Scheduler>(scheduler: S, task: Task): void {
  const named = task.document.cpu;
  const cpu = named >= 0 ? machine.cpu(named) : leastLoaded<S>(scheduler, task);
  task.cpu = cpu.id;
  becomeRunnable(task);
  scheduler.start(task, cpu);
  traceNew(task, scheduler.displayPriority(task));
}

/** A child of the current task of a CPU; null when memory runs out. */
export function forkTask(parent: Task, documentIndex: u32): Task | null {
  const document = documentAt(documentIndex);
  const child = newTask(document);
  if (child == null) return null;
  child.parent = parent;
  child.ownObjects = parent.ownObjects;
  child.firstOwnMm = parent.firstOwnMm;
  child.mm = mmOf(child);
  seedStream(child, mix(parent.streamKey ^ document.streamKey), parent.forks);
  parent.forks += 1;
  parent.liveChildren += 1;
  child.nice = document.nice == INHERITED ? parent.nice : document.nice;
  child.policy = document.policy == INHERITED ? parent.policy : document.policy;
  child.rtprio = document.rtprio == INHERITED ? parent.rtprio : document.rtprio;
  child.affinity = document.affinity ? document.affinity & machine.allCpus : parent.affinity;
  child.cpu = parent.cpu;
  becomeRunnable(child);
  return child;
}

export function documentAt(index: u32): TaskDocument {
  return changetype<TaskDocument>(machine.documents + <usize>index * offsetof<TaskDocument>());
}

/** The task with the pid `index + 1`. */
export function taskAt(index: u32): Task {
  const segment = load<usize>(machine.taskDirectory + <usize>(index / SEGMENT_TASKS) * sizeof<usize>());
  return changetype<Task>(segment + <usize>(index % SEGMENT_TASKS) * machine.taskSize);
}

/** The next record of the task table. */
function newTask(document: TaskDocument): Task | null {
  const index = machine.taskCount;
  const slot = machine.taskDirectory + <usize>(index / SEGMENT_TASKS) * sizeof<usize>();
  let segment = load<usize>(slot);
  if (segment == 0) {
    segment = allocateAligned(<usize>SEGMENT_TASKS * machine.taskSize, RECORD_ALIGNMENT);
    if (segment == 0) return null;
    store<usize>(slot, segment);
  }
  const task = changetype<Task>(segment + <usize>(index % SEGMENT_TASKS) * machine.taskSize);
  task.pid = index + 1;
  task.document = document;
  task.instance = document.instances;
  task.counter = document.entry;
  task.startedAt = NEVER;
  task.exitedAt = NEVER;
  task.firstRunAt = NEVER;
  task.lastRunAt = NEVER;
  if (!attachTables(task, document)) return null;
  document.instances += 1;
  machine.taskCount = index + 1;
  return task;
}

/** Loop counters, marks, and the document's histograms where the task has none of its own. */
function attachTables(task: Task, document: TaskDocument): bool {
  if (document.counters || document.timed) {
    const before = document.timed ? TIMEKEEPING_SIZE : 0;
    const start = allocate(before + ((<usize>document.counters) << 2));
    if (start == 0) return false;
    task.counters = start + before;
    if (document.timed) openTimekeeping(task);
  }
  if (document.marks) {
    task.marks = allocate(<usize>document.marks * offsetof<Mark>());
    if (task.marks == 0) return false;
  }
  if (<u32>task.pid > machine.ownHistograms) {
    if (document.latencyHistogram == 0) document.latencyHistogram = newHistogram();
    if (document.otherWaitHistogram == 0) document.otherWaitHistogram = newHistogram();
    task.latencyHistogram = document.latencyHistogram;
    task.otherWaitHistogram = document.otherWaitHistogram;
  }
  return true;
}

/** The channels and synchronisers that this instance shares with nobody but its descendants. */
function openOwnObjects(task: Task): bool {
  const document = task.document;
  if (document.ownObjects == 0) return true;
  task.ownObjects = allocate(<usize>document.ownObjects * OBJECT_SIZE);
  if (task.ownObjects == 0) return false;
  openObjects(task.ownObjects, document.firstOwnObject, document.ownObjects);
  return true;
}

/** The number of its address space: a forked child has one of its own, too, unless its document names one. */
function mmOf(task: Task): u32 {
  const mm = task.document.mm;
  if (mm == 0) return task.pid;
  return mm & OWN_MM ? mm + task.firstOwnMm : mm;
}

/** When it starts; a `sequence` is drawn by the instance's number. */
function startOf(task: Task): u64 {
  const document = task.document;
  if (document.startDistribution == 0) return document.startValue;
  return draw(task, document.startDistribution - 1, task.instance);
}

function becomeRunnable(task: Task): void {
  task.state = TaskState.Runnable;
  task.startedAt = machine.now;
  task.since = machine.now;
  if (task.timed) releaseFirstRound(task);
}

function leastLoaded<S extends Scheduler>(scheduler: S, task: Task): Cpu {
  let best = machine.cpu(<i32>ctz(task.affinity));
  let fewest = scheduler.runnable(best);
  for (let id = best.id + 1; id < machine.cpuCount; id++) {
    if (!task.allows(id)) continue;
    const cpu = machine.cpu(id);
    const runnable = scheduler.runnable(cpu);
    if (runnable < fewest) {
      best = cpu;
      fewest = runnable;
    }
  }
  return best;
}
