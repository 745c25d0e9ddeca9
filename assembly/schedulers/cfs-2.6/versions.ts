/**
 * The two versions of early CFS, each one whole: its rules, its tunables with defaults, its story. Source: cfs-2.6.24.md and
 * cfs-2.6.23.md, section 1.
 */
import { Profile } from "../profile";
import { rules } from "./rules";

export const VERSIONS: u32 = 2;

const POLICIES = "normal batch idle fifo rr";

/** Tells about a version and fills in its rules. */
export function chooseVersion(version: u32, profile: Profile): void {
  if (version == 0) linux_2_6_23(profile);
  else linux_2_6_24(profile);
  profile.end();
}

function linux_2_6_23(profile: Profile): void {
  profile.identity("cfs-2.6.23", "", "CFS, Linux 2.6.23", 2007);
  profile.character(
    "Exact shares by nice without an interactivity estimator; sleepers get back what they were owed.",
    "Sleep credit is throttled by a common pool; a change of nice forgets what a task is owed; O(log n).",
  );
  profile.recorded("Linux 2.6.23.17, kernel/sched.c and sched_fair.c: traces of its own code");
  profile.limits(POLICIES, 10, 1_000_000_000, 64);
  rules.keepsFairClock = true;
  rules.syncWakeupNeverPreempts = true;
  rules.slicesRoundRobinByNice = true;
  rules.chargesRealtimeAtTick = false;
  rules.roundsLoadsUp = false;
  rules.regardsHeat = false;
  rules.examinedTasks = u32.MAX_VALUE;
  rules.idleLoadIndex = 0;
  rules.newlyIdleLoadIndex = 0;
  profile.longBits("64");
  tuneLatency(profile);
  tuneMinGranularity(profile, 2_000_000);
  tuneWakeupGranularity(profile, 1_000_000);
  rules.batchWakeupGranularity = <u64>(
    profile.tunable(
      "batchWakeupGranularity",
      "ns",
      25_000_000,
      0,
      1_000_000_000,
      "lead that a woken batch task needs to preempt, whatever the number of CPUs",
    )
  );
  tuneDomains(profile);
}

function linux_2_6_24(profile: Profile): void {
  profile.identity("cfs-2.6.24", "cfs", "CFS, Linux 2.6.24", 2008);
  profile.character(
    "Exact shares by nice; a woken task runs within the latency; virtual runtimes make it simple to reason about.",
    "Every sleeper gets a full latency of credit, so many short sleepers delay hogs; O(log n).",
  );
  profile.recorded("Linux 2.6.24, kernel/sched.c and sched_fair.c: traces of its own code");
  profile.limits(POLICIES, 10, 1_000_000_000, 64);
  rules.keepsFairClock = false;
  rules.syncWakeupNeverPreempts = false;
  rules.slicesRoundRobinByNice = false;
  rules.chargesRealtimeAtTick = true;
  rules.roundsLoadsUp = true;
  rules.regardsHeat = true;
  rules.idleLoadIndex = 1;
  rules.newlyIdleLoadIndex = 2;
  profile.longBits("64");
  tuneLatency(profile);
  tuneWakeupGranularity(profile, 10_000_000);
  const most = profile.tunable("nrMigrate", "tasks", 32, 1, 100_000, "tasks that one pass of the balancer looks at");
  // The kernel counts one more.
  rules.examinedTasks = <u32>most + 1;
  rules.migrationCost = profile.tunable(
    "migrationCost",
    "ns",
    500_000,
    0,
    1_000_000_000,
    "time for which a task stays cache-hot",
  );
  tuneDomains(profile);
}

function tuneLatency(profile: Profile): void {
  rules.baseLatency = <u64>(
    profile.tunable(
      "latency",
      "ns",
      20_000_000,
      100_000,
      1_000_000_000,
      "period in which few tasks all run once, on one CPU; times 1 + log2 of the CPUs on more",
    )
  );
}

function tuneMinGranularity(profile: Profile, fallback: i64): void {
  rules.baseMinGranularity = <u64>(
    profile.tunable(
      "minGranularity",
      "ns",
      fallback,
      1,
      1_000_000_000,
      "shortest lead that preempts at a tick, on one CPU; times 1 + log2 of the CPUs on more",
    )
  );
}

function tuneWakeupGranularity(profile: Profile, fallback: i64): void {
  rules.baseWakeupGranularity = <u64>(
    profile.tunable(
      "wakeupGranularity",
      "ns",
      fallback,
      0,
      1_000_000_000,
      "lead that a woken task needs to preempt, on one CPU; times 1 + log2 of the CPUs on more",
    )
  );
}

function tuneDomains(profile: Profile): void {
  rules.imbalancePercent = <u64>(
    profile.tunable("imbalancePercent", "percent", 125, 100, 1000, "imbalance from which tasks are moved")
  );
  rules.busyFactor = <u64>(
    profile.tunable("busyFactor", "times", 64, 1, 512, "how much more rarely a busy CPU balances than an idle one")
  );
}
