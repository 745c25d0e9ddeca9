/**
 * Load balancing of 2.6.9 and 2.6.12: one flat scheduling domain, tasks counted (128 a task). A CPU that fails to pull asks the
 * busiest one's migration thread to push. Source: o1-2.6.md, sections 10 and 12.
 */
import { machine } from "../../machine/machine";
import { PriorityArray } from "../../structures/priority-array";
import { wakeMigrationThread } from "../o1-2.6/migration-thread";
import { O1Cpu, O1Task } from "../o1-2.6/records";
import { rules } from "../o1-2.6/rules";
import { flagIfPreempted, isHot, pull } from "../o1-2.6/runqueue";
import { firstCandidate, nextCandidate } from "../shared/candidates";
import { intervalTicks, Kind, MAX_INTERVAL, nextInRing, setInterval } from "./domain";

/** The load of one task. */
const LOAD_SCALE: u64 = 128;
/** Failures in a row beyond cache_nice_tries + 2 bring in the migration thread. */
const PUSH_AFTER: u32 = 3;

function queueLoad(cpu: O1Cpu): u64 {
  return LOAD_SCALE * cpu.running;
}

function o1NextInRing(cpu: O1Cpu): O1Cpu {
  return changetype<O1Cpu>(nextInRing(cpu));
}

/** Low guess: nothing is taken from a CPU that is only busy for the moment. */
function sourceLoad(cpu: O1Cpu): u64 {
  return min<u64>(cpu.load0, queueLoad(cpu));
}

/** High guess: nothing is given to a CPU that is only idle for the moment. */
function targetLoad(cpu: O1Cpu): u64 {
  return max<u64>(cpu.load0, queueLoad(cpu));
}

/** The task's own CPU, or the waker's if the task is cache-cold or the waker's CPU is clearly less loaded. */
export function chooseDomainWakeCpu(task: O1Task, last: O1Cpu, waker: O1Cpu, sync: bool): O1Cpu {
  const load = sourceLoad(last);
  // Signed: on a sync wake-up the waker itself is taken off.
  const wakerLoad = <i64>targetLoad(waker) - (sync ? <i64>LOAD_SCALE : 0);
  if (load < LOAD_SCALE / 2 && wakerLoad > <i64>(LOAD_SCALE / 2)) return last;
  if (!isHot(task, last.lastTick)) return waker;
  return 137 * wakerLoad <= 100 * <i64>load ? waker : last;
}

export function balanceDomainAtTick(cpu: O1Cpu, wasIdle: bool): void {
  const load = queueLoad(cpu);
  const old = load > cpu.load0 ? cpu.load0 + 1 : cpu.load0;
  cpu.load0 = (old + load) / 2;
  const interval = intervalTicks(cpu, wasIdle);
  if (machine.jiffies + cpu.stagger - cpu.lastBalance < interval) return;
  balance(cpu, wasIdle ? Kind.Idle : Kind.Busy);
  // Not set to now: a CPU with an offset catches up one interval a tick at first.
  cpu.lastBalance += interval;
}

export function balanceDomainNewlyIdle(cpu: O1Cpu): void {
  const most = findBusiest(cpu, Kind.NewlyIdle);
  if (most.cpu != null) move(cpu, most.cpu!, most.tasks, Kind.NewlyIdle, cpu);
}

function balance(me: O1Cpu, kind: Kind): void {
  const found = findBusiest(me, kind);
  const busiest = found.cpu;
  if (busiest == null) {
    if (me.interval < MAX_INTERVAL) setInterval(me, me.interval * 2);
    return;
  }
  if (move(me, busiest, found.tasks, kind, me) > 0) {
    me.failed = 0;
    setInterval(me, 1);
    return;
  }
  me.failed += 1;
  if (me.failed > PUSH_AFTER) {
    if (!busiest.pushPending) {
      busiest.pushPending = true;
      wakeMigrationThread(busiest, me, true);
    }
    me.failed = 1;
  }
  if (!rules.intervalFollowsSuccess) setInterval(me, 1);
  else if (me.interval < MAX_INTERVAL) setInterval(me, me.interval + 1);
}

/** What findBusiest found; a scratch record, valid until its next call. */
@unmanaged
@final
class Imbalance {
  cpu: O1Cpu | null;
  /** Tasks to move. */
  tasks: i64;
}

const IMBALANCE = changetype<Imbalance>(memory.data(16, 8));

