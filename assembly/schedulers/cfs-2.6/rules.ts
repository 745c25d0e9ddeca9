/**
 * What differs between the two versions of early CFS, as named rules, and the numbers that tune them. versions.ts fills the record in, one
 * function for each version; derive() scales the tunables to the number of CPUs. It stands at a fixed address.
 */
import { machine, SCHEDULER } from "../../machine/machine";
import { cpuFactor } from "../shared/weights";

@unmanaged
@final
export class CfsRules {
  /** The fair class of 2.6.23: a fair clock, and what each task is owed. Else virtual runtimes (2.6.24). */
  keepsFairClock: bool;
  /** A sync wake-up on the waker's own CPU never preempts. */
  syncWakeupNeverPreempts: bool;
  /** The length of a round-robin slice follows from nice. */
  slicesRoundRobinByNice: bool;
  /** A tick charges the current real-time task. */
  chargesRealtimeAtTick: bool;
  /** Averaged loads are rounded up while the load rises. */
  roundsLoadsUp: bool;
  /** Tasks that ran lately stay where their data is cached. */
  regardsHeat: bool;
  /** Tasks that one pass of the balancer looks at. */
  examinedTasks: u32;
  /** Which load a CPU that is idle, or about to be, compares: 0 the present one, 1 … the averages. */
  idleLoadIndex: u32;
  newlyIdleLoadIndex: u32;

  // Tunables, for one CPU (versions.ts gives units and defaults)
  baseLatency: u64;
  baseMinGranularity: u64;
  baseWakeupGranularity: u64;
  /** ns; 2.6.23 only, never scaled. */
  batchWakeupGranularity: u64;
  /** ns: a task that ran more lately is hot. */
  migrationCost: i64;
  imbalancePercent: u64;
  busyFactor: u64;

  // Derived, ns
  /** Also the limit of what a task can be owed in 2.6.23. */
  latency: u64;
  minGranularity: u64;
  wakeupGranularity: u64;
  /** Ticks of a round-robin slice, 100 ms. */
  roundRobinSlice: u32;
  /** Ticks between two rounds of balancing at most. */
  longestInterval: u64;

  derive(): void {
    const factor = cpuFactor(machine.cpuCount);
    const longest: u64 = this.keepsFairClock ? 100_000_000 : 200_000_000;
    // A latency that was set beyond the cap stands on one CPU.
    this.latency = min<u64>(this.baseLatency * factor, max<u64>(longest, this.baseLatency));
    this.minGranularity = min<u64>(this.baseMinGranularity * factor, max<u64>(longest, this.baseMinGranularity));
    this.wakeupGranularity = this.baseWakeupGranularity * factor;
    this.roundRobinSlice = machine.hz / 10;
    // HZ × NR_CPUS / 10; the kernels were built for 8 CPUs, or as many as there are.
    this.longestInterval = max<u64>((<u64>machine.hz * max<i32>(machine.cpuCount, 8)) / 10, 1);
  }
}

export const rules = changetype<CfsRules>(SCHEDULER);
