/** What the balancers with scheduling domains (2.6.9 … 2.6.22) have in common. Source: o1-2.6.md, sections 10 and 11. */
import { machine } from "../../machine/machine";
import { O1Cpu, O1Task } from "../o1-2.6/records";
import { rules } from "../o1-2.6/rules";
import { o1Cpu } from "../o1-2.6/runqueue";

export const enum Kind {
  Busy = 0,
  Idle = 1,
  NewlyIdle = 2,
}

/** ms: where a CPU's interval ends up as long as all is balanced. */
export const MAX_INTERVAL: u32 = 4;

/** Each CPU sees the groups of its domain from itself upwards, and round. */
export function nextInRing(cpu: O1Cpu): O1Cpu {
  const id = cpu.id + 1;
  return o1Cpu(id == machine.cpuCount ? 0 : id);
}

/** It ran so lately that its data may still be in the cache. Signed: clocks of CPUs differ. */
export function isHot(task: O1Task, reference: u64): bool {
  return <i64>(reference - task.lastRan) < rules.cacheHot;
}

/** Sets the milliseconds between two rounds of periodic balancing. The tick asks for them in ticks, so those are kept. */
export function setInterval(cpu: O1Cpu, milliseconds: u32): void {
  cpu.interval = milliseconds;
  cpu.idleIntervalTicks = inTicks(milliseconds);
  cpu.busyIntervalTicks = inTicks(milliseconds * rules.busyFactor);
}

/** Ticks between two rounds of periodic balancing, longer for a busy CPU. */
export function balanceIntervalTicks(cpu: O1Cpu, idle: bool): u64 {
  return idle ? cpu.idleIntervalTicks : cpu.busyIntervalTicks;
}

function inTicks(milliseconds: u64): u64 {
  return max<u64>((milliseconds * machine.hz + 999) / 1000, 1);
}

/** CPUs do not balance all in the same tick: the offset of this one, in ticks. */
export function staggerOf(cpu: O1Cpu): u64 {
  return (<u64>machine.hz * <u64>cpu.id) / <u64>machine.cpuCount;
}
