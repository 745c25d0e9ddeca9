/**
 * What differs between the single-priority-array schedulers, as named rules, and the numbers that tune them. versions.ts fills the record in,
 * one function for each scheduler. It stands at a fixed address, so that a rule costs a load and a branch.
 */
import { SCHEDULER } from "../../machine/machine";

/** What a task gets for having waited. */
export const enum DelayBonus {
  Nothing = 0,
  /** By its delay in relation to the work of all. */
  Throughput = 1,
  /** By its delay beyond the one that its share entitles it to. */
  Fairness = 2,
}

@unmanaged
@final
export class SpaRules {
  /** Tasks that mostly sleep earn an interactive bonus. */
  rewardsInteractive: bool;
  /** A DelayBonus. */
  delayBonus: u32;
  /** The priority before bonuses follows from usage per share instead of from nice. */
  ranksByEntitlement: bool;
  /** Slots between the priority before bonuses and that of a task without any: room for the bonuses. */
  bonusSlots: i32;

  // Tunables, in ticks where they are times (versions.ts gives units and defaults)
  timeSlice: u32;
  promotionTicks: u64;
  maxInteractiveBonus: i32;
  initialInteractiveBonus: i32;
  /** Of 1000: asleep for more of its cycle than this, a task is interactive. */
  interactiveThreshold: u64;
  /** Of 1000: on the CPU for more of its cycle than this, it is a hog. */
  hogThreshold: u64;
  maxDelayBonus: i32;
  yardstickDecayTicks: u64;

  /** The worst slot of a normal task. */
  get worstSlot(): i32 {
    return 139 + this.bonusSlots;
  }

  /** Behind all others: what the idle task shows. */
  get idleSlot(): i32 {
    return this.worstSlot + 1;
  }
}

export const rules = changetype<SpaRules>(SCHEDULER);
