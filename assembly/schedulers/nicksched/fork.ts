/** Fork and exit: parent and child share the time slice and the history. Source: nicksched.md, "Fork / exit". */
import { machine } from "../../machine/machine";
import { addToHistory, effectivePrio, keepLeastTotal, Stretch } from "./history";
import { NICE_0_PRIO, NickCpu, NickTask } from "./records";
import { put } from "./runqueue";
import { sliceOf, tick } from "./time-slice";
import { HISTORY_SCALE, tuning } from "./tuning";

export function forkOn(cpu: NickCpu, parent: NickTask, child: NickTask): void {
  child.staticPrio = NICE_0_PRIO + child.nice;
  child.timestamp = machine.jiffies;
  shareSlice(cpu, parent, child);
  shareHistory(parent, child);
  child.prio = effectivePrio(child);
  put(child, cpu);
  machine.flagResched(cpu);
}

/** What is left of the slice is halved. 64 bits and unsigned: a slice that has shrunk below what is used of it wraps. */
function shareSlice(cpu: NickCpu, parent: NickTask, child: NickTask): void {
  const slice = <u64>sliceOf(parent);
  const used = <u64>parent.usedSlice;
  child.usedSlice = <u32>(used + (slice - used) / 2);
  parent.usedSlice = <u32>(used + (slice - used + 1) / 2);
  child.firstTimeSlice = true;
  if (<u64>parent.usedSlice < slice) return;
  // It was the parent's last tick: it expires on the spot, in a tick of its own.
  parent.usedSlice = <u32>(slice - 1);
  tick(cpu);
}

/** The child starts with a quarter of the parent's history; the parent loses a quarter of its sleep. */
function shareHistory(parent: NickTask, child: NickTask): void {
  child.total = parent.total / 4;
  child.slept = parent.slept / 4;
  child.sleepAverage = parent.sleepAverage;
  keepLeastTotal(child);
  parent.slept = (3 * parent.slept) / 4;
  if (parent.total) parent.sleepAverage = (HISTORY_SCALE * parent.slept) / parent.total;
}

/** The parent gets back what is left of a child's first slice, and answers for a child that was more of a hog. */
export function exitTo(parent: NickTask, child: NickTask): void {
  // 32 bits: it may wrap to a huge value, and the parent then expires at its next tick.
  if (child.firstTimeSlice) parent.usedSlice -= sliceOf(child) - child.usedSlice;
  if (child.sleepAverage < parent.sleepAverage) {
    const penalty = (tuning.history * (parent.sleepAverage - child.sleepAverage)) / HISTORY_SCALE / 2;
    addToHistory(parent, penalty, Stretch.Run);
  }
}
