/**
 * The fair class of 2.6.23, CFS as first merged: the fair clock runs as a task would that always got its share. What a task gets
 * less or more is its wait_runtime, and the tree is ordered by the fair clock less that. The running task stays
 * in the tree, at the key of its last tick. Source: cfs-2.6.23.md, sections 2 to 7.
 */
import { machine } from "../../machine/machine";
import { Policy } from "../../machine/program";
import { NO_NODE } from "../../structures/ordered-tree";
import { NICE_0_WEIGHT } from "../shared/weights";
import { CfsCpu, CfsTask, taskOf } from "./records";
import { rules } from "./rules";
import { scaleBy } from "./vruntime";

/** Not 0, which means "none" in stoppedAt. */
export const FIRST_FAIR_CLOCK: i64 = 1;

/** `weight` / load of `delta` ns, by the inverse of the load, which is not quite a division. */
function share(cpu: CfsCpu, delta: u64, weight: u64): u64 {
  const load = cpu.fairLoad;
  if (cpu.inverseOf != load) {
    cpu.inverseOf = load;
    cpu.inverseLoad = (((<u64>1) << 32) - load / 2) / load + 1;
  }
  return scaleBy(delta * weight, cpu.inverseLoad);
}

function clamped(waitRuntime: i64): i64 {
  const limit = <i64>rules.latency;
  return max<i64>(min<i64>(waitRuntime, limit), -limit);
}

/** update_curr. */
export function charge(cpu: CfsCpu): void {
  const task = cpu.fairCurrent;
  if (task == null) return;
  const delta = cpu.clock - task.execStart;
  task.execStart = cpu.clock;
  if (<i64>delta <= 0) return;
  task.sliceExec += delta;
  if (cpu.fairLoad == 0) return;
  const fairDelta = share(cpu, delta, NICE_0_WEIGHT);
  let due = share(cpu, delta, task.weight);
  if (cpu.sleeperBonus > rules.minGranularity) {
    // What sleepers were given comes from the due of those who run.
    const payment = min<u64>(min<u64>(due, cpu.sleeperBonus), rules.latency - task.waitRuntime);
    cpu.sleeperBonus -= payment;
    due -= payment;
  }
  cpu.fairClock += fairDelta;
  task.waitRuntime = clamped(task.waitRuntime + <i64>due - <i64>delta);
}

/** The task's share of the fair time since it stopped running. */
export function missedShare(cpu: CfsCpu, task: CfsTask): i64 {
  const passed = min<u64>(<u64>cpu.fairClock - task.stoppedAt, 2 * rules.latency);
  return <i64>(task.weight == NICE_0_WEIGHT ? passed : (passed * task.weight) >> 10);
}

function endWait(cpu: CfsCpu, task: CfsTask): void {
  if (task.stoppedAt == 0) return;
  task.waitRuntime = clamped(task.waitRuntime + missedShare(cpu, task));
  task.stoppedAt = 0;
}

/** None for batch tasks, and none while more than the limit is out. */
function creditSleep(cpu: CfsCpu, task: CfsTask): void {
  if (task.policy == Policy.Batch) return;
  if (cpu.sleeperBonus <= rules.latency) {
    const before = task.waitRuntime;
    task.waitRuntime = clamped(before + missedShare(cpu, task));
    cpu.sleeperBonus += task.waitRuntime - before;
  }
  task.stoppedAt = 0;
}

/** The fair clock less what it is owed, scaled by its weight. */
export function keyOf(cpu: CfsCpu, task: CfsTask): i64 {
  let owed = task.waitRuntime;
  if (task.weight != NICE_0_WEIGHT) {
    // u64: with the inverse of policy idle the product wraps.
    if (owed < 0) owed = -(<i64>((<u64>-owed * task.inverse) >> 22));
    else owed = <i64>((<u64>owed * task.inverse) >> 22);
  }
  return cpu.fairClock - owed;
}

