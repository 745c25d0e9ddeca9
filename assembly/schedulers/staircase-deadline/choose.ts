/** The choosing step, with the rotation of the arrays. Source: staircase-deadline.md, "schedule()". */
import { machine } from "../../machine/machine";
import { TaskState } from "../../machine/task";
import { PriorityArray } from "../../structures/priority-array";
import { chargeSwitch, endQuota } from "./accounting";
import { balanceBeforeIdle } from "./balancing";
import { currentOf, DeadlineCpu, DeadlineTask, MAX_PRIO, MAX_RT_PRIO } from "./records";
import { remove } from "./runqueue";
import { noteChoice, resetLevels } from "./slots";

export function chooseNext(cpu: DeadlineCpu): DeadlineTask {
  const previous = currentOf(cpu);
  if (!cpu.isRunningIdle && previous.state != TaskState.Running) remove(previous, cpu);
  if (cpu.running == 0 && machine.cpuCount > 1) balanceBeforeIdle(cpu);

  let next = changetype<DeadlineTask>(cpu.idle);
  if (cpu.running > 0) {
    next = pick(cpu);
  } else {
    // Whoever comes after an idle time starts afresh.
    resetLevels(cpu);
    cpu.rotation += 1;
  }
  // Here and not earlier: what the balancing asked for is lost.
  previous.needResched = false;
  // After the choice, which does not know yet what the task that leaves has used since the last tick.
  chargeSwitch(previous, cpu);
  next.lastRan = machine.now;
  return next;
}

function pick(cpu: DeadlineCpu): DeadlineTask {
  const first = cpu.active.first();
  if (first < MAX_RT_PRIO) return headOf(cpu.active, first);
  let slot = rotateIfEmpty(cpu, first);
  let next = headOf(cpu.active, slot);
  while (next.timeSlice <= 0) {
    // It ran out between ticks.
    endQuota(next, cpu);
    slot = rotateIfEmpty(cpu, cpu.active.firstFrom(MAX_RT_PRIO));
    next = headOf(cpu.active, slot);
  }
  noteChoice(next, cpu, slot);
  return next;
}

function headOf(array: PriorityArray, slot: i32): DeadlineTask {
  return changetype<DeadlineTask>(array.head(slot).next);
}

/** Swaps the arrays if there is no normal task in the active one: the next rotation. Returns the first slot. */
function rotateIfEmpty(cpu: DeadlineCpu, slot: i32): i32 {
  if (slot < MAX_PRIO) return slot;
  const active = cpu.active;
  cpu.active = cpu.expired;
  cpu.expired = active;
  cpu.rotation += 1;
  resetLevels(cpu);
  return cpu.active.firstFrom(MAX_RT_PRIO);
}
