/**
 * The fair class of 2.6.24: every task has a virtual runtime, CPU time divided by its weight, and the one with the least
 * runs next. The running task is not in the tree. Source: cfs-2.6.24.md, sections 4 to 6.
 */
import { machine } from "../../machine/machine";
import { NO_NODE } from "../../structures/ordered-tree";
import { NICE_0_WEIGHT } from "../shared/weights";
import { CfsCpu, CfsTask, taskOf } from "./records";
import { rules } from "./rules";

/** min_vruntime at boot: a little before the wrap to 0, so that the wrap is tried. */
export const FIRST_VRUNTIME: i64 = -1_048_576;
/** Tasks that share one latency; more stretch it. A constant of the kernel, whatever the latency is tuned to. */
const TASKS_PER_LATENCY: u64 = 5;
/** 4 194 304 ns × 1024: beyond it the kernel rounds twice, so that the product stays within 64 bits. */
const MAX_EXACT: u64 = 1 << 32;

/** Virtual time of `delta` ns. All in u64: with the inverse of policy idle the product wraps. */
export function virtualTime(delta: u64, task: CfsTask): u64 {
  if (task.weight == NICE_0_WEIGHT) return delta;
  return scaleBy(delta * NICE_0_WEIGHT, task.inverse);
}

/** product × inverse / 2^32, rounded to the nearest. */
export function scaleBy(product: u64, inverse: u64): u64 {
  if (product > MAX_EXACT) return (((product + 0x8000) >> 16) * inverse + 0x8000) >> 16;
  return (product * inverse + 0x8000_0000) >> 32;
}

/** update_curr: also when no time has passed, and for a task that has just left the queue. */
export function charge(cpu: CfsCpu): void {
  const task = cpu.fairCurrent;
  if (task == null) return;
  const delta = cpu.clock - task.execStart;
  task.sliceExec += delta;
  task.execStart = cpu.clock;
  let least = task.vruntime + <i64>virtualTime(delta, task);
  task.vruntime = least;
  const first = cpu.tree.first;
  if (first != NO_NODE && first.key - least < 0) least = first.key;
  if (least - cpu.minVruntime > 0) cpu.minVruntime = least;
}

/** ns in which `tasks` fair tasks should all run once. */
function period(tasks: u64): u64 {
  return tasks > TASKS_PER_LATENCY ? (rules.latency * tasks) / TASKS_PER_LATENCY : rules.latency;
}

export function enqueue(cpu: CfsCpu, task: CfsTask, waking: bool): void {
  charge(cpu);
  if (waking) {
    // A full latency of credit, however short the sleep, but never back before its own vruntime.
    const earliest = cpu.minVruntime - <i64>rules.latency;
    if (earliest - task.vruntime > 0) task.vruntime = earliest;
  }
  if (task != cpu.fairCurrent) cpu.tree.insert(task.node);
}

export function dequeue(cpu: CfsCpu, task: CfsTask): void {
  charge(cpu);
  if (task != cpu.fairCurrent) cpu.tree.remove(task.node);
}

export function putPrevious(cpu: CfsCpu, task: CfsTask): void {
  if (!task.onQueue) return;
  charge(cpu);
  cpu.tree.insert(task.node);
}

/** A task that is picked again, too, begins a new slice. */
export function setNext(cpu: CfsCpu, task: CfsTask): void {
  cpu.tree.remove(task.node);
  task.execStart = cpu.clock;
  task.sliceExec = 0;
}

export function tick(cpu: CfsCpu, task: CfsTask): void {
  charge(cpu);
  if (cpu.fairCount <= 1) return;
  if (task.sliceExec > sliceOf(cpu, task)) machine.flagResched(cpu);
}

/** ns that a queued task may run before it has had its part of the period. */
export function sliceOf(cpu: CfsCpu, task: CfsTask): u64 {
  return (period(cpu.fairCount) * task.weight) / cpu.fairLoad;
}

/** Virtual ns by which a woken task must be behind the current one to preempt it. */
export function wakeupLead(current: CfsTask): u64 {
  return virtualTime(rules.wakeupGranularity, current);
}

/** Unsigned and wrapping, as in the kernel: near the wrap it differs from the order of the tree. */
export function preemptsAtWakeup(task: CfsTask, current: CfsTask): bool {
  return <u64>task.vruntime + wakeupLead(current) < <u64>current.vruntime;
}

/** A new task begins one virtual slice late. */
export function placeNew(cpu: CfsCpu, task: CfsTask): void {
  charge(cpu);
  const slice = (period(<u64>cpu.fairCount + 1) * NICE_0_WEIGHT) / (cpu.fairLoad + task.weight);
  task.vruntime = cpu.minVruntime + <i64>slice;
}

/** The child runs first: where the parent is ahead (unsigned), it takes the child's place and debit. */
export function swapWithParent(cpu: CfsCpu, child: CfsTask): void {
  const parent = cpu.fairCurrent;
  if (parent == null || <u64>parent.vruntime >= <u64>child.vruntime) return;
  const place = child.vruntime;
  child.vruntime = parent.vruntime;
  parent.vruntime = place;
}

/** A batch task goes behind all others: its own pending charge comes on top later. */
export function yieldBehindAll(cpu: CfsCpu, task: CfsTask): void {
  const last = taskOf(cpu.tree.last);
  if (<u64>last.vruntime >= <u64>task.vruntime) task.vruntime = last.vruntime + 1;
}

/** Virtual times are relative to their CPU's. */
export function migrate(task: CfsTask, from: CfsCpu, to: CfsCpu): void {
  task.vruntime -= from.minVruntime - to.minVruntime;
}
