/**
 * Slices: counted down by ticks, given up by yields, shared at forks and handed back at exits. Source: vanilla-2.4.md, sections
 * 4 (step 1) and 7 to 9.
 */
import { machine } from "../../../machine/machine";
import { isRealtime, Policy } from "../../../machine/program";
import { liveParent, Task, TaskState } from "../../../machine/task";
import { show } from "./goodness";
import { catchUp } from "./recalculation";
import { currentOf, GoodnessCpu, GoodnessTask, goodnessCpu } from "./records";
import { rules } from "./rules";
import { insertAtTail, takeOut } from "./run-queue";

export function fillSlice(task: GoodnessTask): void {
  task.slice = rules.slice(task.nice);
}

/** The tick of a CPU. Nothing else happens in it: no priorities are compared, and an idle CPU does not even look for work. */
export function countTick(cpu: GoodnessCpu): void {
  if (cpu.isRunningIdle) return;
  const task = currentOf(cpu);
  if (rules.dynamicPriorities) countDynamic(cpu, task);
  else countDown(cpu, task);
}

/** 2.4. */
function countDown(cpu: GoodnessCpu, task: GoodnessTask): void {
  task.slice -= 1;
  if (task.slice > 0) return;
  task.slice = 0;
  if (!(rules.fifoOutlastsSlice && task.policy == Policy.Fifo)) machine.flagResched(cpu);
}

/** 2.5.2-pre9: every slice used up costs a point of dynamic priority. */
function countDynamic(cpu: GoodnessCpu, task: GoodnessTask): void {
  if (task.slice > 0) {
    task.slice -= 1;
    if (task.slice > 0) return;
    if (task.dynamicPriority > 0) task.dynamicPriority -= 1;
  }
  machine.flagResched(cpu);
}

/** Moves a task behind all others of its queue; a running one stays hidden. */
export function moveToTail(cpu: GoodnessCpu, task: GoodnessTask): void {
  takeOut(cpu.queue, task);
  insertAtTail(cpu.queue, task);
}

/** The current task yields; `waiting`: tasks of its queue that do not run. */
export function yieldSlice(cpu: GoodnessCpu, task: GoodnessTask, waiting: u32): void {
  if (waiting == 0) return;
  if (!isRealtime(task.policy)) task.yielding = true;
  machine.flagResched(cpu);
  if (rules.dynamicPriorities) {
    task.slice = 0;
    task.dynamicPriority = <u16>min<u32>(<u32>task.dynamicPriority + 1, rules.maxDynamicPriority);
  } else {
    moveToTail(cpu, task);
  }
}

/** Half for each, rounded in the child's favour. The child has nothing else of a history than what its parent has. */
export function shareSlice(cpu: GoodnessCpu, parent: GoodnessTask, child: GoodnessTask): void {
  child.yielding = parent.yielding;
  child.dynamicPriority = parent.dynamicPriority;
  child.recalculations = parent.recalculations;
  child.slice = (parent.slice + 1) >> 1;
  parent.slice >>= 1;
  if (parent.slice == 0) machine.flagResched(cpu);
}

/** An exited child's slice goes to the parent that forked it, as long as that one lives. */
export function returnSlice(task: Task): void {
  const child = changetype<GoodnessTask>(task);
  const parent = changetype<GoodnessTask | null>(liveParent(task));
  if (parent == null) return;
  catchUp(child, goodnessCpu(child.cpu).queue);
  catchUp(parent, goodnessCpu(parent.cpu).queue);
  parent.slice = min<i32>(parent.slice + child.slice, rules.maxSlice);
  if (parent.state == TaskState.Runnable) show(parent);
}
