/** The choosing step with a queue for each CPU. Source: hamq.md, section 3, rules 2 and 3. */
import { machine } from "../../machine/machine";
import { traceMigrate } from "../../machine/trace";
import { hideRunning } from "../shared/goodness/goodness";
import { pick } from "../shared/goodness/recalculation";
import { currentOf, GoodnessCpu, GoodnessTask, goodnessCpu } from "../shared/goodness/records";
import { dequeue, putBack, switchTo, wasPreempted } from "../shared/goodness/switching";
import { place } from "./place";
import { steal } from "./steal";

export function chooseNext(cpu: GoodnessCpu): GoodnessTask {
  const previous = currentOf(cpu);
  putBack(cpu, previous);
  let picked = pick(cpu);
  // What was stolen may have used up its slice: it is picked by the same rules as any other.
  if (picked == null && machine.cpuCount > 1 && steal(cpu)) picked = pick(cpu);
  const next = picked == null ? changetype<GoodnessTask>(cpu.idle) : picked;
  if (next == previous) {
    previous.yielding = false;
    hideRunning(previous);
    return next;
  }
  switchTo(cpu, next);
  const preempted = wasPreempted(cpu, previous);
  if (preempted && !previous.allows(cpu.id)) sendAway(cpu, previous);
  return next;
}

/** The task has changed its affinity, and may not stay on this CPU. */
function sendAway(cpu: GoodnessCpu, task: GoodnessTask): void {
  dequeue(task);
  place(task, false);
  traceMigrate(task, cpu, goodnessCpu(task.cpu));
}
