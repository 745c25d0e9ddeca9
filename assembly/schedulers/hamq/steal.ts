/**
 * Stealing: a CPU that is about to idle takes a task of the longest queue. There is no other balancing. Source: hamq.md,
 * section 3, rules 3 and 5.
 */
import { machine } from "../../machine/machine";
import { traceMigrate } from "../../machine/trace";
import { GoodnessCpu, GoodnessTask, goodnessCpu } from "../shared/goodness/records";
import { behind, HIDDEN, taskFrom } from "../shared/goodness/run-queue";
import { dequeue, enqueue } from "../shared/goodness/switching";
import { moveOver } from "./place";

/** Moves a task to this CPU's queue; false if there is none to be had. */
export function steal(cpu: GoodnessCpu): bool {
  let source: GoodnessCpu | null = null;
  let taken: GoodnessTask | null = null;
  for (let id = 0; id < machine.cpuCount; id++) {
    const other = goodnessCpu(id);
    // An idle CPU with a task has been flagged and is about to run it.
    if (other.isRunningIdle || other == cpu) continue;
    if (source != null && other.queue.count <= source.queue.count) continue;
    const task = firstFor(other, cpu);
    if (task == null) continue;
    source = other;
    taken = task;
  }
  if (source == null || taken == null) return false;
  dequeue(taken);
  moveOver(taken, cpu);
  traceMigrate(taken, source, cpu);
  enqueue(taken);
  return true;
}

/** The first task in the list of `from` that does not run and may run on `to`. */
function firstFor(from: GoodnessCpu, to: GoodnessCpu): GoodnessTask | null {
  const queue = from.queue;
  let candidate = taskFrom(queue, queue.first);
  while (candidate != null) {
    if (candidate.worth != HIDDEN && (candidate.affinity & to.bit) != 0) return candidate.task;
    candidate = taskFrom(queue, behind(candidate));
  }
  return null;
}