/** From now on it waits, if it does not run. */
function setKey(cpu: CfsCpu, task: CfsTask): void {
  if (task != cpu.fairCurrent) task.stoppedAt = cpu.fairClock;
  task.fairKey = keyOf(cpu, task);
}

export function enqueue(cpu: CfsCpu, task: CfsTask, waking: bool): void {
  charge(cpu);
  if (waking) creditSleep(cpu, task);
  setKey(cpu, task);
  cpu.tree.insert(task.node);
}

export function dequeue(cpu: CfsCpu, task: CfsTask, sleeping: bool): void {
  charge(cpu);
  if (task != cpu.fairCurrent) endWait(cpu, task);
  if (sleeping) task.stoppedAt = cpu.fairClock;
  cpu.tree.remove(task.node);
}

/** The key is not renewed: its place in the tree stays. */
export function putPrevious(cpu: CfsCpu, task: CfsTask): void {
  if (task.onQueue) charge(cpu);
  task.execStart = 0;
  if (task.onQueue) task.stoppedAt = cpu.fairClock;
}

export function setNext(cpu: CfsCpu, task: CfsTask): void {
  endWait(cpu, task);
  task.execStart = cpu.clock;
  task.sliceExec = 0;
}

/** The kernel takes the current task off the queue and puts it back: with the key as it now is, behind equals. */
export function requeueCurrent(cpu: CfsCpu, task: CfsTask): void {
  charge(cpu);
  cpu.tree.rekey(task.node, keyOf(cpu, task));
}

export function tick(cpu: CfsCpu, task: CfsTask): void {
  requeueCurrent(cpu, task);
  const first = cpu.tree.first;
  if (first == NO_NODE || first == task.node) return;
  if (isFarAhead(cpu, taskOf(first), task, tickGranularity(cpu))) machine.flagResched(cpu);
}

/** Tasks that share the latency get less of it each, and preempt each other from a smaller lead on. 32 bits. */
export function tickGranularity(cpu: CfsCpu): u64 {
  const count = cpu.fairCount;
  const latency = <u32>rules.latency;
  if (count <= 1) return latency;
  const part = latency / count;
  return max<u32>(part - part / count, <u32>rules.minGranularity);
}

/** Smaller for every nice but 0, for the better and for the worse. */
export function granularityFor(task: CfsTask, granularity: u64): u64 {
  if (task.weight == NICE_0_WEIGHT) return granularity;
  if (task.weight < NICE_0_WEIGHT) return (task.weight * granularity) >> 10;
  return (task.inverse * granularity) >> 22;
}

/** Whether `task` leads `current` by more than the granularity; by anything once the latter has had its part. */
function isFarAhead(cpu: CfsCpu, task: CfsTask, current: CfsTask, granularity: u64): bool {
  const part = max<u32>(<u32>rules.latency / cpu.fairCount, <u32>rules.minGranularity);
  const lead = current.fairKey - task.fairKey;
  const needed = current.sliceExec > part ? 0 : granularity;
  return lead > <i64>granularityFor(current, needed);
}

export function preemptsAtWakeup(cpu: CfsCpu, task: CfsTask, current: CfsTask): bool {
  const batch = task.policy == Policy.Batch;
  return isFarAhead(cpu, task, current, batch ? rules.batchWakeupGranularity : rules.wakeupGranularity);
}

/** A child stands just before its parent, and is a little in debt. */
export function placeChild(cpu: CfsCpu, parent: CfsTask, child: CfsTask): void {
  charge(cpu);
  setKey(cpu, child);
  const granularity = tickGranularity(cpu);
  child.fairKey = parent.fairKey - <i64>granularityFor(parent, granularity) - 1;
  child.waitRuntime = -(<i64>(granularity / 2));
}

/** Fair clocks differ between CPUs; what the task is owed goes along. */
export function migrate(task: CfsTask, from: CfsCpu, to: CfsCpu): void {
  const offset = <u64>(from.fairClock - to.fairClock);
  if (task.stoppedAt) task.stoppedAt -= offset;
}
