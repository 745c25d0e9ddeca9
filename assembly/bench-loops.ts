/**
 * Measuring loops over single structures, each beside an empty twin that does the same but for the structure: the same draws, the
 * same folding of what comes out. Run by bench/structures and bench/growth, through the probe.
 *
 * To be called after reset(), which empties the arena; nothing here belongs to a simulation. A fill… makes the structure,
 * a loop… goes `rounds` times round, and what it returns depends on every round, so that nothing can be left out.
 */
import { addToHistogram, newHistogram } from "./machine/histogram";
import { machine } from "./machine/machine";
import { allocate, allocateAligned, RECORD_ALIGNMENT } from "./machine/memory";
import { Task } from "./machine/task";
import { armTimer, nextExpiry, takeExpired } from "./machine/timers";
import { Deadlines } from "./structures/deadlines";
import { Heap, heapSize } from "./structures/heap";
import { ListNode } from "./structures/list";
import { clearPriorityArray, PriorityArray, priorityArraySize } from "./structures/priority-array";

const HEAP = changetype<Heap>(memory.data(16, 8));
const DEADLINES = changetype<Deadlines>(memory.data(24, 8));

/** Scratch of the loops, at a fixed address: what a fill… leaves for its loop…. */
@unmanaged
@final
class Scratch {
  random: u64;
  array: PriorityArray;
  /** Arrays or records, one after the other. */
  block: usize;
  histogram: usize;
  visited: usize;
}

const SCRATCH = changetype<Scratch>(memory.data(32, 8));

/** Spans are drawn from 50 … 450 ms, the sleeps of the peers' mixed case. */
const LEAST_SPAN: u64 = 50_000_000;
const SPAN_RANGE: u64 = 400_000_001;
const LEVELS: u32 = 140;
/** Normal tasks are queued in the last 40 of them. */
const FIRST_NORMAL: u32 = 100;
const NORMAL_LEVELS: u32 = 40;
/** Arrays of different contents, so that no search can be predicted from the one before. */
const ARRAYS: u32 = 64;

/** Knuth's 64-bit linear congruential generator (MMIX): one multiplication; the high bits are good. */
export function nextState(state: u64): u64 {
  return state * 6364136223846793005 + 1442695040888963407;
}

/** 0 … bound - 1. */
export function below(state: u64, bound: u64): u64 {
  return ((state >> 32) * bound) >> 32;
}

function spanOf(state: u64): u64 {
  return LEAST_SPAN + below(state, SPAN_RANGE);
}

/** For the fills; the loops keep the state in a register. */
function draw(bound: u64): u64 {
  SCRATCH.random = nextState(SCRATCH.random);
  return below(SCRATCH.random, bound);
}

/** A heap of `count` timers, as one heap of all sleepers would be. */
export function fillHeap(count: u32): void {
  HEAP.entries = allocateAligned(heapSize(count + 1), RECORD_ALIGNMENT);
  HEAP.capacity = count + 1;
  HEAP.count = 0;
  for (let index: u32 = 0; index < count; index++) HEAP.push(draw(SPAN_RANGE), index);
}

/** The first timer goes off and is armed anew. */
export function loopHeap(rounds: u32): u32 {
  let state: u64 = 1;
  let folded: u64 = 0;
  for (let round: u32 = 0; round < rounds; round++) {
    state = nextState(state);
    const key = HEAP.firstKey();
    const order = HEAP.firstOrder();
    HEAP.pop();
    HEAP.push(key + spanOf(state), order);
    folded ^= key;
  }
  return <u32>(folded ^ (folded >> 32));
}

/** The twin of all loops that draw a span and move a time by it. */
export function loopSpans(rounds: u32): u32 {
  let state: u64 = 1;
  let folded: u64 = 0;
  let key: u64 = 0;
  for (let round: u32 = 0; round < rounds; round++) {
    state = nextState(state);
    key = (key >> 1) + spanOf(state);
    folded ^= key;
  }
  return <u32>(folded ^ (folded >> 32));
}

