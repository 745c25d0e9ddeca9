/** A CPU's runqueue: two arrays, a count, and the choosing step. Source: nicksched.md, "Wake", "schedule()". */
import { machine } from "../../machine/machine";
import { TaskState } from "../../machine/task";
import { PriorityArray } from "../../structures/priority-array";
import { balanceLengths } from "../balancing/lengths";
import { balancing, NickBalancing } from "./balancing";
import { addToHistory, effectivePrio, Stretch } from "./history";
import { currentOf, NickCpu, NickTask } from "./records";

export function enqueue(task: NickTask, array: PriorityArray): void {
  array.enqueue(task, task.prio);
  task.array = array;
}

/** Takes the task out of its array. */
export function dequeue(task: NickTask): void {
  task.array!.dequeue(task, task.prio);
  task.array = null;
}

/** Queues a task that becomes runnable. */
export function put(task: NickTask, cpu: NickCpu): void {
  enqueue(task, cpu.active);
  cpu.running += 1;
}

/** Takes a task off that is no longer runnable. */
export function remove(task: NickTask, cpu: NickCpu): void {
  task.arraySwitches = cpu.arraySwitches;
  cpu.running -= 1;
  dequeue(task);
}

/** Strictly better; anything beats the idle task. */
export function flagIfPreempted(task: NickTask, cpu: NickCpu): void {
  if (task.prio < currentOf(cpu).prio) machine.flagResched(cpu);
}

/** Credits the sleep and queues the woken task. It begins a new slice if the arrays have been swapped since. */
export function activate(task: NickTask, cpu: NickCpu): void {
  const slept = machine.jiffies - task.timestamp;
  task.timestamp = machine.jiffies;
  addToHistory(task, slept, Stretch.Sleep);
  task.prio = effectivePrio(task);
  // After a move, the counts of two CPUs are compared.
  if (task.arraySwitches != cpu.arraySwitches) task.usedSlice = 0;
  put(task, cpu);
}

export function chooseNext(cpu: NickCpu): NickTask {
  const now = machine.jiffies;
  const previous = currentOf(cpu);
  if (!cpu.isRunningIdle) {
    addToHistory(previous, now - previous.timestamp, Stretch.Run);
    if (previous.state != TaskState.Running) remove(previous, cpu);
  }
  if (cpu.running == 0 && machine.cpuCount > 1) balanceLengths<NickBalancing>(balancing, cpu, true);

  let next = changetype<NickTask>(cpu.idle);
  if (cpu.running > 0) {
    if (cpu.active.count == 0) swapArrays(cpu);
    next = changetype<NickTask>(cpu.active.head(cpu.active.first()).next);
  }
  // Here and not earlier: what the balancing asked for is lost.
  previous.needResched = false;
  previous.timestamp = now;
  if (next != previous && next != cpu.idle) {
    addToHistory(next, now - next.timestamp, Stretch.Wait);
    next.timestamp = now;
  }
  return next;
}

function swapArrays(cpu: NickCpu): void {
  const active = cpu.active;
  cpu.active = cpu.expired;
  cpu.expired = active;
  cpu.arraySwitches += 1;
}
