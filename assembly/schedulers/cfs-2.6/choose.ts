/** The choosing step. Source: cfs-2.6.24.md, section 6; operations-cfs.md, D. */
import { machine } from "../../machine/machine";
import { TaskState } from "../../machine/task";
import { balanceNewlyIdle } from "../balancing/cfs";
import { runMigrationThread, tellOfMoved } from "./migration-thread";
import { CfsCpu, CfsTask } from "./records";
import { currentOf, deactivate, putPrevious, takeNext } from "./runqueue";

export function chooseNext(cpu: CfsCpu): CfsTask {
  const previous = currentOf(cpu);
  const moved = cpu.moved;
  if (moved != null) {
    tellOfMoved(cpu, moved);
    return previous;
  }
  let next = chooseAfter(cpu, previous);
  // The migration thread is not seen from outside: it does its work, and the CPU chooses again.
  const thread = cpu.migrationThread;
  while (next == thread) {
    cpu.current = thread;
    runMigrationThread(cpu);
    thread.state = TaskState.Sleeping;
    next = chooseAfter(cpu, thread);
  }
  cpu.current = previous;
  if (cpu.moved != null) {
    // Called back by this flag when the switch has been made: see tellOfMoved.
    cpu.movedFlag = next.needResched;
    next.needResched = true;
  }
  return next;
}

/** `previous` is the current task. A task that is picked again is put back first, so its slice begins anew. */
function chooseAfter(cpu: CfsCpu, previous: CfsTask): CfsTask {
  cpu.clock = machine.now;
  previous.needResched = false;
  if (previous.state != TaskState.Running) deactivate(cpu, previous, true);
  // A task pulled now is measured against `previous`, which may keep the flag while it sleeps.
  if (cpu.running == 0 && machine.cpuCount > 1) balanceNewlyIdle(cpu);
  putPrevious(cpu, previous);
  return takeNext(cpu);
}
