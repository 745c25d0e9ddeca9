/**
 * The early O(1) schedulers, each one whole: its rules, its tunables with defaults, its story. Source: o1-2.5.md. What a function
 * does not set is off or 0. Up to 2.5.3-pre3 the kernels stored their bitmaps inverted, on which no decision depends.
 */
import { machine } from "../../machine/machine";
import { Profile } from "../profile";
import { Balancing, Estimator, RealtimeExpiry, rules } from "./rules";

export const VERSIONS: u32 = 8;

const POLICIES = "normal fifo rr";
/** The shortest slice and the shortest period must be one tick at least. */
const MIN_HZ: i32 = 100;
/** Up to here the products of 32 bits that the original computes do not overflow: 4 × HZ × HZ, and 8000 × HZ. */
const MAX_HZ_HISTORY: i32 = 31_250;
const MAX_HZ: i32 = 500_000;
/** The kernel kept its masks of CPUs in 32 bits. */
const MAX_CPUS: i32 = 32;

/** Tells about a version and fills in its rules. */
export function chooseVersion(version: u32, profile: Profile): void {
  switch (version) {
    case 0:
      linux_2_5_2_pre10(profile);
      break;
    case 1:
      swapCounts(profile);
      break;
    case 2:
      g1(profile);
      break;
    case 3:
      linux_2_5_2_pre11(profile);
      break;
    case 4:
      linux_2_5_2(profile);
      break;
    case 5:
      linux_2_5_3_pre1(profile);
      break;
    case 6:
      linux_2_5_2_1_1(profile);
      break;
    default:
      linux_2_5_3(profile);
  }
  profile.end();
}

function linux_2_5_2_pre10(profile: Profile): void {
  profile.identity("o1-2.5.2-pre10", "o1-d2 o1-e1", "O(1), Linux 2.5.2-pre10 (-D2)", 2002);
  profile.character(
    "The first one: constant cost at any load, no global lock, a sleep history of four seconds.",
    "Throws tasks between CPUs at every tick; a sync wake-up drags a task to a CPU that it may not use.",
  );
  profile.recorded("Linux 2.5.2-pre10, kernel/sched.c: traces of its own code");
  profile.limits(POLICIES, MIN_HZ, MAX_HZ_HISTORY, MAX_CPUS);
  rules.estimator = Estimator.History;
  rules.realtimeExpiry = RealtimeExpiry.Rotates;
  rules.syncMigrates = true;
  rules.balancing = Balancing.WholeDifference;
  rules.idlePrio = 168;
  profile.invertedBitmap();
  tuneSlices(profile, 20, 150);
  tuneHistory(profile);
  tuneFork(profile);
  tuneBalancing(profile, 10, 0);
  // Not a number of ms: every tick.
  rules.busyPeriod = 1;
}

function swapCounts(profile: Profile): void {
  profile.identity("o1-swapcnt", "", "O(1), Davide Libenzi's swap_cnt patch on 2.5.2-pre10", 2002);
  profile.character(
    "Priorities almost for nothing: a task wins a level for every array swap that it missed.",
    "Nice counts at the start only; round-robin tasks never take turns; a change of CPU can bring top priority.",
  );
  profile.recorded("Linux 2.5.2-pre10 with the patch of 8 January 2002: traces of that code");
  profile.limits(POLICIES, MIN_HZ, MAX_HZ, MAX_CPUS);
  rules.estimator = Estimator.SwapsSinceActivation;
  rules.realtimeExpiry = RealtimeExpiry.StaysAhead;
  rules.syncMigrates = true;
  rules.balancing = Balancing.WholeDifference;
  rules.idlePrio = 168;
  profile.invertedBitmap();
  tuneSlices(profile, 20, 150);
  tuneExpiry(profile, 0);
  tuneFork(profile);
  tuneBalancing(profile, 10, 0);
  rules.busyPeriod = 1;
}

/** After -G1's announcement; what it leaves open is as in 2.5.2.1.1, the first merged code with this balancer. */
function g1(profile: Profile): void {
  profile.identity("o1-g1", "", "O(1), patch -G1 (reconstructed)", 2002);
  profile.character(
    "As 2.5.2-pre10, but tasks stay where they are: an idle CPU takes one task, a busy one looks every 250 ms.",
    "Slow to even out lasting differences of one or two tasks; a sync wake-up still ignores affinity.",
  );
  profile.reconstructed("the announcement of -G1 (9 January 2002), 2.5.2-pre10 and the balancer of 2.5.2.1.1");
  profile.limits(POLICIES, MIN_HZ, MAX_HZ_HISTORY, MAX_CPUS);
  rules.estimator = Estimator.History;
  rules.realtimeExpiry = RealtimeExpiry.Rotates;
  rules.syncMigrates = true;
  rules.balancing = Balancing.Fairness;
  rules.idlePrio = 168;
  profile.invertedBitmap();
  tuneSlices(profile, 30, 150);
  tuneHistory(profile);
  tuneFork(profile);
  tuneBalancing(profile, 1, 250);
}

