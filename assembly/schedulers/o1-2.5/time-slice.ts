/** The tick: time slices and their end. Source: o1-2.5.md, sections 2 to 4, 6 and 7. */
import { machine } from "../../machine/machine";
import { isRealtime, Policy } from "../../machine/program";
import { balancePeriodically } from "../balancing/o1-2.5";
import { isInteractive, prioAtExpiry } from "./estimator";
import { jiffies } from "./history";
import { O1Cpu, O1Task } from "./records";
import { Estimator, RealtimeExpiry, rules } from "./rules";
import { activate, currentOf, deactivate, dequeue, enqueue } from "./runqueue";

/** The whole tick of a CPU. */
export function tick(cpu: O1Cpu): void {
  if (cpu.isRunningIdle) balancePeriodically(cpu, true);
  else busyTick(cpu);
}

/** The tick of a CPU that has work; also what a fork does to a parent on its last tick. */
export function busyTick(cpu: O1Cpu): void {
  const task = currentOf(cpu);
  if (task.array != cpu.active) {
    machine.flagResched(cpu);
    return;
  }
  countSlice(cpu, task);
  balancePeriodically(cpu, false);
}

function countSlice(cpu: O1Cpu, task: O1Task): void {
  const realtime = isRealtime(task.policy);
  if (!realtime && task.sleepAverage) task.sleepAverage -= 1;
  if (task.policy != Policy.Fifo) {
    task.timeSlice -= 1;
    if (task.timeSlice == 0) {
      if (realtime) expireRealtime(cpu, task);
      else expire(cpu, task);
      return;
    }
  }
  // At every tick pre10 recomputes the running task's priority, and puts it behind its equals; without a test of preemption.
  if (rules.estimator == Estimator.History && !realtime) {
    deactivate(task, cpu);
    activate(task, cpu);
  }
}

function expireRealtime(cpu: O1Cpu, task: O1Task): void {
  machine.flagResched(cpu);
  task.timeSlice = rules.slice(task.prio, task.nice);
  if (rules.realtimeExpiry == RealtimeExpiry.StaysAhead) return;
  dequeue(task);
  enqueue(task, rules.realtimeExpiry == RealtimeExpiry.Expires ? cpu.expired : cpu.active);
}

function expire(cpu: O1Cpu, task: O1Task): void {
  machine.flagResched(cpu);
  // By the priority before it changes.
  task.timeSlice = rules.slice(task.prio, task.nice);
  dequeue(task);
  task.prio = prioAtExpiry(task);
  if (isInteractive(task) && !(rules.limitsStarvation && isStarving(cpu))) {
    enqueue(task, cpu.active);
    return;
  }
  if (cpu.expiredAt == 0) cpu.expiredAt = jiffies();
  enqueue(task, cpu.expired);
}

/** Tasks in `expired` have waited too long. `running` counts the expiring task. */
export function isStarving(cpu: O1Cpu): bool {
  return cpu.expiredAt != 0 && jiffies() - cpu.expiredAt >= rules.starvationLimit * cpu.running + 1;
}
