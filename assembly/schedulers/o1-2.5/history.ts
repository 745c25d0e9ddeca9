/**
 * The four-second sleep history of -D2 and 2.5.2-pre10: a ring of four slots, one for each second of wall time, holding the ticks that the task
 * slept in it. Source: o1-2.5.md, section 4. All arithmetic wraps at 32 bits, as the kernel's does.
 */
import { machine } from "../../machine/machine";
import { O1Task } from "./records";
import { rules } from "./rules";

/** Slots. */
const SECONDS: u32 = 4;

/** Nothing slept so far. */
export function clearHistory(task: O1Task, now: u32): void {
  fillHistory(task, 0);
  task.historyIndex = 0;
  task.ranAt = now;
  task.sleptAt = now;
}

/** The task leaves its runqueue: the seconds through which it was runnable get empty slots. */
export function noteHistorySleep(task: O1Task, now: u32): void {
  let passed = secondsBetween(task.ranAt, now);
  if (passed >= SECONDS) {
    fillHistory(task, 0);
    task.historyIndex = 0;
  } else {
    while (passed > 0) {
      startSecond(task, 0);
      passed -= 1;
    }
  }
}

/** The task becomes runnable. True: what it slept has been counted, and its priority follows anew. */
export function creditHistorySleep(task: O1Task, now: u32): bool {
  // The second activation within one jiffy changes nothing. Starts and forks, which clear the history, always get here.
  if (task.ranAt == now) return false;
  const passed = secondsBetween(task.sleptAt, now);
  let slept = now - task.sleptAt;
  if (passed > 0) {
    const hz = rules.hz;
    if (passed >= SECONDS) {
      fillHistory(task, hz);
      task.historyIndex = 0;
    } else {
      addToSlot(task, hz - (task.sleptAt % hz));
      // The first slot that the sleep enters keeps what it held four seconds ago if the sleep also left it: the kernel's bug.
      task.historyIndex = (task.historyIndex + 1) % SECONDS;
      for (let second: u32 = 1; second < passed; second++) startSecond(task, hz);
    }
    store<u32>(slotAddress(task), 0);
    slept = tickOfSecond(now);
  }
  addToSlot(task, slept);
  task.ranAt = now;
  return true;
}

/** 0 for a task that always sleeps … hogPenalty for one that never does. */
export function historyPenalty(task: O1Task, now: u32): u32 {
  const slept = sleptTicks(task);
  // A hog, at every tick: spare the divisions.
  return slept == 0 ? rules.hogPenalty : penaltyOf(slept, tickOfSecond(now));
}

/** Ticks that the task slept, of the last four seconds. */
export function sleptTicks(task: O1Task): u32 {
  return task.history0 + task.history1 + task.history2 + task.history3;
}

/** The penalty for so many ticks of sleep, this far into the present second. */
export function penaltyOf(slept: u32, tick: u32): u32 {
  const hz = rules.hz;
  // Three whole seconds, and the present one so far.
  const sleep = (slept * hz) / (3 * hz + tick);
  return (rules.hogPenalty * (hz - sleep)) / hz;
}

/** Borders of seconds passed: HZ divides jiffies into seconds from boot on. */
function secondsBetween(then: u32, now: u32): u32 {
  // Nearly always within the present second; that spares two divisions.
  if (now - then <= tickOfSecond(now)) return 0;
  return now / rules.hz - then / rules.hz;
}

/** now % HZ, computed once for each jiffy: every tick of every CPU asks for it. */
function tickOfSecond(now: u32): u32 {
  if (now != rules.jiffyOfSecond) {
    rules.jiffyOfSecond = now;
    rules.tickOfSecond = now % rules.hz;
  }
  return rules.tickOfSecond;
}

function startSecond(task: O1Task, slept: u32): void {
  task.historyIndex = (task.historyIndex + 1) % SECONDS;
  store<u32>(slotAddress(task), slept);
}

function addToSlot(task: O1Task, slept: u32): void {
  const address = slotAddress(task);
  store<u32>(address, load<u32>(address) + slept);
}

function fillHistory(task: O1Task, slept: u32): void {
  task.history0 = slept;
  task.history1 = slept;
  task.history2 = slept;
  task.history3 = slept;
}

function slotAddress(task: O1Task): usize {
  return changetype<usize>(task) + offsetof<O1Task>("history0") + ((<usize>task.historyIndex) << 2);
}

/** jiffies as the kernel counts them: in 32 bits. */
export function jiffies(): u32 {
  return <u32>machine.jiffies;
}
