/** The choosing step. Source: o1-2.5.md, section 3. */
import { TaskState } from "../../machine/task";
import { balanceNewlyIdle } from "../balancing/o1-2.5";
import { jiffies } from "./history";
import { O1Cpu, O1Task } from "./records";
import { rules } from "./rules";
import { currentOf, deactivate, swapArrays } from "./runqueue";

export function chooseNext(cpu: O1Cpu): O1Task {
  const previous = currentOf(cpu);
  if (!cpu.isRunningIdle) {
    if (previous.state != TaskState.Running) deactivate(previous, cpu);
    else if (rules.stampsPreempted) previous.sleptAt = jiffies();
  }
  if (cpu.running == 0) balanceNewlyIdle(cpu);
  const next = pick(cpu);
  // Only now: what balancing has pulled leaves no flag.
  previous.needResched = false;
  return next;
}

/** The head of the best list: the task that leaves, too, if it is still there. */
function pick(cpu: O1Cpu): O1Task {
  if (cpu.running == 0) {
    cpu.expiredAt = 0;
    return changetype<O1Task>(cpu.idle);
  }
  if (cpu.active.count == 0) swapArrays(cpu);
  const active = cpu.active;
  return changetype<O1Task>(active.head(active.first()).next);
}
