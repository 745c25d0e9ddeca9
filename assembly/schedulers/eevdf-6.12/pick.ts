/** Who runs next, and who preempts: the earliest deadline of those that are eligible. Source: eevdf-6.12.md, sections 6 and 7. */
import { machine } from "../../machine/machine";
import { isRealtime, Policy } from "../../machine/program";
import { TaskState } from "../../machine/task";
import { NO_NODE } from "../../structures/ordered-tree";
import { dequeueRealtime, firstRealtime } from "../shared/realtime";
import { averageVruntime, isEligible } from "./average";
import { charge, dequeueSleeper, finishDelayed, putPrevious, remove, setNext } from "./fair";
import { EevdfCpu, EevdfTask, taskOf } from "./records";

/** Changes nothing. The queue is not empty. The task may be a delayed one. */
export function pick(cpu: EevdfCpu): EevdfTask {
  let current = cpu.fairCurrent;
  if (current != null && !current.onQueue) current = null;
  if (cpu.fairCount == 1) return current == null ? taskOf(cpu.tree.first) : current;
  if (current != null && !isEligible(cpu, current.vruntime)) current = null;
  if (current != null && current.isProtected) return current;
  const best = firstEligible(cpu);
  // The current task wins by a strictly earlier deadline only.
  if (current != null && (best == null || current.deadline - best.deadline < 0)) return current;
  return best!;
}

/** In the order of deadlines. Mostly the first one of all is eligible, which takes no division to see. */
function firstEligible(cpu: EevdfCpu): EevdfTask | null {
  const first = cpu.tree.first;
  if (first == NO_NODE) return null;
  if (isEligible(cpu, taskOf(first).vruntime)) return taskOf(first);
  const node = cpu.tree.firstWithin(averageVruntime(cpu));
  return node == NO_NODE ? null : taskOf(node);
}

/** The same for good: delayed tasks that come to be picked leave the queue. Null if nobody is left. */
function pickTask(cpu: EevdfCpu): EevdfTask | null {
  while (cpu.fairCount > 0) {
    const current = cpu.fairCurrent;
    if (current != null && current.onQueue) charge(cpu);
    const task = pick(cpu);
    if (!task.delayed) return task;
    finishDelayed(cpu, task);
  }
  return null;
}

/** Whether a task that has become runnable should run now. */
export function flagIfPreempted(cpu: EevdfCpu, task: EevdfTask): void {
  const current = changetype<EevdfTask>(cpu.current);
  if (current.isIdle) machine.flagResched(cpu);
  else if (isRealtime(task.policy)) {
    if (task.prio < current.prio) machine.flagResched(cpu);
  } else if (!isRealtime(current.policy)) {
    flagIfPreemptedFairly(cpu, current, task);
  }
}

function flagIfPreemptedFairly(cpu: EevdfCpu, current: EevdfTask, task: EevdfTask): void {
  if (current.needResched) return;
  if (current.policy == Policy.Idle && task.policy != Policy.Idle) {
    if (current.isProtected) current.lag = current.deadline + 1;
    machine.flagResched(cpu);
    return;
  }
  if (current.policy == Policy.Idle || task.policy != Policy.Normal) return;
  charge(cpu);
  if (pick(cpu) == task) machine.flagResched(cpu);
}

export function chooseNext(cpu: EevdfCpu): EevdfTask {
  const previous = changetype<EevdfTask>(cpu.current);
  if (previous.state != TaskState.Running) leave(cpu, previous);
  const next = best(cpu);
  if (next != previous) {
    if (previous.isFair) putPrevious(cpu, previous);
    if (next.isFair) setNext(cpu, next);
    else next.execStart = machine.now;
  }
  // Cleared last: what the choice itself has flagged is forgotten.
  previous.needResched = false;
  return next;
}

/** The current task sleeps or has exited. */
function leave(cpu: EevdfCpu, task: EevdfTask): void {
  if (isRealtime(task.policy)) {
    dequeueRealtime(cpu, task);
  } else if (task.state == TaskState.Exited) {
    charge(cpu);
    remove(cpu, task);
  } else {
    dequeueSleeper(cpu, task);
  }
}

function best(cpu: EevdfCpu): EevdfTask {
  const realtime = firstRealtime(cpu);
  if (realtime != null) return changetype<EevdfTask>(realtime);
  const task = pickTask(cpu);
  return task == null ? changetype<EevdfTask>(cpu.idle) : task;
}
