/**
 * What differs between the schedulers that choose by goodness(), as named rules, and the numbers that tune them; derive() computes
 * the table of slices from it (vanilla-2.4.md, section 2). It stands at a fixed address, so that a rule costs a load and
 * a well-predicted branch.
 */
import { machine, SCHEDULER } from "../../../machine/machine";
import { allocate } from "../../../machine/memory";
import { Profile } from "../../profile";

const NICE_LEVELS: i32 = 40;
/** The kernel keeps the slices of 2.5.2-pre9 in bytes. */
const LONGEST_SLICE: i64 = 255;

@unmanaged
@final
export class GoodnessRules {
  /**
   * The priority of 2.5.2-pre9: `dynamicPriority` counts in goodness, and the slice only tells whether there is any. Slices are refilled, and
   * only those of queued tasks. Else that of 2.4: the slice itself is the priority, and half of what is left of it is kept at a recalculation,
   * by tasks that sleep as well.
   */
  dynamicPriorities: bool;
  /** A woken task is put behind all others rather than before them. */
  enqueuesAtTail: bool;
  /** A task that changes its policy goes to the head of the queue. */
  policyMovesToHead: bool;
  /** A FIFO task is not asked to reschedule when its slice is used up. */
  fifoOutlastsSlice: bool;

  /** Tunables. */
  changePenalty: i32;
  maxSliceMs: i64;
  minSliceUs: i64;
  maxSliceUs: i64;
  maxDynamicPriority: u32;

  /** Derived: the goodness that a task gains on the CPU where it last ran; 0 on one CPU. */
  cpuBonus: i32;
  /** No parent gets more than this from its children's slices. */
  maxSlice: i32;
  /** Ticks by nice + 20. */
  private slices: usize;

  /** Ticks of a full slice. */
  slice(nice: i32): i32 {
    return load<i32>(this.slices + ((<usize>(nice + 20)) << 2));
  }

  tune(profile: Profile): void {
    this.changePenalty = <i32>(
      profile.tunable("changePenalty", "points", 15, 0, 1000, "goodness that a task gains on the CPU where it last ran")
    );
    this.maxSliceMs = profile.tunable(
      "maxSlice",
      "ms",
      200,
      1,
      10_000,
      "most that a parent has after its children exit",
    );
    if (!this.dynamicPriorities) return;
    this.minSliceUs = profile.tunable("minTimeslice", "us", 10_000, 1000, 250_000, "time slice at nice 19");
    this.maxSliceUs = profile.tunable("maxTimeslice", "us", 90_000, 1000, 250_000, "time slice at nice -20, roughly");
    this.maxDynamicPriority = <u32>(
      profile.tunable("maxDynamicPriority", "points", 40, 0, 1000, "limit of what sleep and yields add to goodness")
    );
  }

  derive(): void {
    this.cpuBonus = machine.cpuCount > 1 ? this.changePenalty : 0;
    this.maxSlice = <i32>((this.maxSliceMs * <i64>machine.hz) / 1000);
    this.slices = allocate(NICE_LEVELS * 4);
    for (let nice = -20; nice < 20; nice++) {
      store<i32>(
        this.slices + ((<usize>(nice + 20)) << 2),
        this.dynamicPriorities ? this.byteSlice(19 - nice) : scaledSlice(20 - nice),
      );
    }
  }

  /** One line from the shortest to the longest, in whole microseconds per level. */
  private byteSlice(level: i32): i32 {
    const perLevel = max<i64>((this.maxSliceUs - this.minSliceUs) / 39, 0);
    const us = this.minSliceUs + perLevel * level;
    return <i32>min<i64>(max<i64>((us * <i64>machine.hz) / 1_000_000, 1), LONGEST_SLICE);
  }
}

/** 2.4: TICK_SCALE(level) + 1, so that a slice is about 50 ms at nice 0 whatever HZ is. */
function scaledSlice(level: i32): i32 {
  const hz = machine.hz;
  if (hz < 200) return (level >> 2) + 1;
  if (hz < 400) return (level >> 1) + 1;
  if (hz < 800) return level + 1;
  if (hz < 1600) return (level << 1) + 1;
  return (level << 2) + 1;
}

export const rules = changetype<GoodnessRules>(SCHEDULER);