function linux_2_5_2_pre11(profile: Profile): void {
  profile.identity("o1-2.5.2-pre11", "", "O(1), Linux 2.5.2-pre11", 2002);
  profile.character(
    "Linus Torvalds' variant of swap_cnt: only swaps during a sleep count.",
    "Expired round-robin tasks wait behind all active normal ones; busy CPUs never pull.",
  );
  profile.recorded("Linux 2.5.2-pre11, kernel/sched.c: traces of its own code");
  profile.limits(POLICIES, MIN_HZ, MAX_HZ, MAX_CPUS);
  rules.estimator = Estimator.SwapsAsleep;
  rules.realtimeExpiry = RealtimeExpiry.Expires;
  rules.syncMigrates = true;
  rules.balancing = Balancing.WholeDifference;
  rules.idlePrio = 168;
  profile.invertedBitmap();
  tuneSlices(profile, 20, 150);
  tuneExpiry(profile, 0);
  tuneFork(profile);
  tuneBalancing(profile, 250, 0);
}

function linux_2_5_2(profile: Profile): void {
  profile.identity("o1-2.5.2", "", "O(1), Linux 2.5.2", 2002);
  profile.character(
    "The first release: 50 ms of sleep win a level, and good tasks go round in the active array.",
    "A child of a task that has run for seconds starts with top priority; round-robin tasks expire behind normal ones.",
  );
  profile.recorded("Linux 2.5.2, kernel/sched.c: traces of its own code");
  profile.limits(POLICIES, MIN_HZ, MAX_HZ, MAX_CPUS);
  rules.estimator = Estimator.LastSleep;
  rules.realtimeExpiry = RealtimeExpiry.Expires;
  rules.syncMigrates = true;
  rules.balancing = Balancing.WholeDifference;
  rules.idlePrio = 168;
  profile.invertedBitmap();
  tuneSlices(profile, 20, 150);
  tuneLastSleep(profile);
  tuneExpiry(profile, 10);
  tuneFork(profile);
  tuneBalancing(profile, 250, 0);
}

function linux_2_5_3_pre1(profile: Profile): void {
  profile.identity("o1-2.5.3-pre1", "", "O(1), Linux 2.5.3-pre1", 2002);
  profile.character(
    "Affinity is kept, round-robin tasks take turns, time slices follow nice.",
    "A new task starts near the bottom, a forked one lower still; nice is lost where priorities meet a limit.",
  );
  profile.recorded("Linux 2.5.3-pre1, kernel/sched.c: traces of its own code");
  profile.limits(POLICIES, MIN_HZ, MAX_HZ, MAX_CPUS);
  rules.estimator = Estimator.LastSleep;
  rules.realtimeExpiry = RealtimeExpiry.Rotates;
  rules.slicesByNice = true;
  rules.thinsForkedPrio = true;
  rules.balancing = Balancing.WholeDifference;
  rules.idlePrio = 168;
  profile.invertedBitmap();
  tuneSlices(profile, 10, 160);
  tuneLastSleep(profile);
  tuneExpiry(profile, 13);
  tuneFork(profile);
  tuneBalancing(profile, 250, 0);
}

function linux_2_5_2_1_1(profile: Profile): void {
  profile.identity("o1-2.5.2.1.1", "", "O(1), between Linux 2.5.3-pre1 and -pre2", 2002);
  profile.character(
    "The first sleep average, and a balancer that leaves tasks alone; never a release.",
    "A pulled task of the worst priority does not wake an idle CPU, which then idles beside a full queue.",
  );
  profile.recorded("Linux 2.5.2.1.1 (a state between 2.5.3-pre1 and -pre2), kernel/sched.c: traces of its own code");
  profile.limits(POLICIES, MIN_HZ, MAX_HZ, MAX_CPUS);
  rules.estimator = Estimator.SleepAverage;
  rules.realtimeExpiry = RealtimeExpiry.Rotates;
  rules.slicesByNice = true;
  rules.balancing = Balancing.Fairness;
  rules.idlePrio = 167;
  profile.invertedBitmap();
  tuneSlices(profile, 10, 180);
  tuneSleepAverage(profile, 100, 13);
  rules.childPenalty = 100;
  rules.parentPenalty = 100;
  tuneBalancing(profile, 1, 250);
}

