/**
 * Measuring loops over one run queue with any number of tasks, for bench/constant-cost: the priority array of January 2002, and vanilla's
 * scan by goodness(). Run through the probe; nothing here belongs to a simulation.
 *
 * Each loop has a twin that differs in the one operation, so that their difference is what the operation costs: a turn is something done
 * to every task of the queue, in an order that is random but always the same, as tasks come in any order in memory.
 */
import { below, nextState } from "./bench-loops";
import { advance, open, reserveTables } from "./index";
import { machine } from "./machine/machine";
import { allocate, allocateAligned, RECORD_ALIGNMENT } from "./machine/memory";
import { Instruction, Opcode, TaskDocument } from "./machine/program";
import { mostWanted, show } from "./schedulers/shared/goodness/goodness";
import { pick } from "./schedulers/shared/goodness/recalculation";
import { GoodnessCpu, GoodnessTask } from "./schedulers/shared/goodness/records";
import { behind, taskFrom } from "./schedulers/shared/goodness/run-queue";
import { ListNode } from "./structures/list";
import { clearPriorityArray, PriorityArray, priorityArraySize } from "./structures/priority-array";

/** Normal tasks are in the last 40 of these lists. */
const LEVELS: u32 = 168;
const FIRST_NORMAL: i32 = 128;
const NORMAL_LEVELS: u64 = 40;

/** A record of a task's size: the links, then the priority that it is queued with. */
@unmanaged
@final
class QueuedTask extends ListNode {
  priority: i32;
}

/** What the fill… functions leave for the loops, at a fixed address. */
@unmanaged
@final
class Bench {
  active: PriorityArray;
  expired: PriorityArray;
  /** The array that is active at the beginning of a loop, and what its bytes are while it is empty. */
  first: PriorityArray;
  empty: usize;
  records: usize;
  /** Addresses of the records in the order of a turn. */
  order: usize;
  count: u32;
  /** One task more. */
  guest: QueuedTask;
}

const BENCH = changetype<Bench>(memory.data(32, 8));

/** Two empty arrays and `count` tasks. False if memory does not suffice. */
export function fillRunQueue(count: u32): bool {
  BENCH.first = newArray();
  BENCH.active = BENCH.first;
  BENCH.expired = newArray();
  BENCH.empty = allocate(priorityArraySize(LEVELS));
  memory.copy(BENCH.empty, changetype<usize>(BENCH.first), priorityArraySize(LEVELS));
  BENCH.guest = changetype<QueuedTask>(allocateAligned(machine.taskSize, RECORD_ALIGNMENT));
  BENCH.count = count;
  BENCH.records = allocateAligned(<usize>count * machine.taskSize, RECORD_ALIGNMENT);
  BENCH.order = allocate((<usize>count) << 2);
  if (BENCH.records == 0 || BENCH.order == 0) return false;
  let state: u64 = 1;
  for (let index: u32 = 0; index < count; index++) {
    state = nextState(state);
    const other = <u32>below(state, index + 1);
    store<u32>(BENCH.order + ((<usize>index) << 2), load<u32>(BENCH.order + ((<usize>other) << 2)));
    store<u32>(BENCH.order + ((<usize>other) << 2), <u32>BENCH.records + index * <u32>machine.taskSize);
  }
  return true;
}

function newArray(): PriorityArray {
  const array = changetype<PriorityArray>(allocate(priorityArraySize(LEVELS)));
  clearPriorityArray(array, LEVELS);
  return array;
}

function taskAt(index: u32): QueuedTask {
  return changetype<QueuedTask>(load<u32>(BENCH.order + ((<usize>index) << 2)));
}

/** The twin without an array: every task is looked at and gets a priority, and is looked at once more. */
export function turnWithoutArray(turns: u32): u32 {
  let state: u64 = 1;
  let folded: u32 = 0;
  for (let turn: u32 = 0; turn < turns; turn++) {
    state = giveAll(state);
    folded ^= lookAtAll();
    emptyActive();
  }
  return folded;
}

/** As turnWithoutArray, but every task is enqueued. */
export function turnEnqueue(turns: u32): u32 {
  let state: u64 = 1;
  let folded: u32 = 0;
  for (let turn: u32 = 0; turn < turns; turn++) {
    state = enqueueAll(state);
    folded ^= lookAtAll();
    emptyActive();
  }
  return folded;
}

