/** The choosing step with one queue for all CPUs. Source: vanilla-2.4.md, section 4. */
import { machine } from "../../machine/machine";
import { traceMigrate } from "../../machine/trace";
import { hideRunning } from "../shared/goodness/goodness";
import { pick } from "../shared/goodness/recalculation";
import { currentOf, GoodnessCpu, GoodnessTask, goodnessCpu } from "../shared/goodness/records";
import { putBack, switchTo, wasPreempted } from "../shared/goodness/switching";
import { place } from "./place";

export function chooseNext(cpu: GoodnessCpu): GoodnessTask {
  const previous = currentOf(cpu);
  putBack(cpu, previous);
  const picked = pick(cpu);
  const next = picked == null ? changetype<GoodnessTask>(cpu.idle) : picked;
  if (next == previous) {
    previous.yielding = false;
    hideRunning(previous);
    return next;
  }
  if (next.cpu != cpu.id) fetch(next, cpu);
  switchTo(cpu, next);
  // Whoever was made to leave looks for another CPU at once, and may even ask this one back.
  if (wasPreempted(cpu, previous) && machine.cpuCount > 1) place(previous);
  return next;
}

/** The task runs here from now on. */
function fetch(task: GoodnessTask, cpu: GoodnessCpu): void {
  const from = goodnessCpu(task.cpu);
  from.queued -= 1;
  cpu.queued += 1;
  machine.moveTask(task, cpu);
  traceMigrate(task, from, cpu);
}
