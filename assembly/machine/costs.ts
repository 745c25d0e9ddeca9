/**
 * The cost layer: what it takes to switch to a task, and more if it last ran on another CPU. Off by default: in the
 * recorded traces scheduling takes no time. A cost is CPU time that the task needs before it goes on, as if its
 * program said so: the scheduler sees it run, and it can be preempted meanwhile. The idle task and kernel threads cost
 * nothing. Source: docs/workload-format.md, "Costs".
 */
import { Cpu } from "./cpu";
import { machine } from "./machine";
import { Task } from "./task";

/** `cpu` switches to `next`: ns of CPU time that this costs it. */
export function chargeSwitch(cpu: Cpu, next: Task): u64 {
  if (next.pid <= 0) return 0;
  const here = <i16>(cpu.id + 1);
  let cost = machine.contextSwitchCost;
  if (next.ranOn != 0 && next.ranOn != here) cost += machine.migrationCost;
  next.ranOn = here;
  cpu.overheadTime += cost;
  return cost;
}