function imbalance(cpu: O1Cpu | null, tasks: i64): Imbalance {
  IMBALANCE.cpu = cpu;
  IMBALANCE.tasks = tasks;
  return IMBALANCE;
}

/** The CPU from which `me` should pull, and how many tasks; none if the load is even enough. */
function findBusiest(me: O1Cpu, kind: Kind): Imbalance {
  const mine = targetLoad(me);
  let busiest: O1Cpu | null = null;
  let most: u64 = 0;
  let total = mine;
  for (let cpu = o1NextInRing(me); cpu != me; cpu = o1NextInRing(cpu)) {
    const load = sourceLoad(cpu);
    total += load;
    if (load > most) {
      busiest = cpu;
      most = load;
    }
  }
  if (busiest == null || mine >= most) return balanced(busiest, most, kind);
  const average = total / machine.cpuCount;
  if (mine >= average || 100 * most <= rules.imbalancePercent * mine) return balanced(busiest, most, kind);
  const surplus = min<u64>(most - average, average - mine);
  if (surplus >= rules.smallImbalance)
    return imbalance(busiest, <i64>((surplus + rules.imbalanceRounding) / LOAD_SCALE));
  if (most - mine >= 2 * LOAD_SCALE) return imbalance(busiest, 1);
  return gain(most, mine) >= rules.worthwhileGain ? imbalance(busiest, 1) : balanced(busiest, most, kind);
}

/** An idle CPU takes a task even so, where one is waiting. */
function balanced(busiest: O1Cpu | null, most: u64, kind: Kind): Imbalance {
  const takesOne = kind == Kind.NewlyIdle || (kind == Kind.Idle && most > LOAD_SCALE);
  return imbalance(takesOne ? busiest : null, 1);
}

/** How much more would be running after one task had moved: negative, or nothing, if it is not worth it. */
function gain(most: u64, mine: u64): i64 {
  const before = min<u64>(LOAD_SCALE, most) + min<u64>(LOAD_SCALE, mine);
  const left = most > LOAD_SCALE ? min<u64>(LOAD_SCALE, most - LOAD_SCALE) : 0;
  const after = left + min<u64>(LOAD_SCALE, mine + min<u64>(most, LOAD_SCALE));
  return <i64>after - <i64>before;
}

/** Moves up to `most` tasks to `to`; `domain` is the CPU whose failures count. Returns how many. */
function move(to: O1Cpu, from: O1Cpu, most: i64, kind: Kind, domain: O1Cpu): i64 {
  if (most <= 0 || from.running <= 1) return 0;
  let moved: i64 = 0;
  if (from.expired.count) moved = moveFromArray(to, from, from.expired, to.expired, most, kind, domain);
  if (moved < most) moved += moveFromArray(to, from, from.active, to.active, most - moved, kind, domain);
  return moved;
}

function moveFromArray(
  to: O1Cpu,
  from: O1Cpu,
  array: PriorityArray,
  target: PriorityArray,
  most: i64,
  kind: Kind,
  domain: O1Cpu,
): i64 {
  let moved: i64 = 0;
  let candidate = firstCandidate(array);
  while (candidate != null && moved < most) {
    const task = changetype<O1Task>(candidate);
    const next = nextCandidate(array, task);
    if (isMovable(task, from, to, kind, domain)) {
      pull(task, from, to, target);
      task.timestamp = task.timestamp - from.lastTick + to.lastTick;
      flagIfPreempted(task, to);
      moved += 1;
    }
    candidate = next;
  }
  return moved;
}

function isMovable(task: O1Task, from: O1Cpu, to: O1Cpu, kind: Kind, domain: O1Cpu): bool {
  if (task == from.current || !task.allows(to.id)) return false;
  if (rules.heatByKind) {
    if (kind != Kind.NewlyIdle && domain.failed >= 1) return true;
  } else if (to.isRunningIdle || domain.failed > 1) {
    // In the newly-idle call the task that leaves is still current, so hot tasks stay where they are.
    return true;
  }
  return !isHot(task, from.lastTick);
}

/** In the migration thread: a task for every idle CPU of the ring. */
export function pushToIdleCpus(cpu: O1Cpu): void {
  for (let target = o1NextInRing(cpu); target != cpu; target = o1NextInRing(target)) {
    if (target.isRunningIdle) move(target, cpu, 1, Kind.Idle, cpu);
  }
}
