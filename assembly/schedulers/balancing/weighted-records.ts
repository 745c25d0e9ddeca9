/**
 * What the balancers with a scheduling domain keep of a task and of a CPU, and what the weighted one needs of its scheduler, the host.
 * Source: smp-balancing.md; o1-2.6.md, sections 10 and 11.
 */
import { machine } from "../../machine/machine";
import { PriorityArray } from "../../structures/priority-array";
import { QueueCpu, QueueTask } from "../shared/queue-records";

@unmanaged
export class WeightedTask extends QueueTask {
  /** Its share of its CPU's load while it is runnable. */
  weight: u32;
}

@unmanaged
export class WeightedCpu extends QueueCpu {
  /** Sum of the weights of the runnable tasks. */
  weighted: u64;
  /** The same at the last tick, and its means over two and four ticks. */
  load0: u64;
  load1: u64;
  load2: u64;
  /** Domain state: ms between balancing, failures in a row, jiffies of the last balancing and before the next one. */
  interval: u32;
  failed: u32;
  lastBalance: u64;
  nextBalance: u64;
  /** `interval` in ticks, while the CPU is idle and (times busyFactor) while it is busy; and its offset from CPU 0. */
  idleIntervalTicks: u64;
  busyIntervalTicks: u64;
  busyFactor: u64;
  stagger: u64;
  /** Its migration thread has been asked to push a task to this CPU. */
  pushPending: bool;
  pushCpu: i32;
}

export function weightedCpu(id: i32): WeightedCpu {
  return changetype<WeightedCpu>(machine.cpu(id));
}

@unmanaged
export abstract class WeightedHost {
  /** The arrays to pull from, in order; `second` is null where there is only one. */
  abstract first(cpu: WeightedCpu): PriorityArray;
  abstract second(cpu: WeightedCpu): PriorityArray | null;
  /** The best priority of a CPU. */
  abstract bestPrio(cpu: WeightedCpu): i32;
  /** The task ran so lately on `from` that its data may still be in the cache. */
  abstract isHot(task: WeightedTask, from: WeightedCpu): bool;
  /** Moves a queued task, writes the `migrate` line and tests for preemption on `to`. */
  abstract pull(task: WeightedTask, from: WeightedCpu, to: WeightedCpu): void;
  /** Wakes the migration thread of `cpu` if it is asleep. */
  abstract wakeThread(cpu: WeightedCpu, waker: WeightedCpu): void;
  /** The load that a migration thread may push: that of the heaviest task. */
  abstract heaviest(): i64;
  /** How much more loaded than this one, in percent, a CPU must be to be pulled from. */
  abstract imbalancePercent(): u64;
  /** A CPU from which nothing could be pulled is left out, and the next one tried. */
  abstract retriesPastPinned(): bool;
}
