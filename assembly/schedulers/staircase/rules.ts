/**
 * What differs between the versions of the staircase, as named rules, the numbers that tune it, and the tables that follow from
 * both. versions.ts fills the record in. Source: staircase-v16.md.
 */
import { machine, SCHEDULER } from "../../machine/machine";
import { allocate } from "../../machine/memory";

const NICE_LEVELS: i32 = 40;

@unmanaged
@final
export class StairRules {
  /** A nice below 0 lengthens the round-robin interval by as many ticks (else in proportion). */
  niceAddsTicks: bool;
  /** Two times at one instant are 1 ns apart (else 0). */
  instantsCount: bool;
  /** The wake-up arithmetic of v13: sleep is weighed against slices rather than against run time. */
  weighsSleepInSlices: bool;
  /** A real-time task's wake-up recalculates its slices too. */
  recalculatesRealtime: bool;
  /** A fork marks the parent like an uninterruptible sleep (else its next sleep counts nothing). */
  forkSpoilsSleep: bool;
  /** A preempting task may be made to wait for some ticks, for the sake of the cache. */
  remindsOfPreemption: bool;
  /** A yielding task takes its own place again when it is next chosen (else at its next step or wake-up). */
  yieldEndsAtChoice: bool;
  /** The batch class exists. */
  knowsBatch: bool;

  // Tunables
  /** RR: ticks of a round-robin interval at nice 0. */
  interval: u32;
  /** Ticks after which a preemption is asked for again. */
  cacheDelay: u32;
  /** ns. */
  cacheHot: i64;
  imbalancePercent: u64;

  // Tables by static priority - 100
  private intervals: usize;
  private slices: usize;

  /** rr: ticks of a round-robin interval, one step of the staircase. */
  intervalOf(staticPrio: i32): u32 {
    return load<u32>(this.intervals + ((<usize>(staticPrio - 100)) << 2));
  }

  /** Ticks of a whole walk down the stairs without bonus. */
  sliceOf(staticPrio: i32): u32 {
    return load<u32>(this.slices + ((<usize>(staticPrio - 100)) << 2));
  }

  derive(): void {
    this.intervals = allocate(NICE_LEVELS * 4);
    this.slices = allocate(NICE_LEVELS * 4);
    for (let level: i32 = 0; level < NICE_LEVELS; level++) {
      const interval = this.intervalAt(level - 20);
      store<u32>(this.intervals + ((<usize>level) << 2), interval);
      store<u32>(this.slices + ((<usize>level) << 2), interval * <u32>(NICE_LEVELS - level));
    }
  }

  /** The load weight of this many ticks of slice. */
  weigh(ticks: u32): u32 {
    return <u32>((<u64>ticks * 128) / (<u64>this.interval * 19));
  }

  private intervalAt(nice: i32): u32 {
    if (nice >= 0) return this.interval;
    if (this.niceAddsTicks) return this.interval + <u32>-nice;
    return <u32>((<u64>this.interval * <u64>(20 - nice)) / 20);
  }
}

export const rules = changetype<StairRules>(SCHEDULER);

/** From `earlier` to `later`, ns. Clocks of two CPUs may disagree: then it counts as 1. */
export function elapsed(later: u64, earlier: u64): u64 {
  if (later > earlier) return later - earlier;
  return later == earlier && !rules.instantsCount ? 0 : 1;
}

/** What is left of a time when whole ticks are taken off. */
export function withinTick(time: u64): u64 {
  return time < machine.tickNs ? time : time % machine.tickNs;
}