function linux_2_5_3(profile: Profile): void {
  profile.identity("o1-2.5.3", "", "O(1), Linux 2.5.3", 2002);
  profile.character(
    "Close to what 2.6 became: a sleep average, a limit to starvation, penalties for forking.",
    "Its balancer sees one task of each list, and only tasks that have not run for 10 ms.",
  );
  profile.recorded("Linux 2.5.3, kernel/sched.c: traces of its own code, with an assumed cacheDecay of HZ / 100 ticks");
  profile.limits(POLICIES, MIN_HZ, MAX_HZ, MAX_CPUS);
  rules.estimator = Estimator.SleepAverage;
  rules.ignoresShortSleeps = true;
  rules.stampsPreempted = true;
  rules.realtimeExpiry = RealtimeExpiry.Rotates;
  rules.slicesByNice = true;
  rules.limitsStarvation = true;
  rules.returnsSleepAverage = true;
  rules.movesByWakeup = true;
  rules.balancing = Balancing.Fairness;
  rules.leastLength = 1;
  rules.comparesPresentLength = true;
  rules.pullsColdLast = true;
  rules.idlePrio = 168;
  tuneSlices(profile, 10, 300);
  tuneSleepAverage(profile, 70, 8);
  tuneInteractivity(profile);
  tuneBalancing(profile, 1, 250);
  const decay = profile.tunable("cacheDecay", "ms", 10, 0, 10000, "time for which a task stays cache-hot");
  rules.cacheDecay = ticks(decay);
}

/** MIN … MAX in one line over the priorities, or over the nice levels. Opens the list of tunables. */
function tuneSlices(profile: Profile, least: i64, most: i64): void {
  profile.longBits("32");
  rules.minSlice = ticks(profile.tunable("minTimeslice", "ms", least, 10, 1000, "shortest time slice"));
  const longest = ticks(profile.tunable("maxTimeslice", "ms", most, 10, 1000, "longest time slice"));
  rules.maxSlice = max<u32>(longest, rules.minSlice);
}

function tuneHistory(profile: Profile): void {
  rules.hogPenalty = <u32>(
    profile.tunable("hogPenalty", "levels", 13, 0, 39, "levels that a task which never sleeps is worse than its nice")
  );
  tuneInteractivePrio(profile, 6);
}

function tuneLastSleep(profile: Profile): void {
  rules.bonusPerSecond = <u32>(
    profile.tunable("bonusPerSecond", "levels", 20, 0, 1000, "levels won for a second of sleep, rounded down")
  );
}

/** `interactiveLevels`: 0 where no normal task that expires stays active. */
function tuneExpiry(profile: Profile, interactiveLevels: i64): void {
  rules.expiryPenalty = <i32>(
    profile.tunable("expiryPenalty", "levels", 1, 0, 39, "levels that a task becomes worse by when its slice is over")
  );
  if (interactiveLevels) tuneInteractivePrio(profile, interactiveLevels);
}

function tuneInteractivePrio(profile: Profile, levels: i64): void {
  rules.interactivePrio =
    128 +
    <i32>(
      profile.tunable(
        "interactiveLevels",
        "levels",
        levels,
        0,
        39,
        "up to priority 128 + this, a task whose slice is over stays active",
      )
    );
}

function tuneFork(profile: Profile): void {
  rules.forkPenalty = <i32>(
    profile.tunable("forkPenalty", "levels", 4, 0, 39, "levels that a new task is worse than its parent")
  );
}

function tuneSleepAverage(profile: Profile, ratio: i64, interactiveLevels: i64): void {
  rules.bonusRatio = <u32>(
    profile.tunable("bonusRatio", "percent", ratio, 0, 100, "share of the nice levels that the sleep average decides")
  );
  tuneInteractivePrio(profile, interactiveLevels);
}

function tuneInteractivity(profile: Profile): void {
  rules.interactiveDelta = <i32>(
    profile.tunable("interactiveDelta", "levels", 3, 1, 39, "levels won that make a task interactive, up to nice 3")
  );
  const patience = profile.tunable("starvationLimit", "ms", 2000, 0, 100_000, "patience of expired, for each task");
  rules.starvationLimit = ticks(patience);
  rules.childPenalty = <u32>(
    profile.tunable("childPenalty", "percent", 95, 0, 100, "share of its sleep average that a forked child keeps")
  );
  rules.parentPenalty = <u32>(
    profile.tunable("parentPenalty", "percent", 100, 0, 100, "share of its sleep average that a forking parent keeps")
  );
  rules.exitWeight = <u32>(
    profile.tunable("exitWeight", "of 4", 3, 0, 4, "weight of the parent when it takes on an exited child's average")
  );
}

/** `busy`: 0 where that is no number of ms. */
function tuneBalancing(profile: Profile, idle: i64, busy: i64): void {
  const idlePeriod = profile.tunable("idleBalance", "ms", idle, 1, 10000, "time between balancings of an idle CPU");
  rules.idlePeriod = max<u32>(ticks(idlePeriod), 1);
  if (busy == 0) return;
  const busyPeriod = profile.tunable("busyBalance", "ms", busy, 1, 10000, "time between balancings of a busy CPU");
  rules.busyPeriod = max<u32>(ticks(busyPeriod), 1);
}

/** Milliseconds as ticks, rounded down. */
function ticks(milliseconds: i64): u32 {
  return <u32>((milliseconds * <i64>machine.hz) / 1000);
}
