/**
 * Finding a queue for a task that becomes runnable: an idle CPU's, if there is one, else the one that it slept on. Unlike with
 * one queue for all, the task moves there now. Source: hamq.md, section 3, rules 4 to 7.
 */
import { machine } from "../../machine/machine";
import { preempts } from "../shared/goodness/goodness";
import { longestIdle } from "../shared/goodness/placing";
import { GoodnessCpu, GoodnessTask, goodnessCpu } from "../shared/goodness/records";
import { enqueue } from "../shared/goodness/switching";

/** A task that was queued before. `spares`: it preempts nobody, as its waker is about to sleep. */
export function place(task: GoodnessTask, spares: bool): void {
  const target = targetOf(task);
  moveOver(task, target);
  queueOn(task, target, spares);
}

/** A new task; where it is queued first is no migration. */
export function placeNew(task: GoodnessTask): void {
  const target = targetOf(task);
  task.cpu = target.id;
  task.recalculations = target.queue.recalculations;
  queueOn(task, target, false);
}

/** Queues the task and asks its CPU to reschedule, if it is idle or gains by it. */
function queueOn(task: GoodnessTask, target: GoodnessCpu, spares: bool): void {
  enqueue(task);
  if (isIdle(target) || (!spares && preempts(task, target) > 0)) machine.flagResched(target);
}

/** On one CPU, as in the kernel, the idle task is compared like any other. */
function isIdle(cpu: GoodnessCpu): bool {
  return machine.cpuCount > 1 && cpu.isRunningIdle;
}

function targetOf(task: GoodnessTask): GoodnessCpu {
  const last = goodnessCpu(task.cpu);
  if (machine.cpuCount == 1) return last;
  if (task.allows(last.id) && last.isRunningIdle) return last;
  const idle = longestIdle(task);
  if (idle != null) return idle;
  return task.allows(last.id) ? last : shortestQueue(task);
}

/**
 * For a task that may not stay where it is, and finds no CPU idle; the lowest number of equals. Nothing is told of this
 * case: a guess.
 */
function shortestQueue(task: GoodnessTask): GoodnessCpu {
  let found = goodnessCpu(<i32>ctz(task.affinity));
  for (let id = found.id + 1; id < machine.cpuCount; id++) {
    const cpu = goodnessCpu(id);
    if (task.allows(id) && cpu.queue.count < found.queue.count) found = cpu;
  }
  return found;
}

/**
 * The task is another CPU's from now on. Every queue counts its own recalculations: those of the new one that were before the
 * task came are no sleep of its.
 */
export function moveOver(task: GoodnessTask, to: GoodnessCpu): void {
  if (task.cpu == to.id) return;
  machine.moveTask(task, to);
  task.recalculations = to.queue.recalculations;
}
