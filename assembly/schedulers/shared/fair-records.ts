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
  /** See weight and inverse. */
  weight32: u32;
  inverse32: i32;
  /** ns: up to here its CPU time is charged. */
  execStart: u64;

  /** Load weight. */
  get weight(): u64 {
    return <u64>this.weight32;
  }

  /** 2^32 / weight. A C `int` of the kernel: the sign is extended. */
  get inverse(): u64 {
    return <u64>(<i64>this.inverse32);
  }

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
