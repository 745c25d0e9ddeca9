/** The two versions of the staircase, each one whole: its rules, its tunables with defaults, its story. Source: staircase-v16.md. */
import { machine } from "../../machine/machine";
import { Profile } from "../profile";
import { rules } from "./rules";

export const VERSIONS: u32 = 2;

const MAX_HZ: i32 = 1_000_000_000;
const BAD_AT =
  "A task that sleeps a little less than it runs keeps the top of the stairs, and a hog beside it starves; long waits at worse nice.";

/** Tells about a version and fills in its rules. */
export function chooseVersion(version: u32, profile: Profile): void {
  if (version == 0) staircase13(profile);
  else staircase16(profile);
  profile.end();
}

function staircase13(profile: Profile): void {
  profile.identity("staircase-v13", "", "Staircase v13, Con Kolivas", 2005);
  profile.character("One array, no estimator: rank follows from CPU time used. The staircase of PlugSched.", BAD_AT);
  profile.recorded("Linux 2.6.14 with the staircase 13 patch: traces of its own code");
  // Its balancer is that of 2.6.14, of which no specification is at hand.
  profile.limits("normal fifo rr", 10, MAX_HZ, 1);
  rules.niceAddsTicks = true;
  rules.instantsCount = true;
  rules.weighsSleepInSlices = true;
  rules.recalculatesRealtime = true;
  rules.forkSpoilsSleep = true;
  rules.remindsOfPreemption = true;
  rules.yieldEndsAtChoice = true;
  tuneInterval(profile, 5);
  const delay = profile.tunable("cacheDelay", "ms", 10, 0, 1000, "time after which a preemption is asked for again");
  rules.cacheDelay = ticks(delay);
}

function staircase16(profile: Profile): void {
  profile.identity("staircase-v16", "staircase", "Staircase v16, Con Kolivas", 2006);
  profile.character("One array, no estimator: rank follows from CPU time used; balances by weight.", BAD_AT);
  profile.recorded("Linux 2.6.17-ck1 with the staircase 16 patch: traces of its own code");
  profile.limits("normal batch fifo rr", 10, MAX_HZ, 64);
  rules.knowsBatch = true;
  tuneInterval(profile, 6);
  rules.cacheHot = profile.tunable(
    "cacheHot",
    "ns",
    2_500_000,
    0,
    1_000_000_000,
    "time for which a task stays cache-hot",
  );
  rules.imbalancePercent = <u64>(
    profile.tunable("imbalancePercent", "percent", 125, 100, 1000, "imbalance from which tasks are moved")
  );
}

function tuneInterval(profile: Profile, milliseconds: i64): void {
  profile.longBits("64");
  const interval = profile.tunable("roundRobinInterval", "ms", milliseconds, 1, 50, "CPU time of one step at nice 0");
  rules.interval = ticks(interval);
}

/** Milliseconds as ticks: rounded down, and one more. */
function ticks(milliseconds: i64): u32 {
  return <u32>((<u64>milliseconds * machine.hz) / 1001 + 1);
}
