/**
 * The rhythm of periodic balancing: a CPU's interval grows while all is balanced. It is set in milliseconds and kept in ticks too, for every
 * tick asks for it. Source: smp-balancing.md, "periodic".
 */
import { machine } from "../../machine/machine";
import { WeightedCpu, WeightedHost } from "./weighted-records";

/** ms: where a CPU's interval ends up as long as all is balanced. */
export const MAX_INTERVAL: u32 = 4;

/** Before the first tick. */
export function initInterval<H extends WeightedHost>(host: H, cpu: WeightedCpu): void {
  setInterval<H>(host, cpu, 1);
  // CPUs need not balance all in the same tick.
  cpu.stagger = (<u64>machine.hz * <u64>cpu.id) / <u64>machine.cpuCount;
}

export function setInterval<H extends WeightedHost>(host: H, cpu: WeightedCpu, milliseconds: u32): void {
  cpu.interval = milliseconds;
  cpu.idleIntervalTicks = inTicks(milliseconds);
  cpu.busyIntervalTicks = inTicks(milliseconds * host.busyFactor());
}

/** Rounded up, 1 at least. */
function inTicks(milliseconds: u64): u64 {
  return max<u64>((milliseconds * machine.hz + 999) / 1000, 1);
}
