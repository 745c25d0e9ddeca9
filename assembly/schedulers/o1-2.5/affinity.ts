/**
 * How a task leaves a CPU that it may no longer use: to the lowest-numbered allowed one, whatever the loads. Source:
 * operations-2.4-2.5.md, D.
 */
import { machine } from "../../machine/machine";
import { O1Cpu, O1Task } from "./records";
import { rules } from "./rules";
import { move, o1Cpu } from "./runqueue";

/** Stores the mask. True: the task blocks, and is woken on its new CPU when it has left this one. */
export function changeAffinity(cpu: O1Cpu, task: O1Task, affinity: u64): bool {
  task.affinity = affinity;
  if (task.allows(cpu.id)) return false;
  const destination = o1Cpu(<i32>ctz(affinity));
  if (rules.movesByWakeup) {
    cpu.departed = task;
    cpu.destination = destination.id;
    return true;
  }
  move(task, cpu, destination);
  // Whoever runs there, and however good it is.
  machine.flagResched(destination);
  cpu.leavesBare = true;
  task.needResched = true;
  return false;
}

/** The bare switch to the idle task, without a choice; the idle task is asked to make one. */
export function leaveBare(cpu: O1Cpu): O1Task {
  cpu.leavesBare = false;
  cpu.current.needResched = false;
  cpu.idle.needResched = true;
  return changetype<O1Task>(cpu.idle);
}
