/** The tick: a task walks down the stairs by the CPU time that it uses. Source: staircase-v16.md, "Tick". */
import { machine } from "../../machine/machine";
import { Policy } from "../../machine/program";
import { balanceAtTick } from "./balancing";
import { effectivePrio, intervalOf, loseBonus, sliceOf } from "./priority";
import { currentOf, StairCpu, StairTask } from "./records";
import { elapsed, rules } from "./rules";
import { requeue } from "./runqueue";

export function tick(cpu: StairCpu): void {
  const wasIdle = cpu.isRunningIdle;
  cpu.lastTick = machine.now;
  if (!wasIdle && currentOf(cpu).policy != Policy.Fifo) chargeTick(cpu, currentOf(cpu));
  if (machine.cpuCount > 1) balanceAtTick(cpu, wasIdle);
}

function chargeTick(cpu: StairCpu, task: StairTask): void {
  // All since it was switched in: a task that has run for less than a tick may get away without a charge.
  task.debit += elapsed(machine.now, task.timestamp);
  if (task.debit < machine.tickNs) return;
  task.debit %= machine.tickNs;
  task.slice -= 1;
  if (task.slice == 0) {
    loseBonus(task);
    task.totalRun = 0;
    task.slice = sliceOf(task);
    step(cpu, task);
    return;
  }
  task.timeSlice -= 1;
  if (task.timeSlice == 0) step(cpu, task);
  else if (rules.remindsOfPreemption) remindOfPreemption(cpu);
}

/** One step down, or up to the top again: the others of the new list go first. */
function step(cpu: StairCpu, task: StairTask): void {
  machine.flagResched(cpu);
  task.timeSlice = intervalOf(task);
  requeue(task, cpu, effectivePrio(task));
}

/** A preemption that was put off for the cache's sake is not put off for ever (v13). */
function remindOfPreemption(cpu: StairCpu): void {
  cpu.cacheTicks += 1;
  if (cpu.preempted && cpu.cacheTicks >= rules.cacheDelay) machine.flagResched(cpu);
}
