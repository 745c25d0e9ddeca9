/** The rhythm of periodic balancing. Source: smp-balancing.md, "periodic". */
import { Cpu } from "../../machine/cpu";
import { machine } from "../../machine/machine";

/** ms: where a CPU's interval ends up as long as all is balanced. */
export const MAX_INTERVAL: u32 = 4;

/** Milliseconds as jiffies, rounded up, 1 at least. */
export function intervalTicks(milliseconds: u64): u64 {
  return max<u64>((milliseconds * machine.hz + 999) / 1000, 1);
}

/** CPUs do not balance all in the same tick. */
export function staggeredJiffies(cpu: Cpu): u64 {
  return machine.jiffies + (<u64>machine.hz * <u64>cpu.id) / <u64>machine.cpuCount;
}
