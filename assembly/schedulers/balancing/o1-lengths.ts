/**
 * Load balancing of 2.6.0 and 2.6.6: from the CPU with the longest queue, half of what it has more. There is no active
 * balancing, and no choice of CPU at wake-up but the sync rule. Source: o1-2.6.md, section 9.
 */
import { machine } from "../../machine/machine";
import { PriorityArray } from "../../structures/priority-array";
import { O1Cpu, O1Task } from "../o1-2.6/records";
import { rules } from "../o1-2.6/rules";
import { flagIfPreempted, o1Cpu, pull } from "../o1-2.6/runqueue";
import { firstCandidate, nextCandidate } from "./scan";

/** An idle CPU balances every millisecond, a busy one every 200 ms. */
export function balanceLengthsAtTick(cpu: O1Cpu): void {
  const idle = cpu.isRunningIdle;
  if (machine.jiffies % (idle ? rules.idlePeriod : rules.busyPeriod) == 0) balanceLengths(cpu, idle);
}

export function balanceLengths(me: O1Cpu, idle: bool): void {
  const mine = idle ? me.running : max<u32>(me.running, previousLength(me, me.id));
  const busiest = findLongest(me, idle);
  const longest = busiest == null ? 0 : lengthSeen(me, busiest, idle);
  // For the next time, whatever comes of this one.
  noteLengths(me);
  if (busiest == null) return;
  const imbalance = <i32>longest - <i32>mine;
  if (!idle && imbalance * 4 < <i32>longest) return;
  if (busiest.running <= mine) return;
  pullHalf(me, busiest, idle, imbalance / 2);
}

/** The length of a queue as this CPU saw it when it last balanced. */
function previousLength(me: O1Cpu, id: i32): u32 {
  return load<u32>(me.previousLengths + ((<usize>id) << 2));
}

/** What counts of a queue: a busy CPU takes the smaller one of its length now and last time. */
function lengthSeen(me: O1Cpu, cpu: O1Cpu, idle: bool): u32 {
  return idle ? cpu.running : min<u32>(cpu.running, previousLength(me, cpu.id));
}

/** The CPU with the longest queue, of at least 2 tasks; the first one wins a tie. */
function findLongest(me: O1Cpu, idle: bool): O1Cpu | null {
  let busiest: O1Cpu | null = null;
  let longest: u32 = 1;
  for (let id = 0; id < machine.cpuCount; id++) {
    const cpu = o1Cpu(id);
    if (cpu == me || lengthSeen(me, cpu, idle) <= longest) continue;
    busiest = cpu;
    longest = lengthSeen(me, cpu, idle);
  }
  return busiest;
}

function noteLengths(me: O1Cpu): void {
  for (let id = 0; id < machine.cpuCount; id++) {
    store<u32>(me.previousLengths + ((<usize>id) << 2), o1Cpu(id).running);
  }
}

/**
 * An idle CPU takes one task. A busy one stops when `surplus` has been counted down to exactly 0: an imbalance of 1 halves to 0, the next
 * step is -1, and everything movable is pulled.
 */
function pullHalf(me: O1Cpu, busiest: O1Cpu, idle: bool, surplus: i32): void {
  if (busiest.expired.count) {
    surplus = pullFromArray(me, busiest, busiest.expired, idle, surplus);
    if (surplus == DONE) return;
  }
  pullFromArray(me, busiest, busiest.active, idle, surplus);
}

const DONE: i32 = i32.MIN_VALUE;

/** What is left of the surplus, or DONE. Expired tasks, too, land in the active array. */
function pullFromArray(me: O1Cpu, busiest: O1Cpu, array: PriorityArray, idle: bool, surplus: i32): i32 {
  let task = firstCandidate(array);
  while (task != null) {
    const next = nextCandidate(array, task);
    if (isMovable(task, busiest, me, idle)) {
      pull(task, busiest, me, me.active);
      if (rules.lengthsUseLastTick) task.timestamp = machine.now - (busiest.lastTick - task.timestamp);
      flagIfPreempted(task, me);
      surplus -= 1;
      if (idle || surplus == 0) return DONE;
    }
    task = next;
  }
  return surplus;
}

function isMovable(task: O1Task, from: O1Cpu, to: O1Cpu, idle: bool): bool {
  if (task == from.current || !task.allows(to.id)) return false;
  if (idle) return true;
  const reference = rules.lengthsUseLastTick ? from.lastTick : machine.now;
  return ((reference - task.timestamp) & machine.longMask) > rules.cacheDecay;
}
