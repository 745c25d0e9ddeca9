/**
 * What the schedulers with priority arrays and migration threads keep of a task and of a CPU, as far as shared parts and
 * balancers need it. A scheduler's own records extend these.
 */
import { Cpu } from "../../machine/cpu";
import { machine } from "../../machine/machine";
import { Task } from "../../machine/task";
import { PriorityArray } from "../../structures/priority-array";

@unmanaged
export class QueueTask extends Task {
  /** Next on its CPU's list of migration requests (or of woken tasks), and where it wants to go. (Seldom touched: the rest shares a cache line.) */
  nextRequest: QueueTask | null;
  destination: i32;
  /** The array that it is queued in. The running task stays queued. */
  array: PriorityArray | null;
  /** Its list in the array: smaller is better. */
  prio: i32;
}

@unmanaged
export class QueueCpu extends Cpu {
  /** nr_running: queued tasks, the running one included, the idle task not. */
  running: u32;
  migrationThread: QueueTask;
  /** Tasks that wait to be moved away, the newest first. */
  requests: QueueTask | null;
}

export function queueCpu(id: i32): QueueCpu {
  return changetype<QueueCpu>(machine.cpu(id));
}
