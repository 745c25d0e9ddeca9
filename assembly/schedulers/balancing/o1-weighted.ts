/**
 * Load balancing of 2.6.18 and 2.6.22: one flat scheduling domain, tasks weighed by their nice, so that niceness counts
 * across CPUs. Source: o1-2.6.md, sections 11 and 12. The search for the busiest CPU is in o1-weighted-busiest.ts.
 */
import { machine } from "../../machine/machine";
import { wakeMigrationThread } from "../o1-2.6/migration-thread";
import { O1Cpu, O1Task } from "../o1-2.6/records";
import { rules } from "../o1-2.6/rules";
import { currentOf, o1Cpu } from "../o1-2.6/runqueue";
import { balanceIntervalTicks, Kind, MAX_INTERVAL, setInterval } from "./domain";
import { AVERAGE_WEIGHT, findBusiest, sourceLoad, targetLoad } from "./o1-weighted-busiest";
import { move } from "./o1-weighted-move";

/** Failures in a row beyond cache_nice_tries + 2 bring in the migration thread. */
const PUSH_AFTER: u32 = 3;
/** ms: how far the interval of a CPU grows that finds pinned tasks only. */
const MAX_PINNED_INTERVAL: u32 = 512;

/** The task's own CPU, or the waker's if that is no more loaded. */
export function chooseWeightedWakeCpu(task: O1Task, last: O1Cpu, waker: O1Cpu, sync: bool): O1Cpu {
  const load = sourceLoad(last, 1);
  const perTask = waker.running ? waker.weighted / waker.running : AVERAGE_WEIGHT;
  // On a sync wake-up the waker itself is taken off; unsigned, as in the kernel.
  const wakerLoad = targetLoad(waker, 1) - (sync ? <u64>currentOf(waker).weight : 0);
  if (wakerLoad <= load && wakerLoad + targetLoad(last, 1) <= perTask) return waker;
  return 100 * (wakerLoad + task.weight) <= 112 * load ? waker : last;
}

export function balanceWeightedAtTick(cpu: O1Cpu, wasIdle: bool): void {
  cpu.load0 = cpu.weighted;
  cpu.load1 = averaged(cpu.load1, cpu.weighted, 1);
  cpu.load2 = averaged(cpu.load2, cpu.weighted, 2);
  if (rules.balancesAfterTimers) {
    cpu.idleAtTick = wasIdle;
    if (machine.jiffies >= cpu.nextBalance) cpu.balanceRequested = true;
    return;
  }
  const interval = balanceIntervalTicks(cpu, wasIdle);
  if (machine.jiffies + cpu.stagger - cpu.lastBalance < interval) return;
  balance(cpu, wasIdle ? Kind.Idle : Kind.Busy);
  cpu.lastBalance += interval;
}

/** The mean over 2^shift ticks; rounded up while the load rises. */
function averaged(old: u64, now: u64, shift: u64): u64 {
  const weight = ((<u64>1) << shift) - 1;
  return (old * weight + (now > old ? now + weight : now)) >> shift;
}

/** The softirq that a tick asked for. */
export function balanceWeightedAfterTimers(cpu: O1Cpu): void {
  cpu.balanceRequested = false;
  const interval = balanceIntervalTicks(cpu, cpu.idleAtTick);
  if (machine.jiffies >= cpu.lastBalance + interval) {
    balance(cpu, cpu.idleAtTick ? Kind.Idle : Kind.Busy);
    cpu.lastBalance = machine.jiffies;
  }
  // By the interval as it was before the balancing.
  cpu.nextBalance = min<u64>(machine.jiffies + 60 * <u64>machine.hz, cpu.lastBalance + interval);
}

export function balanceWeightedNewlyIdle(cpu: O1Cpu): void {
  const moved = pullNewlyIdle(cpu);
  if (moved || !rules.balancesAfterTimers) return;
  const next = cpu.lastBalance + balanceIntervalTicks(cpu, true);
  cpu.nextBalance = min<u64>(machine.jiffies + 60 * <u64>machine.hz, next);
}

function pullNewlyIdle(me: O1Cpu): bool {
  let candidates = machine.allCpus;
  let found = findBusiest(me, Kind.NewlyIdle, candidates);
  while (found.cpu != null) {
    const busiest = found.cpu!;
    if (move(me, busiest, busiest.running - 1, found.load, me).count) {
      me.failed = 0;
      return true;
    }
    if (!rules.retriesPastPinned) return false;
    candidates &= ~busiest.bit;
    found = findBusiest(me, Kind.NewlyIdle, candidates);
  }
  me.failed = 0;
  return false;
}

/** Periodic balancing: pulls from the busiest CPU, past those whose tasks are all pinned where the version does so. */
function balance(me: O1Cpu, kind: Kind): void {
  let candidates = machine.allCpus;
  let pinned = false;
  let found = findBusiest(me, kind, candidates);
  while (found.cpu != null) {
    const busiest = found.cpu!;
    // It has two tasks at least.
    const moved = move(me, busiest, busiest.running - 1, found.load, me);
    pinned = moved.pinned;
    if (!pinned) {
      if (moved.count) succeedToMove(me);
      else failToMove(me, busiest);
      return;
    }
    if (!rules.retriesPastPinned) break;
    candidates &= ~busiest.bit;
    found = findBusiest(me, kind, candidates);
  }
  me.failed = 0;
  backOff(me, pinned);
}

function succeedToMove(me: O1Cpu): void {
  me.failed = 0;
  setInterval(me, 1);
}

/** Nothing to do for now: look more rarely. */
function backOff(me: O1Cpu, pinned: bool): void {
  if ((pinned && me.interval < MAX_PINNED_INTERVAL) || me.interval < MAX_INTERVAL) setInterval(me, me.interval * 2);
}

/** After some failures in a row, the busiest CPU's migration thread is to push a task over. */
function failToMove(me: O1Cpu, busiest: O1Cpu): void {
  me.failed += 1;
  if (me.failed <= PUSH_AFTER) {
    setInterval(me, 1);
    return;
  }
  if (!busiest.current.allows(me.id)) {
    backOff(me, true);
    return;
  }
  const active = !busiest.pushPending;
  if (active) {
    busiest.pushPending = true;
    busiest.pushCpu = me.id;
    wakeMigrationThread(busiest, me, true);
  }
  me.failed = 2;
  if (!active) setInterval(me, 1);
  else if (me.interval < MAX_INTERVAL) setInterval(me, me.interval * 2);
}

/** In the migration thread: one task, whatever its weight, for the CPU that asked. */
export function pushToRequester(cpu: O1Cpu): void {
  if (cpu.running <= 1) return;
  const target = o1Cpu(cpu.pushCpu);
  const heaviest = <i64>rules.weight(100) + (100 * 128) / <i64>rules.averageSlice;
  move(target, cpu, 1, heaviest, target);
}
