/**
 * What differs between the versions of the 2.6 O(1) scheduler, as named rules, and the numbers that tune it. versions.ts fills the
 * record in, one function for each version; derive() computes the tables of section 3 from it. It stands at a fixed
 * address, so that a rule costs a load and a well-predicted branch.
 */
import { machine, SCHEDULER } from "../../machine/machine";
import { allocate } from "../../machine/memory";

/** Generations of load balancers: one file each in balancing/. */
export const enum Balancing {
  /** 2.6.0, 2.6.6: queue lengths. */
  Lengths = 0,
  /** 2.6.9, 2.6.12: scheduling domains, tasks counted. */
  Domains = 1,
  /** 2.6.18, 2.6.22: scheduling domains, tasks weighed. */
  Weighted = 2,
}

const NICE_LEVELS: i32 = 40;

@unmanaged
@final
export class O1Rules {
  // The estimator
  /** Tasks earn and lose interactive credit. */
  creditsInteractivity: bool;
  /** CPU time costs a task less of its sleep average the more interactive it is; else only with high credit. */
  alwaysDividesRunTime: bool;
  /** A negative run time or wait counts as 0 (else as the maximum). */
  clampsNegativeTimes: bool;
  /** The estimator of 2.6.18: sleep counts as it is, and long sleep lifts to the ceiling and never lowers. */
  lateEstimator: bool;
  /** delta(nice) is rounded down rather than toward zero. */
  floorsDelta: bool;
  /** Waiting on the runqueue is credited to real-time tasks too, which moves them to the tail. */
  creditsRealtimeWaits: bool;
  /** The chosen task goes to the tail of its list whenever its wait was credited, not only when its priority changed. */
  alwaysRequeuesChosen: bool;
  /** A real-time task's wake-up recalculates its sleep average … */
  recalculatesRealtime: bool;
  /** … or at least notes the time. */
  stampsRealtime: bool;

  // Time slices
  /** Slices run from MIN to MAX in one line; else four times longer for nice below 0. */
  linearSlices: bool;
  /** The round-robin step among interactive tasks recomputes the priority. */
  roundRobinRecomputes: bool;
  /** A task with a better static priority in `expired` counts as starving. */
  starvesByStaticPrio: bool;
  /** A child's unused slice comes back to a parent on any CPU … */
  returnsSliceAcrossCpus: bool;
  /** … and is limited to the longest slice of all rather than to the child's own. */
  returnsUpToMaxSlice: bool;
  /** A fork that uses up the parent's last tick runs the whole tick, not just its time-slice part. */
  forkTicksWhole: bool;
  /** The batch class exists. */
  knowsBatch: bool;

  // Clocks
  keepsLastTick: bool;
  /** Times of another CPU are moved by the distance of the two CPUs' latest ticks. */
  translatesClocks: bool;
  /** The tick stamps the current task's lastRan, a switch the runqueue's lastTick and the next task's lastRan. */
  stampsAtSwitches: bool;

  // Several CPUs
  /** A Balancing. */
  balancing: u32;
  /** A sync wake-up on the waker's own CPU only queues the task: no sleep credit at all. */
  syncWakeupIsBare: bool;
  /** Lengths: cache heat is measured from the busy CPU's latest tick, and timestamps are translated. */
  lengthsUseLastTick: bool;
  /** Domains: imbalances below this are small. */
  smallImbalance: u32;
  /** Domains: a small imbalance is worth a move from this gain on. */
  worthwhileGain: i64;
  /** Domains: tasks to move are (imbalance + this) / 128. */
  imbalanceRounding: u32;
  /** Domains: moving regards heat by kind and failures (2.6.9), or by whether the CPU runs its idle task (2.6.12). */
  heatByKind: bool;
  /** Domains: the interval shrinks only after success, and grows after failure. */
  intervalFollowsSuccess: bool;
  /** Weighted: a busiest CPU whose tasks are all pinned is left out, and the next one tried. */
  retriesPastPinned: bool;
  /** Weighted: balancing is a softirq after the timers, not staggered over the CPUs. */
  balancesAfterTimers: bool;
  /** A forced move stamps the task with the destination's latest tick. */
  moveStampsDestination: bool;

