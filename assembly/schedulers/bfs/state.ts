/**
 * What BFS keeps for the whole machine, the numbers that tune it, and the table of deadlines by nice. It stands at a fixed
 * address. Source: bfs.md, "Units and constants" and "State".
 */
import { machine, SCHEDULER } from "../../machine/machine";
import { allocate } from "../../machine/memory";
import { clearPriorityArray, PriorityArray, priorityArraySize } from "../../structures/priority-array";
import { Profile } from "../profile";
import { DeadlineRow } from "./deadline-row";
import { IDLE_PRIO } from "./records";

const NICE_LEVELS: i32 = 40;
/** Of nice -20, in 128ths of the round-robin interval. */
const FIRST_RATIO: u64 = 128;
/** An interval in ms times a ratio in 128ths, as ns: 2^20 / 128. */
const NS_PER_MS_AND_RATIO: u64 = 8192;

@unmanaged
@final
export class BfsState {
  /**
   * ns: the time by which deadlines are set. BFS adds up what passes on whichever CPU updates it, and drops steps
   * longer than jiffies allow; on a machine whose CPUs have one clock, that is the instant of the last update. Ticks are none.
   */
  niffies: u64;
  /** CPUs that run their idle task, bit by bit. Only the choosing step changes it. */
  idleCpus: u64;
  /** The tasks that wait, of all CPUs. A running task is not in it. */
  queue: PriorityArray;
  /** The deadlines of the normal ones among them. */
  deadlines: DeadlineRow;

  /** µs of 1024 ns, like all slices. */
  fullSlice: i32;
  /** A slice shorter than this is over. */
  leastSlice: i32;
  halfTickNs: u64;
  /** In real microseconds, though it is compared with a slice. */
  halfTickMicroseconds: i32;
  /** ns: what a sticky task's deadline counts as later on another CPU; the offset of nice 19. */
  longestOffset: u64;
  /** Table of u64 by nice + 20. */
  private offsets: usize;

  /** ns from a refill to the deadline. */
  offset(nice: i32): u64 {
    return load<u64>(this.offsets + ((<usize>(nice + 20)) << 3));
  }

  updateNiffies(): void {
    this.niffies = machine.now;
  }

  /** An empty queue, and everybody idle. `tune` has been called. */
  begin(): void {
    this.idleCpus = machine.allCpus;
    this.queue = changetype<PriorityArray>(allocate(priorityArraySize(IDLE_PRIO)));
    clearPriorityArray(this.queue, IDLE_PRIO);
    this.deadlines = changetype<DeadlineRow>(allocate(offsetof<DeadlineRow>()));
    this.halfTickNs = machine.tickNs / 2;
    this.halfTickMicroseconds = <i32>(500_000 / machine.hz);
    this.offsets = allocate((<usize>NICE_LEVELS) << 3);
    // The slice is the interval times 1024.
    const interval = <u64>(this.fullSlice >> 10);
    let ratio = FIRST_RATIO;
    for (let level: i32 = 0; level < NICE_LEVELS; level++) {
      store<u64>(this.offsets + ((<usize>level) << 3), ratio * interval * NS_PER_MS_AND_RATIO);
      ratio = (ratio * 11) / 10;
    }
    this.longestOffset = this.offset(19);
  }

  tune(profile: Profile): void {
    const interval = profile.tunable(
      "rrInterval",
      "ms",
      6,
      1,
      1000,
      "round-robin interval: the slice, and the deadlines",
    );
    this.fullSlice = (<i32>interval) << 10;
    this.leastSlice = <i32>(
      profile.tunable("rescheduleBelow", "us", 100, 1, 1000, "a slice shorter than this (in units of 1024 ns) is over")
    );
  }
}

export const state = changetype<BfsState>(SCHEDULER);
