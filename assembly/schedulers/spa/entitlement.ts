/** Shares of the CPU, and what is made of them: the yardstick of ebs, the smoothed sum of spa-ws. Source: spa-family.md. */
import { machine } from "../../machine/machine";
import { BEST_NORMAL_SLOT, SpaCpu, SpaTask } from "./records";
import { rules } from "./rules";

/** Fixed point of the smoothed sum of shares. */
export const SHARES_FRACTION: u64 = 7;

export const MILLION: u64 = 1_000_000;
/** The slots of the 40 nice levels; their middle is what the greediest task per share gets. */
const NICE_SPAN: u64 = 39;
const MIDDLE: u64 = 20;

/** 1 for nice 19, 20 for nice 0, 420 for nice -20. */
export function sharesOf(nice: i32): u64 {
  return <u64>(nice < 0 ? 20 + nice * nice : 20 - nice);
}

/** Priority before bonuses: 100, nothing used lately, … 120, as greedy per share as the yardstick. Raises the yardstick. */
export function entitlementPrio(task: SpaTask, cpu: SpaCpu): i32 {
  const used = usagePerShare(task);
  if (used > cpu.yardstick) cpu.yardstick = used;
  return prioByUsage(used, cpu.yardstick);
}

export function prioByUsage(used: u64, yardstick: u64): i32 {
  if (yardstick == 0) return BEST_NORMAL_SLOT;
  return BEST_NORMAL_SLOT + <i32>min<u64>(NICE_SPAN, (MIDDLE * used) / yardstick);
}

/** Millionths of the CPU per share. */
export function usagePerShare(task: SpaTask): u64 {
  const cycle = task.averageRun + task.averageSleep + task.averageDelay;
  if (cycle == 0) return 0;
  return (task.averageRun * MILLION) / cycle / sharesOf(task.nice);
}

/** At each tick: the yardstick of a greedy task that is gone shrinks. */
export function decayYardstick(cpu: SpaCpu): void {
  if (machine.jiffies < cpu.nextDecay) return;
  cpu.yardstick -= cpu.yardstick >> 6;
  cpu.nextDecay = machine.jiffies + rules.yardstickDecayTicks;
}

/** At each tick: a 64th of the way to the present sum. */
export function smoothShares(cpu: SpaCpu): void {
  cpu.smoothedShares = (cpu.smoothedShares * 126 + 2 * (cpu.shares << SHARES_FRACTION)) >> 7;
}
