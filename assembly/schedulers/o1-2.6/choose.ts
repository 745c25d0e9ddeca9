/** The choosing step: charge the task that leaves, take the best one, credit its wait. Source: o1-2.6.md, section 7. */
import { machine } from "../../machine/machine";
import { TaskState } from "../../machine/task";
import { balanceNewlyIdle } from "../balancing/o1-2.6";
import { chargeRunTime, recalculate, runTimeCharge } from "./estimator";
import { Activation, MAX_PRIO, MAX_RT_PRIO, O1Cpu, O1Task } from "./records";
import { rules } from "./rules";
import { currentOf, dequeue, enqueue, remove } from "./runqueue";

export function chooseNext(cpu: O1Cpu): O1Task {
  const now = machine.now;
  const previous = currentOf(cpu);
  const wasIdle = cpu.isRunningIdle;
  // By the bonus before the charge, which comes last.
  const charge = wasIdle ? 0 : runTimeCharge(previous, now - previous.timestamp);
  if (!wasIdle && previous.state != TaskState.Running) remove(previous, cpu);
  if (cpu.running == 0 && machine.cpuCount > 1) balanceNewlyIdle(cpu);

  let next = changetype<O1Task>(cpu.idle);
  if (cpu.running == 0) {
    cpu.expiredTimestamp = 0;
  } else {
    if (cpu.active.count == 0) swapArrays(cpu);
    next = changetype<O1Task>(cpu.active.head(cpu.active.first()).next);
    if (next.activated > Activation.None) creditWait(next, now);
    next.activated = Activation.None;
  }

  previous.needResched = false;
  if (!wasIdle) chargeRunTime(previous, charge);
  previous.timestamp = now;
  previous.lastRan = now;
  if (rules.stampsAtSwitches) cpu.lastTick = now;
  if (next != previous) {
    next.timestamp = now;
    if (rules.stampsAtSwitches) next.lastRan = now;
  }
  return next;
}

function swapArrays(cpu: O1Cpu): void {
  const active = cpu.active;
  cpu.active = cpu.expired;
  cpu.expired = active;
  cpu.expiredTimestamp = 0;
  cpu.bestExpiredPrio = MAX_PRIO;
}

/**
 * The wait on the runqueue since its wake-up counts as sleep for the chosen task. It runs in any case, even
 * if it is no longer the best afterwards.
 */
function creditWait(task: O1Task, now: u64): void {
  if (task.prio < MAX_RT_PRIO && !rules.creditsRealtimeWaits) return;
  let waited = now - task.timestamp;
  if (<i64>waited < 0 && rules.clampsNegativeTimes) waited = 0;
  if (task.activated == Activation.ByTask) waited = (waited * rules.queueWaitWeight) / 128;
  const prio = recalculate(task, task.timestamp + waited);
  if (prio == task.prio && !rules.alwaysRequeuesChosen) return;
  const array = task.array!;
  dequeue(task);
  task.prio = prio;
  enqueue(task, array);
}
