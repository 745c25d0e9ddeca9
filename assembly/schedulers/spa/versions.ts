/**
 * The five schedulers that share a single priority array, each one whole: its rules, its tunables with defaults, its story. What a
 * function does not set is off. Source: spa-family.md, "The reconstruction".
 */
import { machine } from "../../machine/machine";
import { Profile } from "../profile";
import { DelayBonus, rules } from "./rules";

export const VERSIONS: u32 = 5;

const MAX_HZ: i32 = 1_000_000_000;
/** The patches are older than the batch class. */
const POLICIES = "normal fifo rr";

/** Tells about a version and fills in its rules. */
export function chooseVersion(version: u32, profile: Profile): void {
  switch (version) {
    case 0:
      noFrills(profile);
      break;
    case 1:
      workstation(profile);
      break;
    case 2:
      server(profile);
      break;
    case 3:
      zaphod(profile);
      break;
    default:
      entitlementBased(profile);
  }
  profile.end();
}

function noFrills(profile: Profile): void {
  profile.identity("spa-nofrills", "", "Single priority array, no frills", 2005);
  profile.character(
    "The bare array: fixed slices, nice as a distance in waiting time, no estimates to fool.",
    "A task that sleeps queues at the tail after each burst: response waits for a slice of every hog.",
  );
  profile.reconstructed("spa_no_frills of PlugSched: rebuilt from what Peter Williams told of it");
  tellLimits(profile);
  tuneArray(profile);
}

function workstation(profile: Profile): void {
  profile.identity("spa-ws", "", "Single priority array for workstations", 2006);
  profile.character(
    "Response for tasks that mostly sleep; a task kept waiting beyond its share moves ahead.",
    "A task that sleeps 1 ms in 20 loses to a hog that never does: each nap sends it to the tail.",
  );
  profile.reconstructed("spa_ws of PlugSched, as mended in January 2006: rebuilt from what Peter Williams told of it");
  tellLimits(profile);
  rules.bonusSlots = 14;
  tuneArray(profile);
  tuneInteractive(profile);
  rules.delayBonus = DelayBonus.Fairness;
  tuneDelayBonus(
    profile,
    "maxFairnessBonus",
    5,
    9,
    "highest bonus for waiting longer than the share of the CPU demands",
  );
}

function server(profile: Profile): void {
  profile.identity("spa-svr", "", "Single priority array for servers", 2005);
  profile.character(
    "Throughput: whoever waits much for little work goes first, so waiting stays in proportion to work.",
    "Response is not its aim: a sleeper that has not waited lately stands behind hogs that have.",
  );
  profile.reconstructed("spa_svr of PlugSched: rebuilt from what Peter Williams told of it");
  tellLimits(profile);
  rules.bonusSlots = 14;
  tuneArray(profile);
  tuneThroughput(profile, 14, 14);
}

function zaphod(profile: Profile): void {
  profile.identity("zaphod", "", "Zaphod, priority based", 2005);
  profile.character(
    "Response and throughput: bonuses for sleeping most of the time and for waiting long in relation to work.",
    "A task that sleeps 1 ms in 20 gets half of what a hog gets: each nap sends it to the tail.",
  );
  profile.reconstructed(
    "Zaphod in its priority-based (pb) mode, and SPA of 2004 with both bonuses: rebuilt from what Peter Williams told of it",
  );
  tellLimits(profile);
  rules.bonusSlots = 14;
  tuneArray(profile);
  tuneInteractive(profile);
  tuneThroughput(profile, 5, 9);
}

function entitlementBased(profile: Profile): void {
  profile.identity("ebs", "", "Entitlement-based scheduler", 2004);
  profile.character(
    "Shares: who has used less of the CPU per share goes first, whatever it runs or sleeps.",
    "The greediest task per share is the yardstick: after a nice 19 hog had the CPU all others rank alike for seconds.",
  );
  profile.reconstructed(
    "EBS, spa_ebs and Zaphod in its entitlement-based (eb) mode: rebuilt from what Peter Williams told of it",
  );
  tellLimits(profile);
  rules.bonusSlots = 14;
  rules.ranksByEntitlement = true;
  tuneArray(profile);
  tuneInteractive(profile);
  tuneThroughput(profile, 5, 9);
  const decay = profile.tunable(
    "yardstickDecay",
    "ms",
    100,
    1,
    100_000,
    "time in which the highest usage per share seen loses a 64th",
  );
  rules.yardstickDecayTicks = ticks(decay);
}

function tellLimits(profile: Profile): void {
  profile.limits(POLICIES, 1, MAX_HZ, 1);
  profile.longBits("64");
}

function tuneArray(profile: Profile): void {
  const slice = profile.tunable("timeSlice", "ms", 100, 1, 1000, "time slice of every task, round-robin ones too");
  rules.timeSlice = <u32>ticks(slice);
  const interval = profile.tunable(
    "promotionInterval",
    "ms",
    55,
    1,
    10_000,
    "time after which all tasks move up a slot, for each task but one that is runnable",
  );
  rules.promotionTicks = ticks(interval);
}

function tuneInteractive(profile: Profile): void {
  rules.rewardsInteractive = true;
  rules.maxInteractiveBonus = <i32>(
    profile.tunable("maxInteractiveBonus", "levels", 9, 0, 10, "highest bonus for an interactive task")
  );
  rules.initialInteractiveBonus = <i32>(
    profile.tunable("initialInteractiveBonus", "levels", 1, 0, 10, "interactive bonus that a new task starts with")
  );
  rules.interactiveThreshold = <u64>(
    profile.tunable(
      "interactiveThreshold",
      "permille",
      900,
      0,
      1000,
      "share of sleep beyond which a task is interactive",
    )
  );
  rules.hogThreshold = <u64>(
    profile.tunable("hogThreshold", "permille", 500, 0, 1000, "share of CPU time beyond which a task is a hog")
  );
}

function tuneThroughput(profile: Profile, usual: i64, most: i64): void {
  rules.delayBonus = DelayBonus.Throughput;
  tuneDelayBonus(profile, "maxThroughputBonus", usual, most, "highest bonus for waiting long in relation to work");
}

function tuneDelayBonus(profile: Profile, name: string, usual: i64, most: i64, about: string): void {
  rules.maxDelayBonus = <i32>profile.tunable(name, "levels", usual, 0, most, about);
}

/** Milliseconds as ticks, rounded down, but one at least. */
function ticks(milliseconds: i64): u64 {
  return max<u64>((<u64>milliseconds * <u64>machine.hz) / 1000, 1);
}
