/** New tasks: forked ones, and those that the workload starts. Source: cfs-2.6.24.md, section 6; cfs-2.6.23.md, section 7. */
import { machine } from "../../machine/machine";
import { isRealtime } from "../../machine/program";
import * as fairClock from "./fair-clock";
import { CfsCpu, CfsTask } from "./records";
import { rules } from "./rules";
import { activate, applyAttributes, count, countFair, flagIfPreempted } from "./runqueue";
import * as vruntime from "./vruntime";

/** A start is a fork by a parent on no queue. The clock is that of the CPU on which the task starts. */
export function startOn(cpu: CfsCpu, task: CfsTask): void {
  applyAttributes(task);
  // A first round-robin slice is inherited from the boot task: a whole second.
  task.timeSlice = machine.hz;
  cpu.clock = machine.now;
  if (isRealtime(task.policy) || rules.keepsFairClock) queueOnly(cpu, task);
  else queueWithDebit(cpu, task, false);
}

/** The child goes to its parent's CPU, even if it may not run there by its own document. */
export function forkOn(cpu: CfsCpu, parent: CfsTask, child: CfsTask): void {
  applyAttributes(child);
  child.timeSlice = parent.timeSlice;
  child.vruntime = parent.vruntime;
  cpu.clock = machine.now;
  if (isRealtime(child.policy)) queueOnly(cpu, child);
  else if (!rules.keepsFairClock) queueWithDebit(cpu, child, true);
  else if (parent.isFair) queueBeforeParent(cpu, parent, child);
  // 2.6.23 would follow a null pointer: a child there always has its parent's policy. Our choice: as a start.
  else queueOnly(cpu, child);
}

function queueOnly(cpu: CfsCpu, task: CfsTask): void {
  activate(cpu, task, false);
  flagIfPreempted(cpu, task);
}

/** 2.6.24. The current task is rescheduled in any case. */
function queueWithDebit(cpu: CfsCpu, task: CfsTask, childRunsFirst: bool): void {
  vruntime.placeNew(cpu, task);
  if (childRunsFirst) vruntime.swapWithParent(cpu, task);
  activate(cpu, task, false);
  machine.flagResched(cpu);
  flagIfPreempted(cpu, task);
}

/** 2.6.23. */
function queueBeforeParent(cpu: CfsCpu, parent: CfsTask, child: CfsTask): void {
  fairClock.placeChild(cpu, parent, child);
  cpu.tree.insert(child.node);
  countFair(cpu, child);
  count(cpu, child);
  flagIfPreempted(cpu, child);
}
