/** What the records of all fair schedulers have in common, and with them the real-time class beside the fair one. */
import { Cpu } from "../../machine/cpu";
import { isRealtime } from "../../machine/program";
import { Task } from "../../machine/task";
import { PriorityArray } from "../../structures/priority-array";

/** The priority that the trace shows for the idle task. */
export const IDLE_PRIO: i32 = 140;
/** That of a fair task of nice 0. */
export const NICE_0_PRIO: i32 = 120;

@unmanaged
export class FairTask extends Task {
  /** 99 - rtprio for real-time tasks, else 120 + nice; smaller is better. */
  prio: i32;
  /** Ticks left of a round-robin slice. */
  timeSlice: u32;
  /** Load weight, and 2^32 / weight. */
  weight: u64;
  inverse: u64;
  /** ns: up to here its CPU time is charged. */
  execStart: u64;
  /** ns of CPU time charged. */
  sumExec: u64;
  /** On a fair queue, running or waiting. */
  onQueue: bool;

  get isFair(): bool {
    return !isRealtime(this.policy) && this.pid != 0;
  }
}

@unmanaged
export class FairCpu extends Cpu {
  /** Real-time tasks, the running one included. */
  realtime: PriorityArray;
  /** nr_running: queued tasks of all classes, the running one included, the idle task not. */
  running: u32;
  /** The fair tasks among them. */
  fairCount: u32;
}
