/** Fork and exit: parent and child share what is left of the quota. Source: staircase-deadline.md, "Fork / exit". */
import { machine } from "../../machine/machine";
import { Policy } from "../../machine/program";
import { renewQuota } from "./quota";
import { DeadlineCpu, DeadlineTask } from "./records";
import { activate } from "./runqueue";

export function forkOn(cpu: DeadlineCpu, parent: DeadlineTask, child: DeadlineTask): void {
  child.staticPrio = 120 + child.nice;
  child.prio = parent.prio;
  child.firstTimeSlice = parent.firstTimeSlice;
  child.usedSlots = parent.usedSlots;
  child.rotation = parent.rotation;
  child.lastArray = parent.lastArray;
  child.arrayCpu = parent.arrayCpu;
  child.lastRan = parent.lastRan;
  renewQuota(child);
  shareQuota(parent, child);
  activate(child, cpu);
  machine.flagResched(cpu);
}

/** Half for each, of what was left at the last tick or switch. */
function shareQuota(parent: DeadlineTask, child: DeadlineTask): void {
  child.timeSlice = parent.timeSlice;
  if (parent.policy == Policy.Fifo) return;
  if (parent.timeSlice <= 0) {
    // It will be given a slot of its own.
    child.timeSlice = 0;
    return;
  }
  parent.timeSlice /= 2;
  child.timeSlice = max<i32>(parent.timeSlice, 1);
  child.firstTimeSlice = true;
}

/** A child that has not used up its first quota gives it back, on the same CPU. */
export function exitTo(parent: DeadlineTask, child: DeadlineTask): void {
  if (!child.firstTimeSlice || child.cpu != parent.cpu) return;
  parent.timeSlice = min<i32>(parent.timeSlice + child.timeSlice, parent.quota);
}
