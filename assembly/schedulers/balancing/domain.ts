/**
 * The flat scheduling domain of the balancers from 2.6.9 on: its CPUs in a ring, and the rhythm of periodic balancing. A CPU's interval grows while
 * all is balanced; it is set in milliseconds and kept in ticks too, for every tick asks for it. Source: smp-balancing.md; o1-2.6.md, section 10.
 */
import { machine } from "../../machine/machine";
import { WeightedCpu, weightedCpu } from "./weighted-records";

export const enum Kind {
  Busy = 0,
  Idle = 1,
  NewlyIdle = 2,
}

/** ms: where a CPU's interval ends up as long as all is balanced. */
export const MAX_INTERVAL: u32 = 4;

/** Each CPU sees the groups of its domain from itself upwards, and round. */
export function nextInRing(cpu: WeightedCpu): WeightedCpu {
  const id = cpu.id + 1;
  return weightedCpu(id == machine.cpuCount ? 0 : id);
}

/** Before the first tick. `busyFactor`: how much more rarely the CPU balances while it is busy. */
export function initDomain(cpu: WeightedCpu, busyFactor: u64): void {
  cpu.busyFactor = busyFactor;
  // CPUs do not balance all in the same tick.
  cpu.stagger = (<u64>machine.hz * <u64>cpu.id) / <u64>machine.cpuCount;
  setInterval(cpu, 1);
}

/** Sets the milliseconds between two rounds of periodic balancing. */
export function setInterval(cpu: WeightedCpu, milliseconds: u32): void {
  cpu.interval = milliseconds;
  cpu.idleIntervalTicks = inTicks(milliseconds);
  cpu.busyIntervalTicks = inTicks(milliseconds * cpu.busyFactor);
}

/** Ticks between two rounds of periodic balancing. */
export function intervalTicks(cpu: WeightedCpu, idle: bool): u64 {
  return idle ? cpu.idleIntervalTicks : cpu.busyIntervalTicks;
}

/** Rounded up, 1 at least. */
function inTicks(milliseconds: u64): u64 {
  return max<u64>((milliseconds * machine.hz + 999) / 1000, 1);
}