/** As turnEnqueue, but every task is dequeued when it is looked at: the first one of its list, as a task that runs and blocks. */
export function turnDequeue(turns: u32): u32 {
  let state: u64 = 1;
  let folded: u32 = 0;
  for (let turn: u32 = 0; turn < turns; turn++) {
    state = enqueueAll(state);
    folded ^= dequeueAll();
    emptyActive();
  }
  return folded;
}

/** Whoever wakes a task has read its record before: without that, the processor would hide what it takes to fetch it. */
function giveAll(from: u64): u64 {
  let state = from;
  for (let index: u32 = 0; index < BENCH.count; index++) {
    const task = taskAt(index);
    state = nextState(state + (task.priority == 0 ? 1 : 0));
    task.priority = FIRST_NORMAL + <i32>below(state, NORMAL_LEVELS);
  }
  return state;
}

function enqueueAll(from: u64): u64 {
  const active = BENCH.active;
  let state = from;
  for (let index: u32 = 0; index < BENCH.count; index++) {
    const task = taskAt(index);
    state = nextState(state + (task.priority == 0 ? 1 : 0));
    task.priority = FIRST_NORMAL + <i32>below(state, NORMAL_LEVELS);
    active.enqueue(task, task.priority);
  }
  return state;
}

function lookAtAll(): u32 {
  let folded: u32 = 0;
  for (let index: u32 = 0; index < BENCH.count; index++) folded += taskAt(index).priority;
  return folded;
}

function dequeueAll(): u32 {
  const active = BENCH.active;
  let folded: u32 = 0;
  for (let index: u32 = 0; index < BENCH.count; index++) {
    const task = taskAt(index);
    folded += task.priority;
    active.dequeue(task, task.priority);
  }
  return folded;
}

function emptyActive(): void {
  memory.copy(changetype<usize>(BENCH.active), BENCH.empty, priorityArraySize(LEVELS));
}

/** Both arrays empty, to be called before each of the loops above. */
export function queueNone(): void {
  if (BENCH.active != BENCH.first) {
    BENCH.expired = BENCH.active;
    BENCH.active = BENCH.first;
  }
  emptyActive();
  clearPriorityArray(BENCH.expired, LEVELS);
}

/** The tasks in one ring, in the order of a turn, to be called before loopVisit. */
export function linkAll(): void {
  for (let index: u32 = 0; index < BENCH.count; index++) {
    taskAt(index).next = taskAt(index + 1 == BENCH.count ? 0 : index + 1);
  }
  BENCH.guest.next = taskAt(0);
}

/** From one task to the next, and nothing else: the next one is known only when the record has come. */
export function loopVisit(rounds: u32): u32 {
  let at = changetype<QueuedTask>(BENCH.guest.next);
  for (let round: u32 = 0; round < rounds; round++) {
    at.priority += 1;
    at = changetype<QueuedTask>(at.next);
  }
  BENCH.guest.next = at;
  return at.priority;
}

/** All tasks on the active array, to be called before each of the loops below. */
export function queueAll(): void {
  queueNone();
  enqueueAll(1);
}

/** A guest comes with any priority of all, so that no search is like the one before; the best task is picked; the guest goes. */
export function loopPick(rounds: u32): u32 {
  const active = BENCH.active;
  const guest = BENCH.guest;
  let state: u64 = 1;
  let folded: u32 = 0;
  for (let round: u32 = 0; round < rounds; round++) {
    state = nextState(state);
    const priority = <i32>below(state, LEVELS);
    active.enqueue(guest, priority);
    guest.priority = priority;
    folded += changetype<QueuedTask>(active.head(active.first()).next).priority;
    active.dequeue(guest, priority);
  }
  return folded;
}

/** As loopPick, but nothing is picked. */
export function loopGuest(rounds: u32): u32 {
  const active = BENCH.active;
  const guest = BENCH.guest;
  let state: u64 = 1;
  let folded: u32 = 0;
  for (let round: u32 = 0; round < rounds; round++) {
    state = nextState(state);
    const priority = <i32>below(state, LEVELS);
    active.enqueue(guest, priority);
    guest.priority = priority;
    folded += active.count;
    active.dequeue(guest, priority);
  }
  return folded;
}

