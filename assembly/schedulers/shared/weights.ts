/**
 * Load weights of the fair schedulers: 1024 for nice 0, a quarter more (or less) of the CPU for each nice level, and their
 * inverses, so that a division by a weight is a multiplication. The same in every kernel from 2.6.23 on.
 * Source: cfs-2.6.24.md, section 1. The inverses are a table, not a formula.
 */

import { isRealtime, Policy } from "../../machine/program";
import { FairTask } from "./fair-records";

/** The weight of nice 0, whose virtual time is real time. */
export const NICE_0_WEIGHT: u64 = 1024;

const WEIGHTS: usize = memory.data<u32>([
  88761, 71755, 56483, 46273, 36291, 29154, 23254, 18705, 14949, 11916, 9548, 7620, 6100, 4904, 3906, 3121, 2501, 1991,
  1586, 1277, 1024, 820, 655, 526, 423, 335, 272, 215, 172, 137, 110, 87, 70, 56, 45, 36, 29, 23, 18, 15,
]);

/** 2^32 / weight, as the kernel rounds it. */
const INVERSES: usize = memory.data<u32>([
  48388, 59856, 76040, 92818, 118348, 147320, 184698, 229616, 287308, 360437, 449829, 563644, 704093, 875809, 1099582,
  1376151, 1717300, 2157191, 2708050, 3363326, 4194304, 5237765, 6557202, 8165337, 10153587, 12820798, 15790321,
  19976592, 24970740, 31350126, 39045157, 49367440, 61356676, 76695844, 95443717, 119304647, 148102320, 186737708,
  238609294, 286331153,
]);

/** `nice`: -20 … 19. */
function niceWeight(nice: i32): u32 {
  return load<u32>(WEIGHTS + ((<usize>(nice + 20)) << 2));
}

function niceInverse(nice: i32): i32 {
  return load<i32>(INVERSES + ((<usize>(nice + 20)) << 2));
}

/** Twice that of nice -20. It counts where the load of a CPU does. */
const REALTIME_WEIGHT: u32 = 177_522;

/** The weight that belongs to policy and nice, and its inverse. Policy idle has its own, whatever the nice. */
export function applyWeight(task: FairTask, idleWeight: u32, idleInverse: i32): void {
  if (isRealtime(task.policy)) {
    task.weight32 = REALTIME_WEIGHT;
    task.inverse32 = 0;
  } else if (task.policy == Policy.Idle) {
    task.weight32 = idleWeight;
    task.inverse32 = idleInverse;
  } else {
    task.weight32 = niceWeight(task.nice);
    task.inverse32 = niceInverse(task.nice);
  }
}

/** What durations of a fair scheduler are multiplied by: 1 + log2 of the number of CPUs, rounded down. */
export function cpuFactor(cpus: i32): u64 {
  return <u64>(32 - clz(cpus));
}
