/** CPU time in µs, quotas, and the tick. Source: staircase-deadline.md, "Time accounting", "Tick". */
import { machine } from "../../machine/machine";
import { isRealtime, Policy } from "../../machine/program";
import { balanceAtTick } from "./balancing";
import { currentOf, DeadlineCpu, DeadlineTask } from "./records";
import { dequeue, enqueue } from "./slots";

const NS_PER_US: i64 = 1000;

/** At the tick. A time that can't be is taken to be a tick. */
function chargeTick(task: DeadlineTask, cpu: DeadlineCpu): void {
  const tick = <i64>machine.tickNs;
  const ran = <i64>(machine.now - task.lastRan);
  charge(task, cpu, ran < 0 || ran > 2 * tick ? tick : ran);
}

/** In the choosing step. A time that can't be is taken to be 1 µs: so a switch in the instant of a tick costs 1 µs. */
export function chargeSwitch(task: DeadlineTask, cpu: DeadlineCpu): void {
  const ran = <i64>(machine.now - task.lastRan);
  charge(task, cpu, ran < 1 || ran > <i64>machine.tickNs ? NS_PER_US : ran);
}

/** What is left below 1 µs is lost. */
function charge(task: DeadlineTask, cpu: DeadlineCpu, ran: i64): void {
  if (!task.isIdle && task.policy != Policy.Fifo) task.timeSlice -= <i32>(ran / NS_PER_US);
  task.lastRan = machine.now;
  cpu.recent = machine.now;
}

export function tick(cpu: DeadlineCpu): void {
  const task = currentOf(cpu);
  chargeTick(task, cpu);
  if (!task.isIdle && task.policy != Policy.Fifo && task.timeSlice <= 0) {
    machine.flagResched(cpu);
    endQuota(task, cpu);
  }
  if (machine.cpuCount > 1) balanceAtTick(cpu);
}

/** The quota at this slot is used up. What is overdrawn is paid from the next one. */
export function endQuota(task: DeadlineTask, cpu: DeadlineCpu): void {
  task.firstTimeSlice = false;
  if (isRealtime(task.policy)) {
    task.timeSlice += task.quota;
    task.array!.requeue(task, task.prio);
    return;
  }
  const overdrawn = task.timeSlice;
  dequeue(task);
  enqueue(task, cpu);
  task.timeSlice += overdrawn;
}