/** The active array is found empty, and gives way to the one with all tasks; then they are exchanged again. Two switches a round. */
export function loopSwitch(rounds: u32): u32 {
  let folded: u32 = 0;
  for (let round: u32 = 0; round < rounds; round++) {
    const full = BENCH.active;
    BENCH.active = BENCH.expired;
    BENCH.expired = full;
    if (BENCH.active.count == 0) {
      const empty = BENCH.active;
      BENCH.active = BENCH.expired;
      BENCH.expired = empty;
    }
    folded += BENCH.active.count;
  }
  return folded;
}

/** As loopSwitch, without a switch. */
export function loopCount(rounds: u32): u32 {
  let folded: u32 = 0;
  for (let round: u32 = 0; round < rounds; round++) {
    if (BENCH.active.count == 0) return 0;
    folded += BENCH.active.count;
  }
  return folded;
}

/** Everybody runs once: the best task is picked, dequeued, enqueued on the other array at any priority; when none is left, the arrays switch. */
export function turnWhole(turns: u32): u32 {
  let state: u64 = 1;
  let folded: u32 = 0;
  for (let turn: u32 = 0; turn < turns; turn++) {
    const active = BENCH.active;
    const expired = BENCH.expired;
    while (active.count != 0) {
      state = nextState(state);
      const priority = active.first();
      const task = changetype<QueuedTask>(active.head(priority).next);
      active.dequeue(task, priority);
      task.priority = FIRST_NORMAL + <i32>below(state, NORMAL_LEVELS);
      expired.enqueue(task, task.priority);
      folded += priority;
    }
    BENCH.active = expired;
    BENCH.expired = active;
  }
  return folded;
}

/** Makes a machine that has been reset to a scheduler of goodness() one with `count` equal hogs, and starts them. Returns a status. */
export function openHogs(count: u32): u32 {
  reserveTables(2, 1, 0, 0, 0, 0, 0, 0);
  const run = changetype<Instruction>(machine.instructions);
  run.opcode = <u8>Opcode.Run;
  run.value = 1_000_000_000_000;
  changetype<Instruction>(machine.instructions + offsetof<Instruction>()).opcode = <u8>Opcode.Jump;
  const document = changetype<TaskDocument>(machine.documents);
  document.count = count;
  document.cpu = 0;
  if (open() == 0) advance(0, 1);
  return machine.failure;
}

function firstCpu(): GoodnessCpu {
  return changetype<GoodnessCpu>(machine.cpu(0));
}

/** The scan of a choice: all tasks are looked at. They are equal, so none can be passed over early. */
export function loopScan(rounds: u32): u32 {
  const cpu = firstCpu();
  let folded: u32 = 0;
  for (let round: u32 = 0; round < rounds; round++) {
    folded += <u32>changetype<usize>(mostWanted(cpu.queue, cpu, cpu.mm));
  }
  return folded;
}

/** All ticks are used up. A choice then scans, recalculates every task, and scans again. */
export function turnRecalculate(turns: u32): u32 {
  const cpu = firstCpu();
  let folded: u32 = 0;
  for (let turn: u32 = 0; turn < turns; turn++) {
    exhaustAll(cpu);
    folded += <u32>changetype<usize>(pick(cpu));
  }
  return folded;
}

/** As turnRecalculate, but the choice ends after its first scan. */
export function turnExhaust(turns: u32): u32 {
  const cpu = firstCpu();
  let folded: u32 = 0;
  for (let turn: u32 = 0; turn < turns; turn++) {
    exhaustAll(cpu);
    folded += <u32>changetype<usize>(mostWanted(cpu.queue, cpu, cpu.mm));
  }
  return folded;
}

function exhaustAll(cpu: GoodnessCpu): void {
  let candidate = taskFrom(cpu.queue, cpu.queue.first);
  while (candidate != null) {
    const task = changetype<GoodnessTask>(candidate.task);
    task.slice = 0;
    show(task);
    candidate = taskFrom(cpu.queue, behind(candidate));
  }
}
