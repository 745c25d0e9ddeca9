/**
 * The weighted average of the vruntimes, V: the virtual time at which a task has had exactly its share. A task that is not beyond it is
 * eligible. Source: eevdf-6.12.md, section 3.
 *
 * The kernel moves the origin of its sum at every insertion and removal. V is exact whatever the origin, so it moves here only when a
 * vruntime is far from it: that spares two divisions a switch.
 */
import { EevdfCpu, EevdfTask } from "./records";

/** Vruntimes this far from the origin move it: products with the sum of weights stay within 64 bits. */
const FARTHEST: i64 = 1 << 32;

/** V, rounded down; the origin while the queue is empty. */
export function averageVruntime(cpu: EevdfCpu): i64 {
  let sum = cpu.weightedSum;
  let weight = cpu.weightSum;
  const current = cpu.fairCurrent;
  if (current != null && current.onQueue) {
    sum += (current.vruntime - cpu.zeroVruntime) * <i64>current.weight;
    weight += <i64>current.weight;
  }
  return weight == 0 ? cpu.zeroVruntime : cpu.zeroVruntime + floorQuotient(sum, weight);
}

/** Whether the vruntime is at most V. */
export function isEligible(cpu: EevdfCpu, vruntime: i64): bool {
  let sum = cpu.weightedSum;
  let weight = cpu.weightSum;
  const current = cpu.fairCurrent;
  if (current != null && current.onQueue) {
    sum += (current.vruntime - cpu.zeroVruntime) * <i64>current.weight;
    weight += <i64>current.weight;
  }
  return sum >= (vruntime - cpu.zeroVruntime) * weight;
}

export function addToTree(cpu: EevdfCpu, task: EevdfTask): void {
  const distance = task.vruntime - cpu.zeroVruntime;
  if (distance > FARTHEST || distance < -FARTHEST) moveOrigin(cpu, task);
  cpu.weightedSum += (task.vruntime - cpu.zeroVruntime) * <i64>task.weight;
  cpu.weightSum += <i64>task.weight;
  cpu.tree.insert(task.node);
}

export function removeFromTree(cpu: EevdfCpu, task: EevdfTask): void {
  cpu.weightedSum -= (task.vruntime - cpu.zeroVruntime) * <i64>task.weight;
  cpu.weightSum -= <i64>task.weight;
  cpu.tree.remove(task.node);
}

/** To the average of the tree, or to the first task of an empty one. */
function moveOrigin(cpu: EevdfCpu, task: EevdfTask): void {
  const weight = cpu.weightSum;
  const distance = weight == 0 ? task.vruntime - cpu.zeroVruntime : floorQuotient(cpu.weightedSum, weight);
  cpu.weightedSum -= weight * distance;
  cpu.zeroVruntime += distance;
}

function floorQuotient(dividend: i64, divisor: i64): i64 {
  const quotient = dividend / divisor;
  return quotient * divisor > dividend ? quotient - 1 : quotient;
}
