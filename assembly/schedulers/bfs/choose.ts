/** The choosing step. Source: bfs.md, "schedule() on cpu", and operations-rivals.md, "BFS", for a task that may not stay. */
import { machine } from "../../machine/machine";
import { Policy } from "../../machine/program";
import { TaskState } from "../../machine/task";
import { flagIdleCpu } from "./preempt";
import { enqueue, pick } from "./queue";
import { BfsCpu, BfsTask, currentOf, MAX_RT_PRIO } from "./records";
import { state } from "./state";
import { charge, refill } from "./time-slice";

export function chooseNext(cpu: BfsCpu): BfsTask {
  state.updateNiffies();
  charge(cpu);
  cpu.dither = machine.now - cpu.lastTick <= state.halfTickNs;
  const previous = currentOf(cpu);
  previous.needResched = false;
  if (!cpu.isRunningIdle) {
    settle(previous, cpu);
    const isRunnable = previous.state == TaskState.Running;
    if (!previous.allows(cpu.id)) {
      // It has taken this CPU from itself. A CPU that is busy is not asked: it finds the task in the queue.
      flagIdleCpu(previous);
    } else if (isRunnable) {
      // Goes on with the old copies: with a slice that is over the next tick comes here again, and refills it again.
      if (state.queue.count == 0) return previous;
      stick(previous, cpu);
    }
    if (isRunnable) enqueue(previous);
  }
  const next = pick(cpu);
  if (next == cpu.idle) state.idleCpus |= cpu.bit;
  else state.idleCpus &= ~cpu.bit;
  if (next != previous) switchTo(next, previous, cpu);
  return next;
}

/** Gives the task back what its CPU counted for it, and a new slice if that one is over. Batch tasks always get one, with a later deadline. */
function settle(task: BfsTask, cpu: BfsCpu): void {
  task.slice = cpu.slice;
  // Whatever a change of nice has done to the task's deadline is lost here.
  task.deadline = cpu.deadline;
  if (task.slice < state.leastSlice || task.policy == Policy.Batch) refill(task);
}

/** The preempted task becomes the one that this CPU keeps warm. The one before it is free to go, and an idle CPU is told. */
function stick(task: BfsTask, cpu: BfsCpu): void {
  const before = cpu.stickyTask;
  if (before == task) {
    task.sticky = true;
    return;
  }
  if (before != null && before.sticky) {
    before.sticky = false;
    flagIdleCpu(before);
  }
  if (task.prio < MAX_RT_PRIO) {
    flagIdleCpu(task);
    cpu.stickyTask = null;
  } else {
    task.sticky = true;
    cpu.stickyTask = task;
  }
}

function switchTo(next: BfsTask, previous: BfsTask, cpu: BfsCpu): void {
  if (next.prio < MAX_RT_PRIO) {
    cpu.stickyTask = null;
    previous.sticky = false;
  }
  cpu.slice = next.slice;
  cpu.deadline = next.deadline;
  cpu.lastRan = machine.now;
}
