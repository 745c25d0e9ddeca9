/**
 * The six versions of the 2.6 O(1) scheduler, each one whole: its rules, its tunables with defaults, its story. Source: o1-2.6.md,
 * sections 1 and 15. A function reads like the column of that table; what it does not set is off.
 */
import { machine } from "../../machine/machine";
import { Profile } from "../profile";
import { Balancing, rules } from "./rules";

export const VERSIONS: u32 = 6;

const MAX_HZ: i32 = 1_000_000_000;
const NO_BATCH = "normal fifo rr";
const WITH_BATCH = "normal batch fifo rr";
const BAD_AT =
  "Tasks that sleep a little and run a lot pass as interactive and starve the others; its slices follow the tick.";

/** Tells about a version and fills in its rules. */
export function chooseVersion(version: u32, profile: Profile): void {
  switch (version) {
    case 0:
      linux_2_6_0(profile);
      break;
    case 1:
      linux_2_6_6(profile);
      break;
    case 2:
      linux_2_6_9(profile);
      break;
    case 3:
      linux_2_6_12(profile);
      break;
    case 4:
      linux_2_6_18(profile);
      break;
    default:
      linux_2_6_22(profile);
  }
  profile.end();
}

function linux_2_6_0(profile: Profile): void {
  profile.identity("o1-2.6.0", "", "O(1), Linux 2.6.0", 2003);
  profile.character("Constant cost at any load; desktops respond under load.", BAD_AT);
  profile.recorded("Linux 2.6.0, kernel/sched.c: traces of its own code");
  profile.limits(NO_BATCH, 100, MAX_HZ, 64);
  rules.creditsInteractivity = true;
  rules.creditsRealtimeWaits = true;
  rules.alwaysRequeuesChosen = true;
  rules.recalculatesRealtime = true;
  rules.stampsRealtime = true;
  rules.roundRobinRecomputes = true;
  rules.returnsSliceAcrossCpus = true;
  rules.returnsUpToMaxSlice = true;
  rules.forkTicksWhole = true;
  rules.balancing = Balancing.Lengths;
  rules.syncWakeupIsBare = true;
  tuneLinearSlices(profile);
  tuneCredit(profile);
  tuneLengths(profile);
}

function linux_2_6_6(profile: Profile): void {
  profile.identity("o1-2.6.6", "", "O(1), Linux 2.6.6", 2004);
  profile.character("As 2.6.0; tasks of good nice no longer wait for the expired array.", BAD_AT);
  profile.recorded("Linux 2.6.6, kernel/sched.c: traces of its own code");
  profile.limits(NO_BATCH, 100, MAX_HZ, 64);
  rules.creditsInteractivity = true;
  rules.alwaysRequeuesChosen = true;
  rules.recalculatesRealtime = true;
  rules.stampsRealtime = true;
  rules.roundRobinRecomputes = true;
  rules.starvesByStaticPrio = true;
  rules.returnsSliceAcrossCpus = true;
  rules.returnsUpToMaxSlice = true;
  rules.forkTicksWhole = true;
  rules.keepsLastTick = true;
  rules.balancing = Balancing.Lengths;
  rules.syncWakeupIsBare = true;
  rules.lengthsUseLastTick = true;
  rules.moveStampsDestination = true;
  tuneLinearSlices(profile);
  tuneCredit(profile);
  tuneLengths(profile);
}

function linux_2_6_9(profile: Profile): void {
  profile.identity("o1-2.6.9", "", "O(1), Linux 2.6.9", 2004);
  profile.character("Scheduling domains; nice levels below 0 get four times longer slices.", BAD_AT);
  profile.recorded("Linux 2.6.9, kernel/sched.c: traces of its own code");
  profile.limits(NO_BATCH, 10, MAX_HZ, 64);
  rules.creditsInteractivity = true;
  rules.alwaysRequeuesChosen = true;
  rules.recalculatesRealtime = true;
  rules.stampsRealtime = true;
  rules.roundRobinRecomputes = true;
  rules.starvesByStaticPrio = true;
  rules.returnsSliceAcrossCpus = true;
  rules.forkTicksWhole = true;
  rules.keepsLastTick = true;
  rules.translatesClocks = true;
  rules.balancing = Balancing.Domains;
  rules.smallImbalance = 127;
  rules.worthwhileGain = 16;
  rules.imbalanceRounding = 1;
  rules.heatByKind = true;
  tuneSlices(profile, 5);
  tuneCredit(profile);
  tuneDomains(profile, 2_000_000);
}

