/** Fork: parent and child share the time slice and the history. Source: o1-2.6.md, section 8. */
import { machine } from "../../machine/machine";
import { isRealtime } from "../../machine/program";
import { bonus, keepShare, normalPrio, weightOf } from "./estimator";
import { O1Cpu, O1Task } from "./records";
import { rules } from "./rules";
import { count, put } from "./runqueue";
import { countSlice, tick } from "./time-slice";

export function forkOn(cpu: O1Cpu, parent: O1Task, child: O1Task): void {
  child.staticPrio = parent.staticPrio;
  child.sleepAverage = parent.sleepAverage;
  child.credit = 0;
  child.lastRan = parent.lastRan;
  child.activated = parent.activated;
  child.weight = parent.weight;
  shareSlice(cpu, parent, child);
  child.sleepAverage = keepShare(bonus(child), rules.childPenalty);
  parent.sleepAverage = keepShare(bonus(parent), rules.parentPenalty);
  if (hasOwnAttributes(parent, child)) queueWithOwnAttributes(cpu, child);
  else queueBeforeParent(cpu, parent, child);
  machine.flagResched(cpu);
}

/** Half for each, rounded in the child's favour. A parent whose last tick that was expires on the spot. */
function shareSlice(cpu: O1Cpu, parent: O1Task, child: O1Task): void {
  child.timeSlice = (parent.timeSlice + 1) / 2;
  child.firstTimeSlice = true;
  child.timestamp = machine.now;
  parent.timeSlice /= 2;
  if (parent.timeSlice) return;
  parent.timeSlice = 1;
  if (rules.forkTicksWhole) tick(cpu);
  else countSlice(cpu);
}

/** Wherever the parent is by now, with its priority: the child runs first if the parent is at the head of its list. */
function queueBeforeParent(cpu: O1Cpu, parent: O1Task, child: O1Task): void {
  const array = parent.array!;
  child.prio = parent.prio;
  child.array = array;
  array.enqueueBefore(child, parent);
  count(child, cpu);
}

function hasOwnAttributes(parent: O1Task, child: O1Task): bool {
  return child.nice != parent.nice || child.policy != parent.policy || child.rtprio != parent.rtprio;
}

/**
 * A child whose document gives it a nice or policy of its own: no kernel does this in one step, and no trace shows it. It has them from the
 * first moment, and is queued like any task that becomes runnable.
 */
function queueWithOwnAttributes(cpu: O1Cpu, child: O1Task): void {
  child.staticPrio = 120 + child.nice;
  child.prio = isRealtime(child.policy) ? 99 - child.rtprio : normalPrio(child);
  child.weight = weightOf(child);
  put(child, cpu);
}
