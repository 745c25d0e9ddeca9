/**
 * Load balancing of -G1, 2.5.2.1.1 and 2.5.3. An idle CPU takes one task; a busy one looks every 250 ms, and believes only in lengths that
 * it saw last time too, so that short bursts move nothing. Source: o1-2.5.md, sections 6 and 7.
 */
import { machine } from "../../machine/machine";
import { O1Cpu } from "../o1-2.5/records";
import { rules } from "../o1-2.5/rules";
import { o1Cpu } from "../o1-2.5/runqueue";
import { firstPullable, pull } from "./o1-early-pull";

export function balanceFairly(me: O1Cpu, idle: bool): void {
  const mine = idle ? <i32>me.running : max<i32>(me.running, previousLength(me, me.id));
  const busiest = findLongest(me, idle);
  // Of the length that was found, before the present ones were noted for the next time.
  const longest = noteLengths(me, busiest, idle);
  if (busiest == null) return;
  const surplus = (longest - mine) / 2;
  if (!idle && surplus < (longest + 3) / 4) return;
  const own = rules.comparesPresentLength ? <i32>me.running : mine;
  if (<i32>busiest.running <= own + 1) return;
  pullSome(busiest, me, idle, surplus);
}

/** An idle CPU takes one task. A busy one may take a second one from the active array, if the first one had expired. */
function pullSome(busiest: O1Cpu, me: O1Cpu, idle: bool, surplus: i32): void {
  if (busiest.expired.count) {
    const expired = firstPullable(busiest.expired, busiest, me);
    if (expired != null) {
      pull(expired, busiest, me);
      if (idle || surplus == 1) return;
    }
  }
  const active = firstPullable(busiest.active, busiest, me);
  if (active != null) pull(active, busiest, me);
}

/** The CPU with the longest queue, longer than `leastLength`; the lowest number wins a tie. */
function findLongest(me: O1Cpu, idle: bool): O1Cpu | null {
  let busiest: O1Cpu | null = null;
  let longest = rules.leastLength;
  for (let id = 0; id < machine.cpuCount; id++) {
    const cpu = o1Cpu(id);
    const length = lengthSeen(me, cpu, idle);
    if (cpu == me || length <= longest) continue;
    busiest = cpu;
    longest = length;
  }
  return busiest;
}

/** What counts of a queue: a busy CPU takes the smaller one of its length now and last time. */
function lengthSeen(me: O1Cpu, cpu: O1Cpu, idle: bool): i32 {
  return idle ? <i32>cpu.running : min<i32>(cpu.running, previousLength(me, cpu.id));
}

/** Idle balancing notes the lengths too. Returns the length of `busiest` as it was seen. */
function noteLengths(me: O1Cpu, busiest: O1Cpu | null, idle: bool): i32 {
  const longest = busiest == null ? 0 : lengthSeen(me, busiest, idle);
  for (let id = 0; id < machine.cpuCount; id++) {
    store<i32>(me.previousLengths + ((<usize>id) << 2), o1Cpu(id).running);
  }
  return longest;
}

/** The length of a queue as this CPU saw it when it last balanced. */
function previousLength(me: O1Cpu, id: i32): i32 {
  return load<i32>(me.previousLengths + ((<usize>id) << 2));
}