function linux_2_6_12(profile: Profile): void {
  profile.identity("o1-2.6.12", "", "O(1), Linux 2.6.12", 2005);
  profile.character("The mature form: no interactive credit, run time charged by interactivity.", BAD_AT);
  profile.recorded("Linux 2.6.12, kernel/sched.c: traces of its own code");
  profile.limits(NO_BATCH, 10, MAX_HZ, 64);
  rules.alwaysDividesRunTime = true;
  rules.clampsNegativeTimes = true;
  rules.alwaysRequeuesChosen = true;
  rules.recalculatesRealtime = true;
  rules.stampsRealtime = true;
  rules.starvesByStaticPrio = true;
  rules.returnsSliceAcrossCpus = true;
  rules.forkTicksWhole = true;
  rules.keepsLastTick = true;
  rules.translatesClocks = true;
  rules.balancing = Balancing.Domains;
  rules.smallImbalance = 128;
  rules.worthwhileGain = 1;
  rules.intervalFollowsSuccess = true;
  tuneSlices(profile, 10);
  tuneDomains(profile, 2_500_000);
}

function linux_2_6_18(profile: Profile): void {
  profile.identity("o1-2.6.18", "", "O(1), Linux 2.6.18", 2006);
  profile.character("Balances by weight, so nice counts across CPUs; has a batch class.", BAD_AT);
  profile.recorded("Linux 2.6.18, kernel/sched.c: traces of its own code");
  profile.limits(WITH_BATCH, 10, MAX_HZ, 64);
  rules.alwaysDividesRunTime = true;
  rules.clampsNegativeTimes = true;
  rules.lateEstimator = true;
  rules.floorsDelta = true;
  rules.stampsRealtime = true;
  rules.starvesByStaticPrio = true;
  rules.forkTicksWhole = true;
  rules.knowsBatch = true;
  rules.keepsLastTick = true;
  rules.translatesClocks = true;
  rules.balancing = Balancing.Weighted;
  tuneSlices(profile, 10);
  tuneDomains(profile, 2_500_000);
}

function linux_2_6_22(profile: Profile): void {
  profile.identity("o1-2.6.22", "o1", "O(1), Linux 2.6.22", 2007);
  profile.character("The last one before CFS: constant cost, weighted balancing past pinned tasks.", BAD_AT);
  profile.recorded("Linux 2.6.22.19, kernel/sched.c: traces of its own code");
  profile.limits(WITH_BATCH, 10, MAX_HZ, 64);
  rules.alwaysDividesRunTime = true;
  rules.clampsNegativeTimes = true;
  rules.lateEstimator = true;
  rules.floorsDelta = true;
  rules.starvesByStaticPrio = true;
  rules.knowsBatch = true;
  rules.keepsLastTick = true;
  rules.translatesClocks = true;
  rules.stampsAtSwitches = true;
  rules.balancing = Balancing.Weighted;
  rules.retriesPastPinned = true;
  rules.balancesAfterTimers = true;
  tuneSlices(profile, 10);
  tuneDomains(profile, 2_500_000);
}

/** MIN_TIMESLICE … MAX_TIMESLICE in one line over the nice levels (2.6.0, 2.6.6). */
function tuneLinearSlices(profile: Profile): void {
  profile.longBits("64 32");
  rules.linearSlices = true;
  rules.minSlice = ticks(profile.tunable("minTimeslice", "ms", 10, 10, 100, "time slice at nice 19"));
  const longest = ticks(profile.tunable("maxTimeslice", "ms", 200, 20, 500, "time slice at nice -20"));
  rules.maxSlice = max<u32>(longest, rules.minSlice);
  rules.averageSlice = rules.minSlice + <u32>((<u64>(rules.maxSlice - rules.minSlice) * 19) / 39);
  rules.granularity = rules.minSlice;
  tuneEstimator(profile);
}

