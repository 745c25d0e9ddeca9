/**
 * A run queue of the schedulers that choose by goodness(): the kernel's linked list, laid out in memory as an ordered array, because
 * every choice walks all of it. Places are filled from the middle outwards, at the head and at the tail; a task that
 * leaves the middle leaves an empty place behind. When an end is reached, or most places are empty, the
 * others move together again, which costs each insertion and each removal a constant on average.
 *
 *   places                    first                       end                   places + capacity × 24
 *   |         free            | task | empty | task | task |         free         |
 */
import { machine } from "../../../machine/machine";
import { allocate } from "../../../machine/memory";
import { documentAt } from "../../../machine/population";
import { Candidate, GoodnessTask } from "./records";

const PLACE: usize = offsetof<Candidate>();
/** A worth that no bonus lifts to anything that is ever chosen. */
export const HIDDEN: i32 = i32.MIN_VALUE / 2;
/** So many empty places beyond the number of tasks are not worth the tidying up. */
const SPARE: u32 = 32;
const LEAST_CAPACITY: u32 = 128;

@unmanaged
@final
export class RunQueue {
  /** Addresses: of the memory, of the first place in use, and of the end of the last one. */
  places: usize;
  first: usize;
  end: usize;
  /** Places that fit. */
  capacity: u32;
  /** Tasks, the running ones included. */
  count: u32;
  /** Times that all slices were recalculated: `rcl_curr` in 2.5.2-pre9. */
  recalculations: u32;
}

/** An empty queue. */
export function newRunQueue(capacity: u32): RunQueue {
  const queue = changetype<RunQueue>(allocate(offsetof<RunQueue>()));
  queue.places = allocate(<usize>capacity * PLACE);
  queue.capacity = capacity;
  queue.first = queue.places + (<usize>capacity / 2) * PLACE;
  queue.end = queue.first;
  return queue;
}

/** Room for a queue.s part of the tasks of the workload, where `queues` share them, and a quarter to spare. */
export function sharedCapacity(queues: u32): u32 {
  let tasks: u32 = 0;
  for (let index: u32 = 0; index < machine.documentCount; index++) tasks += documentAt(index).count;
  const share = tasks / queues;
  return share + share / 4 + LEAST_CAPACITY;
}

/** Puts the task at the head, still hidden. */
export function insertAtHead(queue: RunQueue, task: GoodnessTask): void {
  if (queue.first == queue.places && !makeRoom(queue)) return;
  queue.first -= PLACE;
  fill(queue, queue.first, task);
}

/** Puts the task at the tail, still hidden. */
export function insertAtTail(queue: RunQueue, task: GoodnessTask): void {
  if (queue.end == limitOf(queue) && !makeRoom(queue)) return;
  fill(queue, queue.end, task);
  queue.end += PLACE;
}

/** Takes the task off the queue. */
export function takeOut(queue: RunQueue, task: GoodnessTask): void {
  const candidate = task.candidate;
  if (candidate == null) return;
  task.candidate = null;
  candidate.task = null;
  hide(candidate);
  queue.count -= 1;
  while (queue.first < queue.end && isEmpty(queue.first)) queue.first += PLACE;
  while (queue.first < queue.end && isEmpty(queue.end - PLACE)) queue.end -= PLACE;
  if (placesOf(queue) > 2 * queue.count + SPARE) gather(queue, queue.places);
}

export function hide(candidate: Candidate): void {
  candidate.worth = HIDDEN;
  candidate.cpu = -1;
  candidate.mm = 0;
}

/** The next place with a task in it, from `place` on; null at the end. */
export function taskFrom(queue: RunQueue, place: usize): Candidate | null {
  while (place < queue.end && isEmpty(place)) place += PLACE;
  return place < queue.end ? changetype<Candidate>(place) : null;
}

/** The place behind this one. */
export function behind(candidate: Candidate): usize {
  return changetype<usize>(candidate) + PLACE;
}

function fill(queue: RunQueue, place: usize, task: GoodnessTask): void {
  const candidate = changetype<Candidate>(place);
  candidate.task = task;
  hide(candidate);
  task.candidate = candidate;
  queue.count += 1;
}

function isEmpty(place: usize): bool {
  return changetype<Candidate>(place).task == null;
}

function limitOf(queue: RunQueue): usize {
  return queue.places + <usize>queue.capacity * PLACE;
}

function placesOf(queue: RunQueue): u32 {
  return <u32>((queue.end - queue.first) / PLACE);
}

/** Free places at both ends, in bigger memory where seven eighths of it are in use. False when memory runs out: the run has failed. */
function makeRoom(queue: RunQueue): bool {
  let places = queue.places;
  if (queue.count >= queue.capacity - queue.capacity / 8) {
    places = allocate(<usize>queue.capacity * 2 * PLACE);
    if (places == 0) return false;
    queue.capacity *= 2;
  }
  gather(queue, places);
  return true;
}

/** Moves all tasks together, to the middle of the memory at `places`, in which `capacity` places fit. */
function gather(queue: RunQueue, places: usize): void {
  let end = queue.first;
  for (let place = queue.first; place < queue.end; place += PLACE) {
    if (isEmpty(place)) continue;
    if (place != end) memory.copy(end, place, PLACE);
    end += PLACE;
  }
  const first = places + <usize>((queue.capacity - queue.count) / 2) * PLACE;
  memory.copy(first, queue.first, end - queue.first);
  queue.places = places;
  queue.first = first;
  queue.end = first + <usize>queue.count * PLACE;
  for (let place = first; place < queue.end; place += PLACE) {
    const candidate = changetype<Candidate>(place);
    candidate.task!.candidate = candidate;
  }
}
