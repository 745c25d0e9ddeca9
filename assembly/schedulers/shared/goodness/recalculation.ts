/**
 * Recalculation: when all that a CPU may run has used up its slice, slices are handed out anew. In 2.4 every task of the
 * system gets counter / 2 + ticks, those that sleep as well: that is how sleepers gain priority. Here the queue counts
 * recalculations, and a sleeper makes up for those that it has missed when somebody looks at its slice; so a hundred thousand
 * sleepers cost nothing. In 2.5.2-pre9 a sleeper's dynamic priority gains one point for each recalculation that it has missed.
 * Source: vanilla-2.4.md, sections 4 and 6.
 */
import { mostWanted, show } from "./goodness";
import { Candidate, GoodnessCpu, GoodnessTask } from "./records";
import { rules } from "./rules";
import { behind, HIDDEN, RunQueue, taskFrom } from "./run-queue";

/** The choice of a CPU from its queue, after a recalculation if need be; null if it may run nothing there. */
export function pick(cpu: GoodnessCpu): GoodnessTask | null {
  const queue = cpu.queue;
  let chosen = mostWanted(queue, cpu, cpu.mm);
  // Exactly 0: a task that yields (-1) or a real-time task puts the recalculation off.
  while (chosen != null && chosen.worth == 0) {
    recalculate(queue);
    chosen = mostWanted(queue, cpu, cpu.mm);
  }
  return chosen == null ? null : chosen.task;
}

/** Slices for all queued tasks, the running ones included; the others get theirs by catchUp. */
function recalculate(queue: RunQueue): void {
  queue.recalculations += 1;
  let candidate = taskFrom(queue, queue.first);
  while (candidate != null) {
    renew(candidate, queue.recalculations);
    candidate = taskFrom(queue, behind(candidate));
  }
}

function renew(candidate: Candidate, recalculations: u32): void {
  const task = candidate.task!;
  const full = rules.slice(task.nice);
  task.slice = rules.dynamicPriorities ? full : task.slice / 2 + full;
  task.recalculations = recalculations;
  if (candidate.worth != HIDDEN) show(task);
}

/** 2.4: applies the recalculations that the task has missed while it was on no queue. */
export function catchUp(task: GoodnessTask, queue: RunQueue): void {
  if (rules.dynamicPriorities) return;
  const missed = queue.recalculations - task.recalculations;
  if (missed == 0) return;
  task.recalculations = queue.recalculations;
  task.slice = sliceAfter(task, missed);
}

/** 2.4: the slice after so many more recalculations. */
function sliceAfter(task: GoodnessTask, recalculations: u32): i32 {
  let missed = recalculations;
  const full = rules.slice(task.nice);
  let slice = task.slice;
  // counter / 2 + ticks halves the distance to its fixed point, and stays there: few rounds, however many were missed.
  while (missed > 0) {
    const next = slice / 2 + full;
    if (next == slice) break;
    slice = next;
    missed -= 1;
  }
  return slice;
}

/** What catchUp would make of the slice. */
export function presentSlice(task: GoodnessTask, queue: RunQueue): i32 {
  return rules.dynamicPriorities ? task.slice : sliceAfter(task, queue.recalculations - task.recalculations);
}

/** 2.5.2-pre9: a point for each recalculation that the task has missed. */
export function creditedDynamicPriority(task: GoodnessTask, queue: RunQueue): u32 {
  const missed = queue.recalculations - task.recalculations;
  return min<u32>(<u32>task.dynamicPriority + missed, rules.maxDynamicPriority);
}

/** What a task gets for its sleep when it is queued again. */
export function creditSleep(task: GoodnessTask, queue: RunQueue): void {
  if (!rules.dynamicPriorities) {
    catchUp(task, queue);
    return;
  }
  task.dynamicPriority = <u16>creditedDynamicPriority(task, queue);
  task.recalculations = queue.recalculations;
}
