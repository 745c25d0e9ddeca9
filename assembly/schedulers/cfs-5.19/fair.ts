/** The fair class of 5.19: charging, slices, the queue. Source: cfs-5.19.md, sections 3 to 5 and 9. */
import { machine } from "../../machine/machine";
import { Policy } from "../../machine/program";
import { NO_NODE } from "../../structures/ordered-tree";
import { scaleTime, virtualTime } from "../shared/scaled-time";
import { FairCpu519, FairTask519, taskOf, tunables } from "./records";

/** min_vruntime at boot: a little before the wrap to 0, so that the wrap is tried. */
export const FIRST_VRUNTIME: i64 = -1_048_576;

/** ns that a task may run before others of the queue get their turn; a task that is not queued is counted in. */
export function sliceOf(cpu: FairCpu519, task: FairTask519): u64 {
  let count = cpu.fairCount;
  let load = cpu.fairLoad;
  if (!task.onQueue) {
    count += 1;
    load += task.weight;
  }
  const period = count <= tunables.tasksPerLatency ? tunables.latency : <u64>count * tunables.minGranularity;
  // The 32-bit division is the cheap one.
  const inverse = load >> 32 ? 0 : <u64>(u32.MAX_VALUE / <u32>load);
  return max<u64>(scaleTime(period, task.weight, inverse), tunables.minGranularity);
}

/** update_curr. */
export function charge(cpu: FairCpu519): void {
  const task = cpu.fairCurrent;
  if (task == null) return;
  const delta = machine.now - task.execStart;
  if (<i64>delta <= 0) return;
  task.execStart = machine.now;
  task.sliceExec += delta;
  task.vruntime += virtualTime(delta, task);
  renewMinimum(cpu);
}

function renewMinimum(cpu: FairCpu519): void {
  const task = cpu.fairCurrent;
  const first = cpu.tree.first;
  let least = cpu.minVruntime;
  if (task != null && task.onQueue) {
    least = task.vruntime;
    if (first != NO_NODE && first.key - least < 0) least = first.key;
  } else if (first != NO_NODE) {
    least = first.key;
  }
  if (least - cpu.minVruntime > 0) cpu.minVruntime = least;
}

/** The task is no longer hinted at. */
export function clearBuddies(cpu: FairCpu519, task: FairTask519): void {
  if (cpu.lastBuddy == task) cpu.lastBuddy = null;
  if (cpu.nextBuddy == task) cpu.nextBuddy = null;
  if (cpu.skipBuddy == task) cpu.skipBuddy = null;
}

export function enqueue(cpu: FairCpu519, task: FairTask519, waking: bool): void {
  charge(cpu);
  cpu.fairCount += 1;
  cpu.fairLoad += task.weight;
  cpu.running += 1;
  if (waking) {
    // Gentle: half a latency of credit.
    const credit = (task.policy == Policy.Idle ? tunables.minGranularity : tunables.latency) / 2;
    const earliest = cpu.minVruntime - <i64>credit;
    if (earliest - task.vruntime > 0) task.vruntime = earliest;
  }
  if (task != cpu.fairCurrent) cpu.tree.insert(task.node);
  task.onQueue = true;
}

export function dequeue(cpu: FairCpu519, task: FairTask519): void {
  charge(cpu);
  clearBuddies(cpu, task);
  if (task != cpu.fairCurrent) cpu.tree.remove(task.node);
  task.onQueue = false;
  cpu.fairCount -= 1;
  cpu.fairLoad -= task.weight;
  cpu.running -= 1;
  renewMinimum(cpu);
}

export function putPrevious(cpu: FairCpu519, task: FairTask519): void {
  if (task.onQueue) {
    charge(cpu);
    cpu.tree.insert(task.node);
  }
  cpu.fairCurrent = null;
}

export function setNext(cpu: FairCpu519, task: FairTask519): void {
  clearBuddies(cpu, task);
  cpu.tree.remove(task.node);
  task.execStart = machine.now;
  task.sliceExec = 0;
  cpu.fairCurrent = task;
}

/** A new task begins one virtual slice late. */
export function lateStart(cpu: FairCpu519, task: FairTask519): i64 {
  return cpu.minVruntime + virtualTime(sliceOf(cpu, task), task);
}

export function tick(cpu: FairCpu519, task: FairTask519): void {
  charge(cpu);
  if (cpu.fairCount <= 1) return;
  const slice = sliceOf(cpu, task);
  if (task.sliceExec > slice) {
    machine.flagResched(cpu);
    clearBuddies(cpu, task);
  } else if (task.sliceExec >= tunables.minGranularity) {
    if (task.vruntime - taskOf(cpu.tree.first).vruntime > <i64>slice) machine.flagResched(cpu);
  }
}
