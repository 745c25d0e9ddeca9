/** The choosing step: what is the same whether there is one queue or many. Source: vanilla-2.4.md, sections 4, 6 and 8. */
import { machine } from "../../../machine/machine";
import { isRealtime, Policy } from "../../../machine/program";
import { Task, TaskState } from "../../../machine/task";
import { hideRunning, show } from "./goodness";
import { GoodnessCpu, GoodnessTask, goodnessCpu, NOBODYS_MM } from "./records";
import { rules } from "./rules";
import { insertAtHead, insertAtTail, RunQueue, takeOut } from "./run-queue";
import { fillSlice, moveToTail } from "./time-slice";

/** A CPU at boot. The idle task takes part in comparisons on one CPU, where nobody asks whether a task is the idle one. */
export function initCpu(cpu: GoodnessCpu, queue: RunQueue): void {
  cpu.queue = queue;
  cpu.mm = NOBODYS_MM;
  const idle = changetype<GoodnessTask>(cpu.idle);
  idle.nice = 20;
  idle.slice = rules.dynamicPriorities ? 1 : -100;
}

/** Puts a task that becomes runnable on the queue of its CPU. */
export function enqueue(task: GoodnessTask): void {
  const cpu = goodnessCpu(task.cpu);
  if (rules.enqueuesAtTail) insertAtTail(cpu.queue, task);
  else insertAtHead(cpu.queue, task);
  cpu.queued += 1;
  show(task);
}

export function dequeue(task: GoodnessTask): void {
  const cpu = goodnessCpu(task.cpu);
  takeOut(cpu.queue, task);
  cpu.queued -= 1;
}

/** The first steps: the current task's slice, and its place on the queue. Afterwards it is a candidate like the others. */
export function putBack(cpu: GoodnessCpu, previous: GoodnessTask): void {
  if (previous != cpu.idle) {
    if (previous.policy == Policy.RoundRobin && previous.slice == 0) {
      fillSlice(previous);
      moveToTail(cpu, previous);
    }
    if (previous.state == TaskState.Running) show(previous);
    else dequeue(previous);
  }
  previous.needResched = false;
}

/** `next` becomes the current task. An idle task borrows the address space of the one before it. */
export function switchTo(cpu: GoodnessCpu, next: GoodnessTask): void {
  if (next != cpu.idle) {
    hideRunning(next);
    cpu.mm = next.mm;
  }
  if (machine.cpuCount > 1) cpu.lastSwitch = machine.now;
  cpu.current = next;
}

/** In the context of the next task: the yield of the previous one has had its effect. True if that one was made to leave. */
export function wasPreempted(cpu: GoodnessCpu, previous: GoodnessTask): bool {
  const yielded = previous.yielding;
  previous.yielding = false;
  if (previous == cpu.idle || previous.state != TaskState.Running) return false;
  show(previous);
  return !yielded;
}

/** setscheduler: the choosing step follows in any case, even where nothing has changed. */
export function changePolicy(cpu: GoodnessCpu, task: Task, policy: i32, rtprio: i32): void {
  task.policy = isRealtime(policy) ? policy : Policy.Normal;
  task.rtprio = rtprio;
  if (rules.policyMovesToHead) {
    const changed = changetype<GoodnessTask>(task);
    takeOut(cpu.queue, changed);
    insertAtHead(cpu.queue, changed);
  }
  machine.flagResched(cpu);
}

/** A task that may no longer run on its CPU is asked to leave it; it stays runnable. */
export function changeAffinity(cpu: GoodnessCpu, task: Task, affinity: u64): void {
  task.affinity = affinity;
  if (machine.cpuCount > 1 && !task.allows(cpu.id)) machine.flagResched(cpu);
}
