/** The tick: averages over the CPU, promotion, and the end of time slices. Source: spa-family.md, "Tick order", "Slice end". */
import { machine } from "../../machine/machine";
import { isRealtime, Policy } from "../../machine/program";
import { assess } from "./bonus";
import { chargeRun, endCycle } from "./cycle";
import { decayYardstick, smoothShares } from "./entitlement";
import { currentOf, SpaCpu, SpaTask } from "./records";
import { DelayBonus, rules } from "./rules";
import { dequeue, deservedSlot, enqueue, promoteInTime } from "./runqueue";

export function tick(cpu: SpaCpu): void {
  if (rules.delayBonus == DelayBonus.Fairness) smoothShares(cpu);
  if (rules.ranksByEntitlement) decayYardstick(cpu);
  promoteInTime(cpu);
  if (cpu.isRunningIdle) return;
  const task = currentOf(cpu);
  if (task.policy == Policy.Fifo) return;
  task.timeSlice -= 1;
  if (task.timeSlice == 0) endSlice(cpu, task);
}

/** A complete new slice, and the tail of its list. For a normal task the slice counts as a cycle, with whatever sleep was in it. */
function endSlice(cpu: SpaCpu, task: SpaTask): void {
  machine.flagResched(cpu);
  task.timeSlice = rules.timeSlice;
  dequeue(task, cpu);
  if (!isRealtime(task.policy)) {
    chargeRun(task);
    endCycle(task);
    assess(task, cpu, false);
  }
  enqueue(task, cpu, deservedSlot(task, cpu));
}
