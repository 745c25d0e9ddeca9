/** Handing a CPU from one task to the next: the current run, the accounts, the trace. */
import { chargeSwitch } from "./costs";
import { Cpu } from "./cpu";
import { machine } from "./machine";
import { accountSwitch } from "./statistics";
import { NEVER, Task } from "./task";
import { traceSwitch } from "./trace";

/** `previous` leaves `cpu` in the state that it is in, and `next` gets it; the priorities are for the trace. */
export function switchTask(cpu: Cpu, previous: Task, previousPriority: i32, next: Task, nextPriority: i32): void {
  const runEnds = machine.runEnds;
  const end = runEnds.get(cpu.id);
  previous.remaining = end == NEVER ? 0 : end - machine.now;
  const needed = machine.hasCosts ? next.remaining + chargeSwitch(cpu, next) : next.remaining;
  runEnds.set(cpu.id, needed ? machine.now + needed : NEVER);
  cpu.current = next;
  accountSwitch(cpu, previous, next);
  traceSwitch(cpu, previous, previousPriority, next, nextPriority);
}
