/**
 * Where a task is queued: the staircase itself. Whoever is queued goes on at its slot, goes one entitled slot down, or expires.
 * Source: staircase-deadline.md, "Choosing a slot", "Enqueue".
 */
import { isRealtime, Policy } from "../../machine/program";
import { PriorityArray } from "../../structures/priority-array";
import { DeadlineCpu, DeadlineTask, deadlineCpu, MAX_PRIO, MAX_RT_PRIO, WORST_STATIC_PRIO } from "./records";
import { ALL_SLOTS, tuning } from "./tuning";

/** Bytes of the levels of a CPU: one for each nice level. */
export const LEVELS_SIZE: usize = 40;
/** Eight levels at the top. */
const TOP_LEVELS: u64 = 0x6464646464646464;

/** A new rotation: nobody has been anywhere. */
export function resetLevels(cpu: DeadlineCpu): void {
  cpu.activeBestStatic = WORST_STATIC_PRIO;
  cpu.expiredBestStatic = WORST_STATIC_PRIO;
  // Quicker than memory.fill, and this is done whenever a CPU goes idle.
  const levels = cpu.levels;
  for (let offset: usize = 0; offset < LEVELS_SIZE; offset += 8) store<u64>(levels + offset, TOP_LEVELS);
}

function levelOf(cpu: DeadlineCpu, staticPrio: i32): i32 {
  return <i32>load<u8>(cpu.levels + <usize>(staticPrio - MAX_RT_PRIO));
}

/** A task has been chosen from this slot. */
export function noteChoice(task: DeadlineTask, cpu: DeadlineCpu, slot: i32): void {
  task.rotation = cpu.rotation;
  if (task.staticPrio < cpu.activeBestStatic) cpu.activeBestStatic = task.staticPrio;
  if (slot > levelOf(cpu, task.staticPrio)) store<u8>(cpu.levels + <usize>(task.staticPrio - MAX_RT_PRIO), <u8>slot);
}

/** Its row of the matrix, bit by bit; a batch task may have any slot from its static priority on. */
export function entitledSlots(task: DeadlineTask): u64 {
  if (task.policy != Policy.Batch) return ALL_SLOTS & ~tuning.blocked(task.staticPrio);
  return ALL_SLOTS & (u64.MAX_VALUE << (<u64>(task.staticPrio - MAX_RT_PRIO)));
}

/** The next slot that the task may have in this rotation; MAX_PRIO: none is left, or a better nice level has expired. */
export function nextSlot(task: DeadlineTask, cpu: DeadlineCpu): i32 {
  const staticPrio = task.staticPrio;
  if (staticPrio > cpu.expiredBestStatic) return MAX_PRIO;
  const batch = task.policy == Policy.Batch;
  let from = MAX_RT_PRIO;
  if (staticPrio > cpu.activeBestStatic) {
    // Not above where the better nice levels have got to.
    for (let level = cpu.activeBestStatic; level <= staticPrio; level++) from = max<i32>(from, levelOf(cpu, level));
  } else if (staticPrio == cpu.activeBestStatic && !tuning.interactive) {
    from = levelOf(cpu, staticPrio);
  }
  if (batch) from = max<i32>(from, staticPrio);
  const taken = batch ? task.usedSlots : task.usedSlots | tuning.blocked(staticPrio);
  const free = ~taken & ALL_SLOTS & (u64.MAX_VALUE << (<u64>(from - MAX_RT_PRIO)));
  return free ? MAX_RT_PRIO + <i32>ctz(free) : MAX_PRIO;
}

/** It competes for slots, unless a better nice level has expired; a batch task does not count. */
function noteStaticPrio(task: DeadlineTask, cpu: DeadlineCpu): void {
  const staticPrio = task.staticPrio;
  if (staticPrio >= cpu.activeBestStatic || staticPrio > cpu.expiredBestStatic) return;
  if (task.policy != Policy.Batch) cpu.activeBestStatic = staticPrio;
}

/** The best slot of the task's row of the matrix. */
function firstSlot(task: DeadlineTask): i32 {
  if (task.policy == Policy.Batch) return task.staticPrio;
  return MAX_RT_PRIO + <i32>ctz(~tuning.blocked(task.staticPrio));
}

/** All slots and a whole quota again. */
function startAfresh(task: DeadlineTask, cpu: DeadlineCpu, array: PriorityArray): void {
  task.usedSlots = 0;
  task.rotation = cpu.rotation;
  task.timeSlice = task.quota;
  task.firstTimeSlice = false;
  setArray(task, cpu, array);
}

function setArray(task: DeadlineTask, cpu: DeadlineCpu, array: PriorityArray): void {
  task.lastArray = array;
  task.arrayCpu = <u8>cpu.id;
}

/** It waits for the next rotation. */
function expire(task: DeadlineTask, cpu: DeadlineCpu): void {
  startAfresh(task, cpu, cpu.expired);
  task.prio = firstSlot(task);
  if (task.staticPrio < cpu.expiredBestStatic) cpu.expiredBestStatic = task.staticPrio;
}

/** Finds the array and the slot of a normal task. */
function recalculate(task: DeadlineTask, cpu: DeadlineCpu): void {
  if (<i32>task.arrayCpu != cpu.id) translateRotation(task, cpu);
  if (task.rotation != cpu.rotation) {
    startAfresh(task, cpu, cpu.active);
  } else if (task.lastArray == cpu.active) {
    // With time left it keeps its slot, asleep in between or not.
    if (task.timeSlice > 0) return;
    task.timeSlice = task.quota;
  } else if (task.lastArray == cpu.expired) {
    expire(task, cpu);
    return;
  } else {
    startAfresh(task, cpu, cpu.active);
  }
  const slot = nextSlot(task, cpu);
  noteStaticPrio(task, cpu);
  if (slot == MAX_PRIO) {
    expire(task, cpu);
    return;
  }
  task.prio = slot;
  task.usedSlots |= (<u64>1) << (<u64>(slot - MAX_RT_PRIO));
}

/** It comes from another CPU: what it had in that one's present rotation counts here; older things do not. */
function translateRotation(task: DeadlineTask, cpu: DeadlineCpu): void {
  const last = deadlineCpu(task.arrayCpu);
  if (task.rotation != last.rotation) {
    task.rotation = 0;
    return;
  }
  task.rotation = cpu.rotation;
  setArray(task, cpu, task.lastArray == last.expired ? cpu.expired : cpu.active);
}

/** At the tail of the slot that it is entitled to. */
export function enqueue(task: DeadlineTask, cpu: DeadlineCpu): void {
  if (isRealtime(task.policy)) setArray(task, cpu, cpu.active);
  else recalculate(task, cpu);
  insert(task);
}

function insert(task: DeadlineTask): void {
  const array = task.lastArray!;
  task.array = array;
  array.enqueue(task, task.prio);
}

/** Takes the task out of its array; it remembers which that was. */
export function dequeue(task: DeadlineTask): void {
  task.array!.dequeue(task, task.prio);
  task.array = null;
}

/** The rest of this rotation is given away. */
export function enqueueExpired(task: DeadlineTask, cpu: DeadlineCpu): void {
  expire(task, cpu);
  insert(task);
}
