/** Who runs next, and who preempts: the hints of 5.19. Source: cfs-5.19.md, sections 6 to 8. */
import { machine } from "../../machine/machine";
import { isRealtime, Policy } from "../../machine/program";
import { TaskState } from "../../machine/task";
import { NO_NODE } from "../../structures/ordered-tree";
import { dequeueRealtime, firstRealtime } from "../shared/realtime";
import { virtualTime } from "../shared/scaled-time";
import { charge, dequeue, putPrevious, setNext } from "./fair";
import { FairCpu519, FairTask519, taskOf, tunables } from "./records";

/** Whether `first` is behind `second`: by nothing (-1), by less than the granularity (0), by more (1). Scaled by `second`. */
function distance(first: FairTask519, second: FairTask519): i32 {
  const lead = first.vruntime - second.vruntime;
  if (lead <= 0) return -1;
  return lead > wakeupLead(second) ? 1 : 0;
}

/** Virtual ns by which a woken task must be behind the current one to preempt it. */
export function wakeupLead(current: FairTask519): i64 {
  return virtualTime(tunables.wakeupGranularity, current);
}

/** Whether a task that has become runnable should run now. */
export function flagIfPreempted(cpu: FairCpu519, task: FairTask519): void {
  const current = changetype<FairTask519>(cpu.current);
  if (current.isIdle) machine.flagResched(cpu);
  else if (isRealtime(task.policy)) {
    if (task.prio < current.prio) machine.flagResched(cpu);
  } else if (!isRealtime(current.policy)) {
    flagIfPreemptedFairly(cpu, current, task);
  }
}

function flagIfPreemptedFairly(cpu: FairCpu519, current: FairTask519, task: FairTask519): void {
  if (current.needResched) return;
  if (current.policy == Policy.Idle && task.policy != Policy.Idle) {
    machine.flagResched(cpu);
    return;
  }
  if (task.policy != Policy.Normal) return;
  charge(cpu);
  if (distance(current, task) != 1) return;
  cpu.nextBuddy = task;
  machine.flagResched(cpu);
  // Among many, the preempted task comes next: its data is still in the cache.
  if (cpu.fairCount >= tunables.tasksPerLatency) cpu.lastBuddy = current;
}

/** `current`: the current task if it is a candidate. */
export function pick(cpu: FairCpu519, current: FairTask519 | null): FairTask519 {
  const first = cpu.tree.first;
  let left = first == NO_NODE ? current! : taskOf(first);
  if (current != null && current.vruntime - left.vruntime < 0) left = current;
  let chosen = left;
  if (cpu.skipBuddy == left) {
    const second = secondTo(cpu, left, current);
    if (second != null && distance(second, left) < 1) chosen = second;
  }
  const next = cpu.nextBuddy;
  if (next != null && distance(next, left) < 1) return next;
  const last = cpu.lastBuddy;
  if (last != null && distance(last, left) < 1) return last;
  return chosen;
}

/** The task behind the leftmost one. */
function secondTo(cpu: FairCpu519, left: FairTask519, current: FairTask519 | null): FairTask519 | null {
  const node = left == current ? cpu.tree.first : cpu.tree.next(left.node);
  if (node == NO_NODE) return left == current ? null : current;
  const second = taskOf(node);
  if (left != current && current != null && current.vruntime - second.vruntime < 0) return current;
  return second;
}

export function chooseNext(cpu: FairCpu519): FairTask519 {
  const previous = changetype<FairTask519>(cpu.current);
  if (previous.state != TaskState.Running) {
    if (isRealtime(previous.policy)) dequeueRealtime(cpu, previous);
    else dequeue(cpu, previous);
  }
  const next = cpu.realtime.count > 0 ? takeRealtime(cpu, previous) : takeFair(cpu, previous);
  // Cleared last: what the choice itself has flagged is forgotten.
  previous.needResched = false;
  return next;
}

function takeRealtime(cpu: FairCpu519, previous: FairTask519): FairTask519 {
  if (previous.isFair) putPrevious(cpu, previous);
  const next = changetype<FairTask519>(firstRealtime(cpu)!);
  next.execStart = machine.now;
  return next;
}

/** A fair task that is picked again is not touched: its slice and its hints go on. */
function takeFair(cpu: FairCpu519, previous: FairTask519): FairTask519 {
  const wasFair = previous.isFair;
  if (cpu.fairCount == 0) {
    if (wasFair) putPrevious(cpu, previous);
    return changetype<FairTask519>(cpu.idle);
  }
  let current: FairTask519 | null = null;
  if (wasFair && previous.onQueue) {
    charge(cpu);
    current = previous;
  }
  const next = pick(cpu, current);
  if (next == previous) return next;
  if (wasFair) putPrevious(cpu, previous);
  setNext(cpu, next);
  return next;
}
