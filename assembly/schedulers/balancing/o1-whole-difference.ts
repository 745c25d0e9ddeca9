/**
 * Load balancing of 2.5.2-pre10 … 2.5.3-pre1: a CPU pulls until it has as many tasks as the longest queue had, as long as any queue is longer
 * than its own by two. It pulls the whole difference, not half of it, and looks at nothing but the present lengths: tasks
 * are thrown to and fro. Real-time tasks are never pulled. Source: o1-2.5.md, section 5.
 */
import { machine } from "../../machine/machine";
import { O1Cpu, O1Task } from "../o1-2.5/records";
import { o1Cpu } from "../o1-2.5/runqueue";
import { firstPullable, pull } from "./o1-early-pull";

export function balanceWholeDifference(me: O1Cpu): void {
  const longest = longestLength();
  let wanted = longest - me.running;
  if (wanted <= 1 + longest / 8) return;
  let ceiling = longest + 1;
  while (wanted > 0) {
    // Every search looks at a shorter queue than the one before, unless that one has lost a task meanwhile.
    const busiest = longestBelow(me, ceiling);
    if (busiest == null) return;
    ceiling = busiest.running;
    if (ceiling <= me.running + 1) return;
    wanted = pullFrom(busiest, me, wanted);
  }
}

/** One task from the expired array, then from the active one until there is none or enough; what is still wanted. */
function pullFrom(busiest: O1Cpu, me: O1Cpu, wanted: u32): u32 {
  let task: O1Task | null = null;
  if (busiest.expired.count) {
    task = firstPullable(busiest.expired, busiest, me);
    if (task != null) {
      pull(task, busiest, me);
      wanted -= 1;
      if (wanted == 0) return 0;
    }
  }
  task = firstPullable(busiest.active, busiest, me);
  if (task == null) return wanted;
  pull(task, busiest, me);
  return wanted - 1;
}

function longestLength(): u32 {
  let longest: u32 = 0;
  for (let id = 0; id < machine.cpuCount; id++) longest = max<u32>(longest, o1Cpu(id).running);
  return longest;
}

/** The CPU with the longest queue below `ceiling`, and not empty; the lowest number wins a tie. */
function longestBelow(me: O1Cpu, ceiling: u32): O1Cpu | null {
  let found: O1Cpu | null = null;
  let longest: u32 = 0;
  for (let id = 0; id < machine.cpuCount; id++) {
    const cpu = o1Cpu(id);
    if (cpu == me || cpu.running <= longest || cpu.running >= ceiling) continue;
    found = cpu;
    longest = cpu.running;
  }
  return found;
}
