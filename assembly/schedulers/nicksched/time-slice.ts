/** Time slices, and the tick that counts them. Source: nicksched.md, "Timeslice test value", "Tick". */
import { machine } from "../../machine/machine";
import { isRealtime, Policy } from "../../machine/program";
import { balanceLengthsAtTick } from "../balancing/lengths";
import { balancing, NickBalancing } from "./balancing";
import { effectivePrio } from "./history";
import { currentOf, MAX_RT_PRIO, NickCpu, NickTask, nickCpu } from "./records";
import { dequeue, enqueue } from "./runqueue";
import { tuning } from "./tuning";

/**
 * The slice as it stands now, ticks: the longer, the nearer the task is to the best task that wants to run, and the worse that one's
 * priority is. The task itself is queued, so it counts too.
 */
export function sliceOf(task: NickTask): u32 {
  if (isRealtime(task.policy)) return tuning.longestSlice;
  const cpu = nickCpu(task.cpu);
  const best = min<i32>(bestQueued(cpu), task.prio);
  const base = (tuning.longestSlice + tuning.shortestSlice) / <u32>(task.prio - best + 2);
  return max<u32>((base * <u32>(best - MAX_RT_PRIO + 8)) / 24, 1);
}

/** The best priority of the queued normal tasks; MAX_PRIO if there are none. */
export function bestQueued(cpu: NickCpu): i32 {
  return min<i32>(cpu.active.firstFrom(MAX_RT_PRIO), cpu.expired.firstFrom(MAX_RT_PRIO));
}

/** The whole tick of a CPU, but for the counting of jiffies; a fork may call it too. */
export function tick(cpu: NickCpu): void {
  if (!cpu.isRunningIdle) countSlice(cpu);
  if (machine.cpuCount > 1) balanceLengthsAtTick<NickBalancing>(balancing, cpu);
}

function countSlice(cpu: NickCpu): void {
  const task = currentOf(cpu);
  // A safeguard of the kernel's: the running task is always in the active array.
  if (task.array != cpu.active) machine.flagResched(cpu);
  else if (isRealtime(task.policy)) countRealtimeSlice(cpu, task);
  else countNormalSlice(cpu, task);
}

function countRealtimeSlice(cpu: NickCpu, task: NickTask): void {
  if (task.policy == Policy.Fifo) return;
  task.usedSlice += 1;
  if (task.usedSlice < tuning.longestSlice) return;
  task.usedSlice = 0;
  task.firstTimeSlice = false;
  cpu.active.requeue(task, task.prio);
  machine.flagResched(cpu);
}

/** The end of a slice leads to the expired array, whatever the task is like. */
function countNormalSlice(cpu: NickCpu, task: NickTask): void {
  task.usedSlice += 1;
  if (task.usedSlice < sliceOf(task)) return;
  dequeue(task);
  machine.flagResched(cpu);
  task.prio = effectivePrio(task);
  task.usedSlice = 0;
  task.firstTimeSlice = false;
  enqueue(task, cpu.expired);
}
