/**
 * Memory of a simulation: a bump arena from the end of the static data upwards. Nothing is ever freed; the only things that
 * grow while the machine runs are the task table, histograms, and buffers that double.
 * Invariant: all bytes from `memoryEnd` on are zero, so fresh records need no clearing. The host keeps it when it
 * restores a snapshot.
 */
import { MACHINE, machine, SCHEDULER, SCHEDULER_SIZE, Status } from "./machine";

const PAGE: usize = 65536;

/** Records are aligned to this: a power of two, and what timers.ts packs pointers by. */
export const RECORD_ALIGNMENT: usize = 64;

export function align(size: usize, alignment: usize): usize {
  return (size + alignment - 1) & ~(alignment - 1);
}

/** Empties the arena and the machine's record. */
export function resetMemory(): void {
  const start = align(__heap_base, RECORD_ALIGNMENT);
  const end = machine.memoryEnd;
  if (end > start) memory.fill(start, 0, end - start);
  memory.fill(MACHINE, 0, SCHEDULER + SCHEDULER_SIZE - MACHINE);
  machine.memoryEnd = start;
}

/** Zeroed bytes, aligned to 16; 0 when memory can't grow, after which the run has failed. */
export function allocate(size: usize): usize {
  return allocateAligned(size, 16);
}

export function allocateAligned(size: usize, alignment: usize): usize {
  const start = align(machine.memoryEnd, alignment);
  if (!growTo(start, size)) return 0;
  machine.memoryEnd = start + size;
  return start;
}

/** Sees to it that allocations of so many bytes in all, their alignment included, cannot fail. */
export function reserve(size: usize): bool {
  return growTo(machine.memoryEnd, size);
}

function growTo(start: usize, size: usize): bool {
  const end = start + size;
  // A sum beyond 4 GiB wraps.
  if (end < start) {
    machine.fail(Status.OutOfMemory);
    return false;
  }
  const available = <usize>memory.size() * PAGE;
  // memory.size() is 65536 pages at most, which is 0 bytes in 32 bits: then everything fits.
  if (available == 0 || end <= available) return true;
  const missing = (end - available + PAGE - 1) / PAGE;
  // Growing by an eighth at least keeps the number of calls (and of the host's new views) small.
  const comfortable = max<usize>(missing, available / PAGE / 8);
  if (memory.grow(<i32>comfortable) >= 0 || memory.grow(<i32>missing) >= 0) return true;
  machine.fail(Status.OutOfMemory);
  return false;
}
