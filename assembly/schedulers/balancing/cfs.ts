/**
 * Load balancing of CFS in 2.6.23 and 2.6.24: one flat scheduling domain, tasks weighed by nice. Where a woken task goes, the averaged loads,
 * and when to balance. Source: cfs-2.6.24.md, sections 8 and 9; cfs-2.6.23.md, section 9.
 */
import { machine } from "../../machine/machine";
import { wakeMigrationThread } from "../cfs-2.6/migration-thread";
import { CfsCpu, CfsTask } from "../cfs-2.6/records";
import { rules } from "../cfs-2.6/rules";
import { cfsCpu, currentOf } from "../cfs-2.6/runqueue";
import { findBusiest, Kind, NICE_0_LOAD, sourceLoad, targetLoad } from "./cfs-busiest";
import { isHot, moveTasks, pushOne } from "./cfs-move";

/** Failures in a row beyond cache_nice_tries + 2 bring in the migration thread. */
const PUSH_AFTER: u32 = 3;
/** ms: where a CPU's interval ends up as long as all is balanced … */
const MAX_INTERVAL: u32 = 4;
/** … and that of one that finds pinned tasks only. */
const MAX_PINNED_INTERVAL: u32 = 512;

export function initBalancing(cpu: CfsCpu): void {
  cpu.interval = 1;
}

/** The task's own CPU, or the waker's if that is no more loaded. No idle CPU is searched for. */
export function chooseWakeCpu(task: CfsTask, last: CfsCpu, waker: CfsCpu, sync: bool): CfsCpu {
  if (last == waker || !task.allows(waker.id)) return last;
  if (sync && rules.regardsHeat && !isHot(task, last)) return waker;
  const load = sourceLoad(last, 1);
  const perTask = waker.running ? waker.load / waker.running : NICE_0_LOAD;
  // On a sync wake-up the waker itself is taken off; unsigned, as in the kernel.
  const wakerLoad = targetLoad(waker, 1) - (sync ? currentOf(waker).weight : 0);
  if (wakerLoad <= load && wakerLoad + targetLoad(last, 1) <= perTask) return waker;
  const slack = 100 + (rules.imbalancePercent - 100) / 2;
  return 100 * (wakerLoad + task.weight) <= slack * load ? waker : last;
}

/** The first thing of a tick after the clock. */
export function averageLoads(cpu: CfsCpu): void {
  const load = cpu.load;
  cpu.load0 = load;
  cpu.load1 = averaged(cpu.load1, load, 1);
  cpu.load2 = averaged(cpu.load2, load, 2);
  cpu.load3 = averaged(cpu.load3, load, 3);
  cpu.load4 = averaged(cpu.load4, load, 4);
}

/** The mean over 2^shift ticks; 2.6.24 rounds it up while the load rises. */
function averaged(old: u64, now: u64, shift: u64): u64 {
  const weight = ((<u64>1) << shift) - 1;
  const rounding = rules.roundsLoadsUp && now > old ? weight : 0;
  return (old * weight + now + rounding) >> shift;
}

/** The last part of a tick. `idle`: the CPU runs its idle task. */
export function balanceAtTick(cpu: CfsCpu, idle: bool): void {
  const now = machine.jiffies;
  if (now < cpu.nextBalance) return;
  const ticks = ticksOf(<u64>cpu.interval * (idle ? 1 : rules.busyFactor));
  const interval = min<u64>(max<u64>(ticks, 1), rules.longestInterval);
  if (now >= cpu.lastBalance + interval) {
    balance(cpu, idle ? Kind.Idle : Kind.Busy);
    cpu.lastBalance = now;
  }
  // By the interval as it was before the balancing.
  cpu.nextBalance = min<u64>(now + 60 * <u64>machine.hz, cpu.lastBalance + interval);
}

function ticksOf(milliseconds: u64): u64 {
  return (milliseconds * machine.hz + 999) / 1000;
}

/** Periodic balancing: pulls from the busiest CPU, past those whose tasks are all pinned. */
function balance(me: CfsCpu, kind: Kind): void {
  let candidates = machine.allCpus;
  let pinned = false;
  let found = findBusiest(me, kind, candidates);
  while (found.cpu != null) {
    const busiest = found.cpu!;
    me.clock = machine.now;
    const moves = moveTasks(me, busiest, found.load);
    pinned = moves.pinned;
    if (!pinned) {
      if (moves.moved) succeed(me);
      else fail(me, busiest);
      return;
    }
    candidates &= ~busiest.bit;
    found = findBusiest(me, kind, candidates);
  }
  me.failed = 0;
  backOff(me, pinned);
}

function succeed(me: CfsCpu): void {
  me.failed = 0;
  me.interval = 1;
}

/** Nothing to do for now: look more rarely. */
function backOff(me: CfsCpu, pinned: bool): void {
  if ((pinned && me.interval < MAX_PINNED_INTERVAL) || me.interval < MAX_INTERVAL) me.interval *= 2;
}

/** After some failures in a row, the busiest CPU's migration thread is to push a task over. */
function fail(me: CfsCpu, busiest: CfsCpu): void {
  me.failed += 1;
  if (me.failed <= PUSH_AFTER) {
    me.interval = 1;
    return;
  }
  if (!busiest.current.allows(me.id)) {
    backOff(me, true);
    return;
  }
  const starts = !busiest.pushPending;
  if (starts) {
    busiest.pushPending = true;
    busiest.pushTarget = me.id;
    wakeMigrationThread(busiest);
  }
  me.failed = 2;
  if (!starts) me.interval = 1;
  else if (me.interval < MAX_INTERVAL) me.interval *= 2;
}

/** In the choosing step of a CPU that has nothing left to run. */
export function balanceNewlyIdle(me: CfsCpu): void {
  const moved = pullNewlyIdle(me);
  const next = min<u64>(machine.jiffies + <u64>machine.hz, me.lastBalance + ticksOf(<u64>me.interval));
  if (moved || machine.jiffies > me.nextBalance) me.nextBalance = next;
}

/** A search that ends without a busiest CPU counts as "nothing moved", even if an earlier round did move tasks. */
function pullNewlyIdle(me: CfsCpu): bool {
  let candidates = machine.allCpus;
  let found = findBusiest(me, Kind.NewlyIdle, candidates);
  while (found.cpu != null) {
    const busiest = found.cpu!;
    const moves = moveTasks(me, busiest, found.load);
    if (!moves.pinned) {
      if (moves.moved) me.failed = 0;
      return moves.moved > 0;
    }
    candidates &= ~busiest.bit;
    found = findBusiest(me, Kind.NewlyIdle, candidates);
  }
  me.failed = 0;
  return false;
}

/** A pending push, in the migration thread of `cpu`. */
export function pushAway(cpu: CfsCpu): void {
  if (cpu.running <= 1) return;
  cpu.clock = machine.now;
  pushOne(cfsCpu(cpu.pushTarget), cpu);
}