/** Slices by nice round the default one; `granularityMs`: the unit of the round robin among interactive tasks. */
function tuneSlices(profile: Profile, granularityMs: i64): void {
  profile.longBits("64 32");
  const least = ticks(profile.tunable("minTimeslice", "ms", 5, 1, 1000, "shortest time slice"));
  rules.minSlice = max<u32>(least, 1);
  const usual = ticks(profile.tunable("defaultTimeslice", "ms", 100, 10, 300, "time slice at nice 0"));
  rules.averageSlice = max<u32>(usual, 1);
  const unit = ticks(
    profile.tunable("granularity", "ms", granularityMs, 1, 1000, "unit of the round robin among interactive tasks"),
  );
  rules.granularity = max<u32>(unit, 1);
  tuneEstimator(profile);
}

function tuneEstimator(profile: Profile): void {
  rules.maxSleep = 10 * <u64>rules.averageSlice;
  rules.interactiveDelta = <i32>(
    profile.tunable("interactiveDelta", "levels", 2, 0, 10, "bonus that makes a nice 0 task interactive")
  );
  rules.childPenalty = <u64>(
    profile.tunable("childPenalty", "percent", 95, 0, 100, "share of its sleep average that a forked child keeps")
  );
  rules.parentPenalty = <u64>(
    profile.tunable("parentPenalty", "percent", 100, 0, 100, "share of its sleep average that a forking parent keeps")
  );
  rules.exitWeight = <u64>(
    profile.tunable("exitWeight", "of 4", 3, 0, 4, "weight of the parent when it takes on an exited child's average")
  );
  const waiting = profile.tunable(
    "onRunqueueWeight",
    "percent",
    30,
    0,
    100,
    "what waiting after a wake-up by a task counts",
  );
  rules.queueWaitWeight = <u64>((waiting * 128) / 100);
  const limit = profile.tunable(
    "starvationLimit",
    "percent",
    100,
    0,
    10000,
    "patience of the expired array, of the default",
  );
  rules.starvationLimit = (rules.maxSleep * <u64>limit) / 100;
}

function tuneCredit(profile: Profile): void {
  rules.creditLimit = <i32>(
    profile.tunable("creditLimit", "points", 100, 0, 10000, "interactive credit beyond which a task counts as proven")
  );
}

function tuneLengths(profile: Profile): void {
  const decay = profile.tunable("cacheDecay", "ticks", 2, 0, 10000, "time for which a task stays cache-hot");
  rules.cacheDecay = <u64>decay * machine.tickNs;
  rules.idlePeriod = max<u64>(
    ticks(profile.tunable("idleRebalance", "ms", 1, 1, 10000, "time between two rounds of balancing of an idle CPU")),
    1,
  );
  rules.busyPeriod = max<u64>(
    ticks(profile.tunable("busyRebalance", "ms", 200, 1, 100000, "time between two rounds of balancing of a busy CPU")),
    1,
  );
}

function tuneDomains(profile: Profile, cacheHotNs: i64): void {
  rules.cacheHot = profile.tunable(
    "cacheHot",
    "ns",
    cacheHotNs,
    0,
    1_000_000_000,
    "time for which a task stays cache-hot",
  );
  rules.imbalancePercent = <u64>(
    profile.tunable("imbalancePercent", "percent", 125, 100, 1000, "imbalance from which tasks are moved")
  );
  rules.busyFactor = <u64>(
    profile.tunable("busyFactor", "times", 64, 1, 512, "how much more rarely a busy CPU balances than an idle one")
  );
}

/** Milliseconds as ticks, rounded down. */
function ticks(milliseconds: i64): u32 {
  return <u32>((milliseconds * <i64>machine.hz) / 1000);
}