/** `count` sleeping tasks, their records as large as the scheduler's. */
export function fillTimers(count: u32): void {
  for (let index: u32 = 0; index < count; index++) {
    const task = changetype<Task>(allocateAligned(machine.taskSize, RECORD_ALIGNMENT));
    armTimer(task, draw(SPAN_RANGE));
  }
}

/** The next timer goes off, at its time, and is armed anew: the machine's wheel, with the heap behind it. */
export function loopTimers(rounds: u32): u32 {
  let state: u64 = 1;
  let folded: u64 = 0;
  for (let round: u32 = 0; round < rounds; round++) {
    state = nextState(state);
    const now = nextExpiry();
    machine.now = now;
    const task = takeExpired();
    if (task == null) return 0;
    armTimer(task, now + spanOf(state));
    folded ^= now;
  }
  return <u32>(folded ^ (folded >> 32));
}

/** The ends of the runs of so many CPUs. */
export function fillDeadlines(cpus: u32): void {
  DEADLINES.open(allocate((<usize>cpus) << 3), cpus);
  for (let cpu: u32 = 0; cpu < cpus; cpu++) DEADLINES.set(cpu, draw(SPAN_RANGE));
}

/** The first run ends and the next one of its CPU begins. */
export function loopDeadlines(rounds: u32): u32 {
  let state: u64 = 1;
  let folded: u64 = 0;
  for (let round: u32 = 0; round < rounds; round++) {
    state = nextState(state);
    const key = DEADLINES.first();
    const cpu = <u32>ctz(DEADLINES.takeAt(key));
    DEADLINES.set(cpu, key + spanOf(state));
    folded ^= key;
  }
  return <u32>(folded ^ (folded >> 32));
}

/** A queued record: the links, then the priority that it is queued with. */
@unmanaged
@final
class QueuedRecord extends ListNode {
  priority: i32;
}

function recordAt(index: u32): QueuedRecord {
  return changetype<QueuedRecord>(SCRATCH.block + <usize>index * machine.taskSize);
}

function newArray(): PriorityArray {
  const array = changetype<PriorityArray>(allocate(priorityArraySize(LEVELS)));
  clearPriorityArray(array, LEVELS);
  return array;
}

/** `count` records (a power of two) at random priorities of normal tasks in one array. */
export function fillQueue(count: u32): void {
  SCRATCH.array = newArray();
  SCRATCH.block = allocateAligned(<usize>count * machine.taskSize, RECORD_ALIGNMENT);
  for (let index: u32 = 0; index < count; index++) {
    const record = recordAt(index);
    record.priority = FIRST_NORMAL + <i32>draw(NORMAL_LEVELS);
    SCRATCH.array.enqueue(record, record.priority);
  }
}

/** A record, any one, leaves the array and comes back at another priority. */
export function loopQueue(rounds: u32, count: u32): u32 {
  const array = SCRATCH.array;
  let state: u64 = 1;
  let folded: u32 = 0;
  for (let round: u32 = 0; round < rounds; round++) {
    state = nextState(state);
    const record = recordAt(<u32>(state >> 40) & (count - 1));
    array.dequeue(record, record.priority);
    record.priority = FIRST_NORMAL + <i32>below(state, NORMAL_LEVELS);
    array.enqueue(record, record.priority);
    folded ^= record.priority;
  }
  return folded;
}

/** The same records, and no array. */
export function loopRecords(rounds: u32, count: u32): u32 {
  let state: u64 = 1;
  let folded: u32 = 0;
  for (let round: u32 = 0; round < rounds; round++) {
    state = nextState(state);
    const record = recordAt(<u32>(state >> 40) & (count - 1));
    folded ^= record.priority;
    record.priority = FIRST_NORMAL + <i32>below(state, NORMAL_LEVELS);
    folded ^= record.priority;
  }
  return folded;
}

