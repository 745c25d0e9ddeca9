/** The numbers that tune nicksched, in jiffies, and what it says of itself. Source: nicksched.md, "Constants". */
import { machine, SCHEDULER } from "../../machine/machine";
import { Profile } from "../profile";

/** A history is kept as HISTORY_SCALE × jiffies, and a sleep average is of HISTORY_SCALE. */
export const HISTORY_SCALE: u64 = 1024;
/** The longest time slice, in shortest ones. */
const SLICE_RANGE: u32 = 60;
/** Beyond this, the history's products leave 64 bits. */
const MAX_HZ: i32 = 100_000_000;

@unmanaged
@final
export class NickTuning {
  /** MAXS: how long the past counts. */
  history: u64;
  /** MINH: the least total of a history. */
  leastTotal: u64;
  /** The most that one stretch of sleeping, running, waiting counts. */
  sleepCap: u64;
  runCap: u64;
  waitCap: u64;
  /** Priorities between a hog and a sleeper of the same nice. */
  bonusRange: u64;
  /** MINTS, MAXTS: the shortest and the longest time slice. */
  shortestSlice: u32;
  longestSlice: u32;
  /** Jiffies for which a task stays cache-hot. */
  cacheDecay: u64;
  /** Jiffies between two rounds of balancing. */
  idlePeriod: u64;
  busyPeriod: u64;
}

export const tuning = changetype<NickTuning>(SCHEDULER);

export function describeNicksched(profile: Profile): void {
  profile.identity("nicksched-v13", "nicksched", "Nick Piggin's scheduler policy, v13", 2003);
  profile.character(
    "One plain formula from sleep ratio to priority; a hog of nice 0 never starves; long slices when only hogs run.",
    "It samples at ticks, so a task that runs between ticks passes for a sleeper; waits of 100 ms among equal tasks.",
  );
  profile.recorded("Linux 2.6.0-test4 with patch sched-policy-13b: traces of its own code");
  profile.limits("normal fifo rr", 100, MAX_HZ, 64);
  profile.longBits("64");
  tuning.history = jiffies(
    profile.tunable("history", "ms", 1000, 20, 10_000, "how far back sleeping and running count"),
  );
  const least = profile.tunable("leastHistory", "ms", 500, 10, 10_000, "the least that a history counts as");
  tuning.leastTotal = HISTORY_SCALE * jiffies(least);
  tuning.sleepCap = jiffies(profile.tunable("sleepCap", "ms", 250, 10, 10_000, "the most that one sleep counts"));
  tuning.runCap = jiffies(
    profile.tunable("runCap", "ms", 250, 10, 10_000, "the most that one stretch of running counts"),
  );
  const waiting = profile.tunable("waitShare", "percent", 25, 0, 100, "the most that one wait counts, of runCap");
  tuning.waitCap = (tuning.runCap * <u64>waiting) / 100;
  limitCaps();
  tuning.bonusRange = <u64>(
    profile.tunable("bonusRange", "levels", 20, 0, 40, "priorities between a hog and a sleeper of the same nice")
  );
  const shortest = jiffies(
    profile.tunable("shortestTimeslice", "ms", 1, 1, 100, "unit of the time slices; 60 are the longest"),
  );
  tuning.shortestSlice = max<u32>(<u32>shortest, 1);
  tuning.longestSlice = SLICE_RANGE * tuning.shortestSlice;
  const decay = jiffies(profile.tunable("cacheDecay", "ms", 2, 0, 10_000, "time for which a task stays cache-hot"));
  tuning.cacheDecay = max<u64>(decay, 1);
  const idle = profile.tunable(
    "idleRebalance",
    "ms",
    1,
    1,
    10_000,
    "time between two rounds of balancing of an idle CPU",
  );
  tuning.idlePeriod = max<u64>(jiffies(idle), 1);
  const busy = profile.tunable(
    "busyRebalance",
    "ms",
    200,
    1,
    100_000,
    "time between two rounds of balancing of a busy CPU",
  );
  tuning.busyPeriod = max<u64>(jiffies(busy), 1);
  profile.end();
}

/** No stretch counts more than the whole history. */
function limitCaps(): void {
  tuning.sleepCap = min<u64>(tuning.sleepCap, tuning.history);
  tuning.runCap = min<u64>(tuning.runCap, tuning.history);
  tuning.waitCap = min<u64>(tuning.waitCap, tuning.history);
}

/** Milliseconds as jiffies, rounded down. */
function jiffies(milliseconds: i64): u64 {
  return (<u64>milliseconds * machine.hz) / 1000;
}
