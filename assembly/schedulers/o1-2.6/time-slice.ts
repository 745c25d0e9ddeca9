/** The tick: time slices, their end, and the round robin among interactive tasks. Source: o1-2.6.md, section 6. */
import { machine } from "../../machine/machine";
import { isRealtime, Policy } from "../../machine/program";
import { balanceAtTick } from "../balancing/o1-2.6";
import { effectivePrio, isInteractive, roundRobinGranularity } from "./estimator";
import { O1Cpu, O1Task } from "./records";
import { rules } from "./rules";
import { currentOf, dequeue, enqueue } from "./runqueue";

/** The whole tick of a CPU. */
export function tick(cpu: O1Cpu): void {
  const wasIdle = cpu.isRunningIdle;
  if (rules.keepsLastTick) cpu.lastTick = machine.now;
  if (rules.stampsAtSwitches) currentOf(cpu).lastRan = machine.now;
  if (!wasIdle) countSlice(cpu);
  if (machine.cpuCount > 1) balanceAtTick(cpu, wasIdle);
}

/** The current task has used up a tick of its slice. */
export function countSlice(cpu: O1Cpu): void {
  const task = currentOf(cpu);
  if (task.array != cpu.active) machine.flagResched(cpu);
  else if (isRealtime(task.policy)) countRealtimeSlice(cpu, task);
  else countNormalSlice(cpu, task);
}

function countRealtimeSlice(cpu: O1Cpu, task: O1Task): void {
  if (task.policy == Policy.Fifo) return;
  task.timeSlice -= 1;
  if (task.timeSlice) return;
  task.timeSlice = rules.slice(task.staticPrio);
  task.firstTimeSlice = false;
  cpu.active.requeue(task, task.prio);
  machine.flagResched(cpu);
}

function countNormalSlice(cpu: O1Cpu, task: O1Task): void {
  task.timeSlice -= 1;
  if (task.timeSlice == 0) expire(cpu, task);
  else if (isInteractive(task)) shareAmongInteractive(cpu, task);
}

/** The end of the slice: on to `expired`, unless the task is interactive and nobody starves there. */
function expire(cpu: O1Cpu, task: O1Task): void {
  dequeue(task);
  machine.flagResched(cpu);
  task.prio = effectivePrio(task);
  task.timeSlice = rules.slice(task.staticPrio);
  task.firstTimeSlice = false;
  // Before the test of starvation, and also when the task goes back to `active`.
  if (cpu.expiredTimestamp == 0) cpu.expiredTimestamp = machine.jiffies;
  if (isInteractive(task) && !isStarving(cpu)) {
    enqueue(task, cpu.active);
    return;
  }
  enqueue(task, cpu.expired);
  cpu.bestExpiredPrio = min<i32>(cpu.bestExpiredPrio, task.staticPrio);
}

/** Tasks in `expired` have waited too long, or one of better nice waits there. `running` counts the expiring task. */
export function isStarving(cpu: O1Cpu): bool {
  if (rules.starvesByStaticPrio && currentOf(cpu).staticPrio > cpu.bestExpiredPrio) return true;
  if (cpu.expiredTimestamp == 0) return false;
  return machine.jiffies - cpu.expiredTimestamp > rules.starvationLimit * cpu.running;
}

/** A long slice is cut into pieces, so that interactive tasks of one priority take turns. */
function shareAmongInteractive(cpu: O1Cpu, task: O1Task): void {
  const granularity = roundRobinGranularity(task, machine.cpuCount);
  if (<u64>task.timeSlice < granularity) return;
  // Unsigned, 32 bits: a slice above the full one (returned by a child, or from before a change of nice) wraps.
  const used = rules.slice(task.staticPrio) - task.timeSlice;
  if (<u64>used % granularity != 0) return;
  machine.flagResched(cpu);
  if (rules.roundRobinRecomputes) {
    dequeue(task);
    task.prio = effectivePrio(task);
    enqueue(task, cpu.active);
  } else {
    cpu.active.requeue(task, task.prio);
  }
}
