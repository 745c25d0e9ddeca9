/** A running task changes its own nice, policy or allowed CPUs. Source: operations-cfs.md. */
import { machine } from "../../machine/machine";
import { isRealtime } from "../../machine/program";
import { wakeMigrationThread } from "./migration-thread";
import { CfsCpu, CfsTask } from "./records";
import { rules } from "./rules";
import { activate, applyAttributes, chargeFair, deactivate } from "./runqueue";

export function changeNice(cpu: CfsCpu, task: CfsTask, nice: i32): void {
  if (task.nice == nice) return;
  cpu.clock = machine.now;
  if (isRealtime(task.policy)) {
    task.nice = nice;
    return;
  }
  if (rules.keepsFairClock) {
    deactivate(cpu, task, false);
    task.nice = nice;
    applyAttributes(task);
    task.waitRuntime = 0;
    activate(cpu, task, false);
  } else {
    chargeFair(cpu);
    const before = task.weight;
    task.nice = nice;
    applyAttributes(task);
    cpu.fairLoad += task.weight - before;
    cpu.load += task.weight - before;
  }
  machine.flagResched(cpu);
}

/** Setting the policy that it has is a change, too. The vruntime of 2.6.24 stays what it was when the task was last fair. */
export function changePolicy(cpu: CfsCpu, task: CfsTask, policy: i32, rtprio: i32): void {
  cpu.clock = machine.now;
  const before = task.prio;
  deactivate(cpu, task, false);
  task.policy = policy;
  task.rtprio = rtprio;
  applyAttributes(task);
  if (rules.keepsFairClock) {
    task.waitRuntime = 0;
  } else {
    task.execStart = cpu.clock;
    if (task.isFair) task.sliceExec = 0;
  }
  // Before it is queued: it is the current task of its new class.
  cpu.fairCurrent = task.isFair ? task : null;
  activate(cpu, task, false);
  if (task.prio > before) machine.flagResched(cpu);
}

/** True: it has to leave its CPU, and blocks until the migration thread has moved it. */
export function changeAffinity(cpu: CfsCpu, task: CfsTask, affinity: u64): bool {
  task.affinity = affinity;
  if (task.allows(cpu.id)) return false;
  task.nextRequest = cpu.requests;
  cpu.requests = task;
  cpu.clock = machine.now;
  wakeMigrationThread(cpu);
  return true;
}
