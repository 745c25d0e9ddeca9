/** Slices: charged, refilled, and found to be over by the tick. Source: bfs.md, "State" and "Tick". */
import { machine } from "../../machine/machine";
import { Policy } from "../../machine/program";
import { BfsCpu, BfsTask, currentOf } from "./records";
import { state } from "./state";

/** A new slice and a new deadline: all that there is to nice. */
export function refill(task: BfsTask): void {
  task.slice = state.fullSlice;
  task.deadline = state.niffies + state.offset(task.nice);
}

/** Charges the running task what it has run since the last time, in units of 1024 ns. */
export function charge(cpu: BfsCpu): void {
  const now = machine.now;
  if (!cpu.isRunningIdle && cpu.current.policy != Policy.Fifo) {
    const ran = now - cpu.lastRan;
    // More than the tick allows is taken for a fault of the clock.
    if (ran <= 2 * machine.tickNs) cpu.slice -= <i32>(ran >> 10);
  }
  cpu.lastRan = now;
}

export function tick(cpu: BfsCpu): void {
  charge(cpu);
  if (!cpu.isRunningIdle && currentOf(cpu).policy != Policy.Fifo && isSliceOver(cpu)) machine.flagResched(cpu);
  cpu.lastTick = machine.now;
}

/**
 * With dither a slice that would end before the middle of the next tick's time ends now. Half of those that start at random
 * are a little short then, and half a little long, instead of all too long.
 */
function isSliceOver(cpu: BfsCpu): bool {
  if (!cpu.dither) return cpu.slice < state.leastSlice;
  if (cpu.slice > state.halfTickMicroseconds) return false;
  cpu.slice = 0;
  return true;
}
