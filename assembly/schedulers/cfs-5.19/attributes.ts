/**
 * A running task changes its own nice or policy under 5.19. No recorded trace shows it: derived from what 2.6.24 does
 * (operations-cfs.md, B and C), with the queue operations of 5.19.
 */
import { machine } from "../../machine/machine";
import { isRealtime } from "../../machine/program";
import { dequeueRealtime, enqueueRealtime, prioOf } from "../shared/realtime";
import { IDLE_POLICY_INVERSE, IDLE_POLICY_WEIGHT } from "../shared/scaled-time";
import { applyWeight } from "../shared/weights";
import { charge, dequeue, enqueue, putPrevious } from "./fair";
import { FairCpu519, FairTask519 } from "./records";

/** Priority and weight follow from policy, nice and rtprio. */
export function applyAttributes(task: FairTask519): void {
  task.prio = prioOf(task);
  applyWeight(task, IDLE_POLICY_WEIGHT, IDLE_POLICY_INVERSE);
}

/** Its vruntime stays; it competes at once, with the new weight. */
export function changeNice(cpu: FairCpu519, task: FairTask519, nice: i32): void {
  if (task.nice == nice) return;
  if (isRealtime(task.policy)) {
    task.nice = nice;
    return;
  }
  charge(cpu);
  cpu.fairLoad -= task.weight;
  task.nice = nice;
  applyAttributes(task);
  cpu.fairLoad += task.weight;
  machine.flagResched(cpu);
}

export function changePolicy(cpu: FairCpu519, task: FairTask519, policy: i32, rtprio: i32): void {
  const before = task.prio;
  if (isRealtime(task.policy)) {
    dequeueRealtime(cpu, task);
  } else {
    dequeue(cpu, task);
    putPrevious(cpu, task);
  }
  task.policy = policy;
  task.rtprio = rtprio;
  applyAttributes(task);
  task.execStart = machine.now;
  if (isRealtime(policy)) {
    enqueueRealtime(cpu, task);
  } else {
    task.sliceExec = 0;
    // Before it is queued: it is the current task of its class, which is not in the tree.
    cpu.fairCurrent = task;
    enqueue(cpu, task, false);
  }
  if (task.prio > before) machine.flagResched(cpu);
}
