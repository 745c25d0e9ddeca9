/**
 * Virtual time as the later fair schedulers (5.19, 6.12) compute it: by the inverse of the weight, with a 128-bit product, and truncated.
 * Source: cfs-5.19.md, section 3; eevdf-6.12.md, section 1.
 */
import { multiplyHigh } from "../../machine/fixed-point";
import { FairTask } from "./fair-records";
import { NICE_0_WEIGHT } from "./weights";

/** Weight and inverse of policy idle. */
export const IDLE_POLICY_WEIGHT: u32 = 3;
export const IDLE_POLICY_INVERSE: i32 = 1_431_655_765;

/** delta × weight × inverse / 2^32, rounded down; the factor keeps its upper 32 bits only. */
export function scaleTime(delta: u64, weight: u64, inverse: u64): u64 {
  let factor = weight * inverse;
  let shift: u64 = 32;
  const high = factor >> 32;
  if (high) {
    const excess = 64 - clz(high);
    shift -= excess;
    factor >>= excess;
  }
  const low = delta * factor;
  if (delta >> 32 == 0) return low >> shift;
  return (multiplyHigh(delta, factor) << (64 - shift)) | (low >> shift);
}

/** Virtual time of `delta` ns of a task. */
export function virtualTime(delta: u64, task: FairTask): i64 {
  if (task.weight == NICE_0_WEIGHT) return <i64>delta;
  return <i64>scaleTime(delta, NICE_0_WEIGHT, task.inverse);
}
