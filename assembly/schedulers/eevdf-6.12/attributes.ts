/**
 * What follows from nice and policy, and a running task that changes its own. No recorded trace shows such a change: derived
 * from 2.6.24 (operations-cfs.md, B and C) with the queue operations of 6.12. Lag and request keep their weight in CPU time.
 */
import { machine } from "../../machine/machine";
import { isRealtime } from "../../machine/program";
import { dequeueRealtime, enqueueRealtime, prioOf } from "../shared/realtime";
import { IDLE_POLICY_INVERSE, IDLE_POLICY_WEIGHT } from "../shared/scaled-time";
import { applyWeight } from "../shared/weights";
import { averageVruntime } from "./average";
import { charge, enqueue, putPrevious, remove, takeOver } from "./fair";
import { EevdfCpu, EevdfTask } from "./records";

/** Priority and weight. */
export function applyAttributes(task: EevdfTask): void {
  task.prio = prioOf(task);
  applyWeight(task, IDLE_POLICY_WEIGHT, IDLE_POLICY_INVERSE);
}

/** It keeps its distance from the average, and from its deadline, in CPU time; then it competes at once. */
export function changeNice(cpu: EevdfCpu, task: EevdfTask, nice: i32): void {
  if (task.nice == nice) return;
  if (isRealtime(task.policy)) {
    task.nice = nice;
    return;
  }
  charge(cpu);
  const before = <i64>task.weight;
  const wasProtected = task.isProtected;
  const rest = task.deadline - task.vruntime;
  const lag = averageVruntime(cpu) - task.vruntime;
  task.nice = nice;
  applyAttributes(task);
  const weight = <i64>task.weight;
  task.vruntime += lag - (lag * before) / weight;
  task.deadline = task.vruntime + (rest * before) / weight;
  if (wasProtected) task.lag = task.deadline;
  machine.flagResched(cpu);
}

/** A task that becomes fair again enters the queue with the lag with which it left it. */
export function changePolicy(cpu: EevdfCpu, task: EevdfTask, policy: i32, rtprio: i32): void {
  const before = task.prio;
  if (isRealtime(task.policy)) {
    dequeueRealtime(cpu, task);
  } else {
    charge(cpu);
    remove(cpu, task);
    putPrevious(cpu, task);
  }
  task.policy = policy;
  task.rtprio = rtprio;
  applyAttributes(task);
  if (isRealtime(policy)) {
    task.execStart = machine.now;
    enqueueRealtime(cpu, task);
  } else {
    enqueueCurrent(cpu, task);
  }
  if (task.prio > before) machine.flagResched(cpu);
}

/** Placed before it counts as the current task of its class, which is not in the tree. */
function enqueueCurrent(cpu: EevdfCpu, task: EevdfTask): void {
  cpu.fairCurrent = task;
  task.execStart = machine.now;
  enqueue(cpu, task, false);
  takeOver(cpu, task);
}