/** 64 arrays with a few records each, anywhere. */
export function fillArrays(): void {
  const size = machine.taskSize;
  SCRATCH.block = allocate(<usize>ARRAYS * priorityArraySize(LEVELS));
  for (let index: u32 = 0; index < ARRAYS; index++) {
    const array = arrayAt(index);
    clearPriorityArray(array, LEVELS);
    const records = 1 + draw(4);
    for (let record: u64 = 0; record < records; record++) {
      const queued = changetype<QueuedRecord>(allocateAligned(size, RECORD_ALIGNMENT));
      array.enqueue(queued, <i32>draw(LEVELS));
    }
  }
}

function arrayAt(index: u32): PriorityArray {
  return changetype<PriorityArray>(SCRATCH.block + <usize>index * priorityArraySize(LEVELS));
}

/** The best priority of one of the arrays. */
export function loopFirst(rounds: u32): u32 {
  let state: u64 = 1;
  let folded: u32 = 0;
  for (let round: u32 = 0; round < rounds; round++) {
    state = nextState(state);
    folded += arrayAt(<u32>(state >> 58)).first();
  }
  return folded;
}

/** One load from one of the arrays. */
export function loopArrays(rounds: u32): u32 {
  let state: u64 = 1;
  let folded: u32 = 0;
  for (let round: u32 = 0; round < rounds; round++) {
    state = nextState(state);
    folded += arrayAt(<u32>(state >> 58)).count;
  }
  return folded;
}

export function fillHistogram(): void {
  SCRATCH.histogram = newHistogram();
  for (let index = 0; index < 100_000; index++) {
    SCRATCH.random = nextState(SCRATCH.random);
    addToHistogram(SCRATCH.histogram, latencyOf(SCRATCH.random));
  }
}

/** Below 2^32 ns, every order of magnitude as likely as another. */
function latencyOf(state: u64): u64 {
  return (state >> 32) >> ((state >> 20) & 31);
}

export function loopHistogram(rounds: u32): u32 {
  const histogram = SCRATCH.histogram;
  let state: u64 = 1;
  let folded: u64 = 0;
  for (let round: u32 = 0; round < rounds; round++) {
    state = nextState(state);
    const latency = latencyOf(state);
    addToHistogram(histogram, latency);
    folded ^= latency;
  }
  return <u32>folded;
}

/** The same values, and no histogram. */
export function loopLatencies(rounds: u32): u32 {
  let state: u64 = 1;
  let folded: u64 = 0;
  for (let round: u32 = 0; round < rounds; round++) {
    state = nextState(state);
    folded ^= latencyOf(state);
  }
  return <u32>folded;
}

/**
 * `count` records of a task's size that point to each other in one random ring (Sattolo's shuffle), as unpredictable
 * as the order in which tasks are woken.
 */
export function fillRecords(count: u32): void {
  const order = allocate((<usize>count) << 2);
  if (order == 0) return;
  SCRATCH.block = allocateAligned(<usize>count * machine.taskSize, RECORD_ALIGNMENT);
  if (SCRATCH.block == 0) return;
  for (let index: u32 = 0; index < count; index++) store<u32>(order + ((<usize>index) << 2), index);
  for (let index = count - 1; index > 0; index--) {
    const a = order + ((<usize>index) << 2);
    const b = order + ((<usize>draw(index)) << 2);
    const moved = load<u32>(a);
    store<u32>(a, load<u32>(b));
    store<u32>(b, moved);
  }
  for (let index: u32 = 0; index < count; index++) {
    recordAt(index).next = recordAt(load<u32>(order + ((<usize>index) << 2)));
  }
  SCRATCH.visited = SCRATCH.block;
}

/**
 * Goes from record to record and changes something in three cache lines of each, as a wake-up and a switch do. Where to
 * go next is known only when the record has come: what a visit costs is what memory costs, and hardly anything else.
 */
export function visitRecords(rounds: u32): u32 {
  let at = SCRATCH.visited;
  for (let round: u32 = 0; round < rounds; round++) {
    store<u64>(at, load<u64>(at, 8) + 1, 8);
    store<u64>(at, load<u64>(at, 64) + 1, 64);
    store<u64>(at, load<u64>(at, 128) + 1, 128);
    at = load<usize>(at);
  }
  SCRATCH.visited = at;
  return <u32>at;
}
