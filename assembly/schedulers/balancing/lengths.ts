/**
 * Load balancing by queue length, from 2.6.0-test: a CPU pulls from the CPU with the longest queue half of what that one has more, from its
 * expired array first. There is no active balancing. Source: nicksched.md, "SMP".
 */
import { machine } from "../../machine/machine";
import { PriorityArray } from "../../structures/priority-array";
import { firstCandidate, nextCandidate } from "../shared/candidates";
import { QueueCpu, QueueTask, queueCpu } from "../shared/queue-records";

/** What the balancer needs of a scheduler. */
@unmanaged
export abstract class LengthsHost {
  abstract active(cpu: QueueCpu): PriorityArray;
  abstract expired(cpu: QueueCpu): PriorityArray;
  /** Queue lengths of all CPUs as `cpu` saw them when it last balanced: an array of u32. */
  abstract previousLengths(cpu: QueueCpu): usize;
  /** Ticks between two rounds of balancing of a CPU. */
  abstract idlePeriod(): u64;
  abstract busyPeriod(): u64;
  /** It ran so lately that a busy CPU leaves it alone. */
  abstract isHot(task: QueueTask, from: QueueCpu): bool;
  /** Moves a queued task to the active array of `to`, and tests for preemption there. */
  abstract pull(task: QueueTask, from: QueueCpu, to: QueueCpu): void;
}

/** The last part of the tick. */
export function balanceLengthsAtTick<H extends LengthsHost>(host: H, cpu: QueueCpu): void {
  const idle = cpu.isRunningIdle;
  const period = idle ? host.idlePeriod() : host.busyPeriod();
  if (period == 1 || machine.jiffies % period == 0) balanceLengths<H>(host, cpu, idle);
}

/** `idle`: the CPU has nothing to run, or is about to. */
export function balanceLengths<H extends LengthsHost>(host: H, me: QueueCpu, idle: bool): void {
  const lengths = host.previousLengths(me);
  const mine = idle ? me.running : max<u32>(me.running, lengthAt(lengths, me.id));
  let busiest: QueueCpu | null = null;
  let longest: u32 = 1;
  for (let id = 0; id < machine.cpuCount; id++) {
    const cpu = queueCpu(id);
    // A busy CPU believes the smaller one of the length now and last time.
    const length = idle ? cpu.running : min<u32>(cpu.running, lengthAt(lengths, id));
    // For the next time, whatever comes of this one.
    store<u32>(lengths + ((<usize>id) << 2), cpu.running);
    if (cpu == me || length <= longest) continue;
    busiest = cpu;
    longest = length;
  }
  if (busiest == null) return;
  const imbalance = <i32>longest - <i32>mine;
  if (!idle && imbalance * 4 < <i32>longest) return;
  if (busiest.running <= mine) return;
  pullHalf<H>(host, me, busiest, idle, imbalance / 2);
}

function lengthAt(lengths: usize, id: i32): u32 {
  return load<u32>(lengths + ((<usize>id) << 2));
}

/**
 * An idle CPU takes one task. A busy one stops when `surplus` has been counted down to exactly 0: an imbalance of 1 halves to 0, the next
 * step is -1, and everything movable is pulled.
 */
function pullHalf<H extends LengthsHost>(host: H, me: QueueCpu, busiest: QueueCpu, idle: bool, surplus: i32): void {
  const expired = host.expired(busiest);
  if (expired.count) {
    surplus = pullFromArray<H>(host, me, busiest, expired, idle, surplus);
    if (surplus == DONE) return;
  }
  pullFromArray<H>(host, me, busiest, host.active(busiest), idle, surplus);
}

const DONE: i32 = i32.MIN_VALUE;

/** What is left of the surplus, or DONE. */
function pullFromArray<H extends LengthsHost>(
  host: H,
  me: QueueCpu,
  busiest: QueueCpu,
  array: PriorityArray,
  idle: bool,
  surplus: i32,
): i32 {
  let task = firstCandidate(array);
  while (task != null) {
    const next = nextCandidate(array, task);
    if (task != busiest.current && task.allows(me.id) && (idle || !host.isHot(task, busiest))) {
      host.pull(task, busiest, me);
      surplus -= 1;
      if (idle || surplus == 0) return DONE;
    }
    task = next;
  }
  return surplus;
}
