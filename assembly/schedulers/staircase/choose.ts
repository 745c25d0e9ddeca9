/** The choosing step, and yield. Source: staircase-v16.md, "schedule()", "Yield". */
import { machine } from "../../machine/machine";
import { TaskState } from "../../machine/task";
import { balanceNewlyIdle } from "../balancing/weighted";
import { balancing, StairBalancing } from "./balancing";
import { effectivePrio, intervalOf, sliceOf } from "./priority";
import { currentOf, MAX_PRIO, MAX_RT_PRIO, StairCpu, StairTask } from "./records";
import { elapsed, rules, withinTick } from "./rules";
import { remove, requeue } from "./runqueue";

export function chooseNext(cpu: StairCpu): StairTask {
  const now = machine.now;
  const previous = currentOf(cpu);
  if (!cpu.isRunningIdle) {
    previous.runtime = elapsed(now, previous.timestamp);
    previous.debit += withinTick(elapsed(now, cpu.lastTick));
    if (previous.state != TaskState.Running) {
      if (previous.state == TaskState.Blocked) previous.nonSleep = true;
      remove(previous, cpu);
    }
  }
  if (cpu.running == 0 && machine.cpuCount > 1) balanceNewlyIdle<StairBalancing>(balancing, cpu);

  let next = changetype<StairTask>(cpu.idle);
  if (cpu.running > 0) next = changetype<StairTask>(cpu.queue.head(cpu.queue.first()).next);
  // Here and not earlier: what the balancing asked for is lost.
  previous.needResched = false;
  previous.timestamp = now;
  if (rules.yieldEndsAtChoice && next.yielded) endYield(next, cpu);
  if (next != previous) {
    next.timestamp = now;
    cpu.preempted = false;
    cpu.cacheTicks = 0;
  }
  return next;
}

/** Behind all others, with a full slice. */
export function yieldOn(cpu: StairCpu): void {
  const task = currentOf(cpu);
  task.slice = sliceOf(task);
  task.timeSlice = intervalOf(task);
  const last = task.prio < MAX_RT_PRIO ? task.prio : MAX_PRIO - 1;
  if (!rules.yieldEndsAtChoice) {
    requeue(task, cpu, last);
    return;
  }
  task.yielded = task.prio >= MAX_RT_PRIO;
  // Within its list, its debit stays.
  if (task.prio == last) cpu.queue.requeue(task, last);
  else requeue(task, cpu, last);
}

/** The chosen task runs now in any case; its place is for the next time. */
function endYield(task: StairTask, cpu: StairCpu): void {
  task.yielded = false;
  const prio = effectivePrio(task);
  if (prio != task.prio) requeue(task, cpu, prio);
}
