/**
 * Finding a CPU for a task that has become runnable, or was made to leave one: reschedule_idle. It only asks a CPU to reschedule; the
 * task stays on the one queue, and whoever chooses next and likes it best gets it. Source: vanilla-2.4.md, section 5.
 */
import { machine } from "../../machine/machine";
import { preempts } from "../shared/goodness/goodness";
import { longestIdle } from "../shared/goodness/placing";
import { GoodnessCpu, GoodnessTask, goodnessCpu } from "../shared/goodness/records";

export function place(task: GoodnessTask): void {
  const target = targetOf(task);
  if (target != null) machine.flagResched(target);
}

function targetOf(task: GoodnessTask): GoodnessCpu | null {
  const last = goodnessCpu(task.cpu);
  // On one CPU the idle task is compared like any other, which in 2.5.2-pre9 it may win.
  if (machine.cpuCount == 1) return preempts(task, last) > 0 ? last : null;
  if (task.allows(last.id) && last.isRunningIdle) return last;
  const idle = longestIdle(task);
  return idle == null ? easiestToPreempt(task) : idle;
}

/** The allowed CPU that gains most by running this task instead; the lowest number of equals, null if none gains. */
function easiestToPreempt(task: GoodnessTask): GoodnessCpu | null {
  let found: GoodnessCpu | null = null;
  let most: i32 = 0;
  for (let id = 0; id < machine.cpuCount; id++) {
    if (!task.allows(id)) continue;
    const cpu = goodnessCpu(id);
    const gain = preempts(task, cpu);
    if (gain <= most) continue;
    found = cpu;
    most = gain;
  }
  return found;
}
