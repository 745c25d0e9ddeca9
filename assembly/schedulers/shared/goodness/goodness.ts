/**
 * goodness(): how much a CPU wants a task, and the scan for the task that it wants most. What depends on the task alone (its
 * worth) is kept on the run list; the bonuses for a warm cache and for the same address space are added by the
 * scan. Source: vanilla-2.4.md, sections 3 and 4.
 */
import { Cpu } from "../../../machine/cpu";
import { isRealtime } from "../../../machine/program";
import { Task } from "../../../machine/task";
import { Candidate, currentOf, GoodnessCpu, GoodnessTask } from "./records";
import { rules } from "./rules";
import { hide, RunQueue } from "./run-queue";

/** What the idle task shows in a trace, and what every task beats. */
export const IDLE_GOODNESS: i32 = -1000;
const YIELDING: i32 = -1;
const REALTIME: i32 = 1000;

/** Goodness without bonuses; the yield bit is ignored. This is what the traces show (section 10). */
export function priorityOf(task: GoodnessTask): i32 {
  if (isRealtime(task.policy)) return REALTIME + task.rtprio;
  if (task.slice == 0) return 0;
  const weight = rules.dynamicPriorities ? <i32>task.dynamicPriority + 1 : task.slice;
  return weight + 20 - task.nice;
}

/** Bonuses are for normal tasks that have some of their slice left. */
function takesBonuses(task: GoodnessTask): bool {
  return !task.yielding && task.slice != 0 && !isRealtime(task.policy);
}

/** Without bonuses. */
function worthOf(task: GoodnessTask): i32 {
  return task.yielding ? YIELDING : priorityOf(task);
}

/** Of a task that would run on `cpu` after one with this address space. */
export function goodness(task: GoodnessTask, cpu: Cpu, mm: u32): i32 {
  const worth = worthOf(task);
  if (!takesBonuses(task)) return worth;
  return worth + (task.cpu == cpu.id ? rules.cpuBonus : 0) + <i32>(task.mm == mm);
}

/** How much better the task is than the current one of `cpu`, which has its own address space's bonus in any case. */
export function preempts(task: GoodnessTask, cpu: GoodnessCpu): i32 {
  const current = currentOf(cpu);
  const worth = worthOf(current);
  const theirs = takesBonuses(current) ? worth + rules.cpuBonus + 1 : worth;
  return goodness(task, cpu, cpu.mm) - theirs;
}

/** Shows a queued task to the scans as it is now. Whatever changes its goodness while it waits must call this. */
export function show(task: GoodnessTask): void {
  const candidate = task.candidate;
  if (candidate == null) return;
  const bonuses = takesBonuses(task);
  candidate.affinity = task.affinity;
  candidate.worth = worthOf(task);
  candidate.cpu = bonuses ? task.cpu : -1;
  candidate.mm = bonuses ? task.mm : 0;
}

/** A task that runs is no other CPU's candidate. */
export function hideRunning(task: GoodnessTask): void {
  const candidate = task.candidate;
  if (candidate != null) hide(candidate);
}

/**
 * The queued task that this CPU wants most, the first one in the list of equals; null if it may run none. Most places are passed
 * over by one comparison: their worth is so low that not even both bonuses would lift it above the best so far.
 */
export function mostWanted(queue: RunQueue, cpu: Cpu, mm: u32): Candidate | null {
  const id = cpu.id;
  const bit = cpu.bit;
  const bonus = rules.cpuBonus;
  const end = queue.end;
  let best = IDLE_GOODNESS;
  let enough = best - bonus - 1;
  let found: usize = 0;
  for (let place = queue.first; place < end; place += offsetof<Candidate>()) {
    const candidate = changetype<Candidate>(place);
    if (candidate.worth > enough) {
      // Without a branch: V8 would make one of a select.
      const value = candidate.worth + (bonus & -(<i32>(candidate.cpu == id))) + <i32>(candidate.mm == mm);
      if (value > best && (candidate.affinity & bit) != 0) {
        best = value;
        enough = best - bonus - 1;
        found = place;
      }
    }
  }
  return changetype<Candidate | null>(found);
}

export function displayPriorityOf(task: Task): i32 {
  return task.isIdle ? IDLE_GOODNESS : priorityOf(changetype<GoodnessTask>(task));
}
