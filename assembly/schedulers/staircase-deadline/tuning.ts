/**
 * What the staircase deadline scheduler says of itself, the numbers that tune it, and the priority matrix: which slots a nice level is entitled
 * to. Source: staircase-deadline.md, "Constants and conversions", "Priority matrix".
 */
import { machine, SCHEDULER } from "../../machine/machine";
import { allocate } from "../../machine/memory";
import { Profile } from "../profile";

const NICE_LEVELS: i32 = 40;
const MAX_HZ: i32 = 1_000_000_000;
/** All 40 slots. */
export const ALL_SLOTS: u64 = ((<u64>1) << 40) - 1;

@unmanaged
@final
export class DeadlineTuning {
  /** rr, ms: the quota of nice 0; longer the more CPUs there are. */
  interval: i32;
  /** Tasks of the best nice level that runs start from the top (else from where their level has got to). */
  interactive: bool;
  /** ns. */
  cacheHot: i64;
  imbalancePercent: u64;
  busyFactor: u64;
  /** Slots that a nice level may not use, bit by bit: 40 × u64. */
  private blockedSlots: usize;

  /** By static priority. */
  blocked(staticPrio: i32): u64 {
    return load<u64>(this.blockedSlots + ((<usize>(staticPrio - 100)) << 3));
  }

  /** The interval by the number of CPUs, and the matrix. */
  derive(): void {
    this.interval *= 32 - clz<i32>(machine.cpuCount);
    this.blockedSlots = allocate(NICE_LEVELS * 8);
    for (let level: i32 = 0; level < NICE_LEVELS; level++) {
      store<u64>(this.blockedSlots + ((<usize>level) << 3), ALL_SLOTS & ~entitledSlots(level));
    }
  }
}

/** As many slots as the level is away from the worst one, spread evenly, the lowest always among them. */
function entitledSlots(level: i32): u64 {
  const step = (NICE_LEVELS * NICE_LEVELS) / (NICE_LEVELS - level);
  let slots: u64 = 0;
  for (let place = 0; place <= NICE_LEVELS * (NICE_LEVELS - 1); place += step) {
    slots |= (<u64>1) << (<u64>(NICE_LEVELS - 1 - place / NICE_LEVELS));
  }
  return slots;
}

export const tuning = changetype<DeadlineTuning>(SCHEDULER);

export function describeStaircaseDeadline(profile: Profile): void {
  profile.identity("sd-2.6.21", "sd", "Staircase deadline, Con Kolivas", 2007);
  profile.character(
    "Fair to the millisecond among equal tasks, with bounded waits and no guess at who is interactive.",
    "A task that sleeps gets no credit for it, so half-idle tasks share like hogs; steep differences between nice levels.",
  );
  profile.recorded("Linux 2.6.21-ck1, kernel/sched.c: traces of its own code");
  profile.limits("normal batch fifo rr", 10, MAX_HZ, 64);
  profile.longBits("64");
  tuning.interval = <i32>(
    profile.tunable("roundRobinInterval", "ms", 6, 1, 100, "CPU time at one slot for nice 0; more on several CPUs")
  );
  tuning.interactive = <bool>(
    (profile.tunable("interactive", "0 or 1", 1, 0, 1, "1: tasks of the best nice level start from the top slot") != 0)
  );
  tuning.cacheHot = profile.tunable(
    "cacheHot",
    "ns",
    2_500_000,
    0,
    1_000_000_000,
    "time for which a task stays cache-hot",
  );
  tuning.imbalancePercent = <u64>(
    profile.tunable("imbalancePercent", "percent", 125, 100, 1000, "imbalance from which tasks are moved")
  );
  tuning.busyFactor = <u64>(
    profile.tunable("busyFactor", "times", 64, 1, 512, "how much more rarely a busy CPU balances than an idle one")
  );
  profile.end();
}
