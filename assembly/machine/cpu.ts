/** What the machine knows of a CPU. A scheduler's runqueue record extends this one. */
import { Task } from "./task";

@unmanaged
export class Cpu {
  id: i32;
  /** 1 << id. */
  bit: u64;
  /** The task that runs; the idle task if none does. */
  current: Task;
  idle: Task;
  /** Timers that are due at this instant, in the order in which they were armed. */
  dueFirst: Task | null;
  dueLast: Task | null;

  /** Ticks served. */
  ticks: u64;
  busyTime: u64;
  idleTime: u64;
  contextSwitches: u64;
  /** Costs charged to the tasks that it switched to, ns; part of its busy time when they have run that long. */
  overheadTime: u64;
  migrationsIn: u32;
  migrationsOut: u32;

  get isRunningIdle(): bool {
    return this.current == this.idle;
  }
}
