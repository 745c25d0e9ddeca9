/** Which CPU a task that becomes runnable disturbs. Source: bfs.md, "best idle CPU for p" and "Wake / start / fork". */
import { machine } from "../../machine/machine";
import { BfsCpu, BfsTask, bfsCpu, currentOf } from "./records";
import { state } from "./state";

/** There is an idle CPU that the task may use. */
export function findsIdleCpu(task: BfsTask): bool {
  return (task.affinity & state.idleCpus) != 0;
}

/** Has the best idle CPU look for work: the one where the task ran last, else the lowest number. False if there is none. */
export function flagIdleCpu(task: BfsTask): bool {
  const idle = task.affinity & state.idleCpus;
  if (idle == 0) return false;
  const last = bfsCpu(task.cpu);
  machine.flagResched(idle & last.bit ? last : bfsCpu(<i32>ctz(idle)));
  return true;
}

/** The task is queued: an idle CPU takes it, or it preempts the worst of the running tasks if it is strictly better. */
export function flagIfPreempts(task: BfsTask): void {
  if (flagIdleCpu(task)) return;
  const cpu = latestDeadline(task.affinity);
  const prio = currentOf(cpu).prio;
  if (task.prio < prio || (task.prio == prio && task.deadline < cpu.deadline)) machine.flagResched(cpu);
}

/** Of these CPUs, none of them idle, the one that runs what should run last: the worst priority, then the latest deadline. */
function latestDeadline(cpus: u64): BfsCpu {
  let worst = bfsCpu(<i32>ctz(cpus));
  let rest = cpus & (cpus - 1);
  while (rest) {
    const cpu = bfsCpu(<i32>ctz(rest));
    rest &= rest - 1;
    const prio = currentOf(cpu).prio;
    const worstPrio = currentOf(worst).prio;
    if (prio > worstPrio || (prio == worstPrio && cpu.deadline > worst.deadline)) worst = cpu;
  }
  return worst;
}
