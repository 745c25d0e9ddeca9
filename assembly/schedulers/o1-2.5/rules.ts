/**
 * What differs between the early O(1) schedulers, as named rules, and the numbers that tune them. versions.ts fills the record in, one
 * function for each version; derive() computes the slices of section 2 from it. It stands at a fixed address, so that
 * a rule costs a load and a well-predicted branch.
 */
import { machine, SCHEDULER } from "../../machine/machine";
import { allocate } from "../../machine/memory";
import { MAX_PRIO, MAX_RT_PRIO } from "./records";

/** What a task's dynamic priority follows from (section 4). */
export const enum Estimator {
  /** pre10: how much it slept in the last four seconds. */
  History = 0,
  /** swapcnt: array swaps of its CPU since its last activation. */
  SwapsSinceActivation = 1,
  /** pre11: array swaps of its CPU while it slept. */
  SwapsAsleep = 2,
  /** 2.5.2: the length of its last sleep. */
  LastSleep = 3,
  /** 2.5.2.1.1: ticks slept less ticks run, up to two seconds. */
  SleepAverage = 4,
}

/** What becomes of a round-robin task whose slice is over. */
export const enum RealtimeExpiry {
  /** To the tail of its list. */
  Rotates = 0,
  /** Nothing but a new slice: its equals never run. */
  StaysAhead = 1,
  /** On to `expired`, behind all normal tasks that are active. */
  Expires = 2,
}

/** Generations of load balancers: one file each in balancing/. */
export const enum Balancing {
  /** To the longest queue's length, at any tick. */
  WholeDifference = 0,
  /** Half of the difference, from lengths that lasted. */
  Fairness = 1,
}

const NICE_LEVELS: i32 = 40;

@unmanaged
@final
export class O1Rules {
  /** An Estimator. */
  estimator: u32;
  /** The sleep average counts only sleeps of at least one jiffy; without one the priority stays as it is (2.5.3). */
  ignoresShortSleeps: bool;
  /** A preempted task's sleptAt is renewed too: it tells the balancer how long the task has been off a CPU (2.5.3). */
  stampsPreempted: bool;

  // Time slices
  /** A full slice follows from nice rather than from the dynamic priority, for real-time tasks too. */
  slicesByNice: bool;
  /** A RealtimeExpiry. */
  realtimeExpiry: u32;
  /** Normal tasks that expire become worse by this many levels. */
  expiryPenalty: i32;
  /** Up to this priority a normal task whose slice is over goes on in `active`. */
  interactivePrio: i32;
  /** So does one this much better than its nice tells, if it is better than nice 4; 0: none (2.5.3). */
  interactiveDelta: i32;
  /** … unless tasks in `expired` have waited too long (2.5.3). */
  limitsStarvation: bool;

  // Fork, exit
  /** A fork or start brings a normal task two thirds of the way to the worst priority (2.5.3-pre1). */
  thinsForkedPrio: bool;
  /** Levels that a forked or started task is worse than it would be. */
  forkPenalty: i32;
  /** An exiting child with a smaller sleep average lowers its parent's (2.5.3). */
  returnsSleepAverage: bool;

  // Several CPUs
  /** A sync wake-up takes a normal task to the waker's CPU if that has the lower number, allowed or not. */
  syncMigrates: bool;
  /** A task that may no longer use its CPU blocks, and the CPU that it goes to wakes it (2.5.3). */
  movesByWakeup: bool;
  /** A Balancing. */
  balancing: u32;
  /** Queues must be longer than this to be the busiest one (fairness). */
  leastLength: i32;
  /** What is pulled is measured against the length now, not against the larger one of now and last time (2.5.3). */
  comparesPresentLength: bool;
  /** Only the last task of each list is looked at, and it must have been off a CPU for longer than cacheDecay (2.5.3). */
  pullsColdLast: bool;
  /** The idle task's priority. */
  idlePrio: i32;

  // Tunables, in ticks where they are times (versions.ts gives units and defaults)
  minSlice: u32;
  maxSlice: u32;
  /** Ticks between two balancings of an idle CPU, and of a busy one; 0: never. */
  idlePeriod: u32;
  busyPeriod: u32;
  /** Levels that a task which never sleeps is worse than its nice (pre10). */
  hogPenalty: u32;
  /** Levels won for a second of sleep (2.5.2). */
  bonusPerSecond: u32;
  /** Percent of the range of priorities that the sleep average decides (2.5.2.1.1 on). */
  bonusRatio: u32;
  childPenalty: u32;
  parentPenalty: u32;
  /** Of 4. */
  exitWeight: u32;
  /** Ticks that `expired` waits for each runnable task. */
  starvationLimit: u32;
  cacheDecay: u32;

  // Derived
  hz: u32;
  maxSleepAverage: u32;
  /** jiffies % HZ as of the jiffy that it was last asked for (history.ts). */
  tickOfSecond: u32;
  jiffyOfSecond: u32;
  /** Tables: by priority, and by nice + 20. */
  private slicesByPrio: usize;
  private slicesByNiceLevel: usize;

  /** Ticks of a full slice. */
  slice(prio: i32, nice: i32): u32 {
    if (this.slicesByNice) return load<u32>(this.slicesByNiceLevel + ((<usize>(nice + 20)) << 2));
    return load<u32>(this.slicesByPrio + ((<usize>prio) << 2));
  }

  /** What follows from the version's rules and the tunables. */
  derive(): void {
    this.hz = machine.hz;
    this.maxSleepAverage = 2 * machine.hz;
    const least = this.minSlice;
    const range = <u64>(this.maxSlice - least);
    this.slicesByPrio = allocate(MAX_PRIO * 4);
    for (let prio: i32 = 0; prio < MAX_PRIO; prio++) {
      const slice =
        prio < MAX_RT_PRIO ? (<u64>(127 - prio) * range + 127) / 128 : (<u64>(MAX_PRIO - 1 - prio) * range + 39) / 40;
      store<u32>(this.slicesByPrio + ((<usize>prio) << 2), least + <u32>slice);
    }
    this.slicesByNiceLevel = allocate(NICE_LEVELS * 4);
    for (let level: i32 = 0; level < NICE_LEVELS; level++) {
      store<u32>(this.slicesByNiceLevel + ((<usize>level) << 2), least + <u32>((range * <u64>(39 - level)) / 39));
    }
  }
}

export const rules = changetype<O1Rules>(SCHEDULER);
