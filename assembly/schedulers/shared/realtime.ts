/**
 * The real-time class of the fair schedulers' kernels: a FIFO list for each priority; the running task stays in its list, so one that is
 * preempted keeps its place at the head. A round-robin task goes to the tail when its slice is over and it is not alone.
 * No throttling. Source: cfs-2.6.24.md, section 7.
 */
import { machine } from "../../machine/machine";
import { allocate } from "../../machine/memory";
import { isRealtime, Policy } from "../../machine/program";
import { clearPriorityArray, PriorityArray, priorityArraySize } from "../../structures/priority-array";
import { FairCpu, FairTask, NICE_0_PRIO } from "./fair-records";

export const REALTIME_LEVELS: i32 = 100;

export function newRealtimeQueue(): PriorityArray {
  const queue = changetype<PriorityArray>(allocate(priorityArraySize(REALTIME_LEVELS)));
  clearPriorityArray(queue, REALTIME_LEVELS);
  return queue;
}

export function prioOf(task: FairTask): i32 {
  return isRealtime(task.policy) ? 99 - task.rtprio : NICE_0_PRIO + task.nice;
}

/** The first task of the best list; null if no real-time task is queued. */
export function firstRealtime(cpu: FairCpu): FairTask | null {
  const queue = cpu.realtime;
  if (queue.count == 0) return null;
  return changetype<FairTask>(queue.head(queue.first()).next);
}

export function yieldRealtime(cpu: FairCpu, task: FairTask): void {
  cpu.realtime.requeue(task, task.prio);
}

/** A tick of the current real-time task. `slice`: ticks of the next round-robin slice. */
export function countRealtimeSlice(cpu: FairCpu, task: FairTask, slice: u32): void {
  if (task.policy != Policy.RoundRobin) return;
  task.timeSlice -= 1;
  if (task.timeSlice) return;
  task.timeSlice = slice;
  const head = cpu.realtime.head(task.prio);
  if (head.next == head.previous) return;
  cpu.realtime.requeue(task, task.prio);
  machine.flagResched(cpu);
}

/**
 * Ticks of a round-robin slice where it follows from nice, as in 2.6.23: 100 ms at nice 0, four times as much below, a single
 * tick at nice 19.
 */
export function roundRobinSliceByNice(nice: i32): u32 {
  if (nice == 19) return 1;
  const usual = <u64>(machine.hz / 10);
  const least = max<u64>(machine.hz / 200, 1);
  const longest = nice < 0 ? 4 * usual : usual;
  return <u32>max<u64>((longest * (20 - nice)) / 20, least);
}

/** Queues a task that becomes runnable, and counts it. */
export function enqueueRealtime(cpu: FairCpu, task: FairTask): void {
  cpu.realtime.enqueue(task, task.prio);
  cpu.running += 1;
}

export function dequeueRealtime(cpu: FairCpu, task: FairTask): void {
  cpu.realtime.dequeue(task, task.prio);
  cpu.running -= 1;
}