  // Tunables, in ticks where they are times (versions.ts gives units and defaults)
  minSlice: u32;
  maxSlice: u32;
  averageSlice: u32;
  granularity: u32;
  maxSleep: u64;
  starvationLimit: u64;
  creditLimit: i32;
  interactiveDelta: i32;
  childPenalty: u64;
  parentPenalty: u64;
  exitWeight: u64;
  /** Of 128. */
  queueWaitWeight: u64;
  imbalancePercent: u64;
  cacheHot: i64;
  /** Lengths: ns that a task stays cache-hot. */
  cacheDecay: u64;
  /** Lengths: ticks between two rounds of balancing. */
  idlePeriod: u64;
  busyPeriod: u64;
  busyFactor: u64;

  // Derived
  tickNs: u64;
  /** NS_MAX_SLEEP. */
  maxSleepNs: u64;
  /** 2^60 / (AVG_SLICE × TICK), rounded up: bonus() is a multiplication. */
  bonusReciprocal: u64;
  /** Tables by static priority - 100. */
  private slices: usize;
  private deltas: usize;
  private ceilings: usize;
  private weights: usize;
  /** Load weight of a real-time task without its rtprio's share. */
  realtimeWeight: u32;

  /** Ticks of a full time slice. */
  slice(staticPrio: i32): u32 {
    return load<u32>(this.slices + ((<usize>(staticPrio - 100)) << 2));
  }

  /** How much better than its static priority a task must be to count as interactive. */
  delta(staticPrio: i32): i32 {
    return load<i32>(this.deltas + ((<usize>(staticPrio - 100)) << 2));
  }

  /** ns of sleep beyond which it counts as a long one. */
  sleepCeiling(staticPrio: i32): u64 {
    return load<u64>(this.ceilings + ((<usize>(staticPrio - 100)) << 3));
  }

  /** Load weight of a normal task. */
  weight(staticPrio: i32): u32 {
    return load<u32>(this.weights + ((<usize>(staticPrio - 100)) << 2));
  }

  /** 0 … 10 for a sleep average: sleepAverage / (AVG_SLICE × TICK). */
  bonus(sleepAverage: u64): u32 {
    return <u32>((sleepAverage * this.bonusReciprocal) >> 60);
  }

  /** The limits and tables that follow from the version's rules and the tunables. */
  derive(): void {
    const tick = machine.tickNs;
    this.tickNs = tick;
    this.maxSleepNs = this.maxSleep * tick;
    const perBonus = <u64>this.averageSlice * tick;
    // Exact as long as sleepAverage × perBonus is below 2^60: the bounds of the tunables see to that.
    this.bonusReciprocal = (((<u64>1) << 60) + perBonus - 1) / perBonus;
    this.slices = allocate(NICE_LEVELS * 4);
    this.deltas = allocate(NICE_LEVELS * 4);
    this.ceilings = allocate(NICE_LEVELS * 8);
    this.weights = allocate(NICE_LEVELS * 4);
    for (let level: i32 = 0; level < NICE_LEVELS; level++) {
      const slice = this.sliceOf(level);
      const delta = this.deltaOf(level);
      store<u32>(this.slices + ((<usize>level) << 2), slice);
      store<i32>(this.deltas + ((<usize>level) << 2), delta);
      const ceiling = (<i64>this.maxSleep * (5 + delta + 1)) / 10 - 1;
      store<u64>(this.ceilings + ((<usize>level) << 3), <u64>(ceiling * <i64>tick));
      store<u32>(this.weights + ((<usize>level) << 2), this.weightOf(slice));
    }
    this.realtimeWeight = this.weightOf(this.slice(100));
  }

  private sliceOf(level: i32): u32 {
    if (this.linearSlices) {
      const range = <u64>(this.maxSlice - this.minSlice);
      return this.minSlice + <u32>((range * (39 - level)) / 39);
    }
    const longest = level < 20 ? 4 * this.averageSlice : this.averageSlice;
    return max<u32>(<u32>((<u64>longest * (40 - level)) / 20), this.minSlice);
  }

  private weightOf(slice: u32): u32 {
    return <u32>((<u64>slice * 128) / this.averageSlice);
  }

  private deltaOf(level: i32): i32 {
    if (this.floorsDelta) return (level * 10) / 40 - 5 + this.interactiveDelta;
    return ((level - 20) * 10) / 40 + this.interactiveDelta;
  }
}

export const rules = changetype<O1Rules>(SCHEDULER);
