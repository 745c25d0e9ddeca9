/**
 * The one queue: a FIFO list for each priority, and the pick. Among normal tasks the pick looks at the deadline of every
 * one that waits: O(n), as the original does. Lists are in order of arrival, not of deadlines. Source: bfs.md, "State" and "schedule() on cpu".
 */
import { machine } from "../../machine/machine";
import { traceMigrate } from "../../machine/trace";
import { ListNode } from "../../structures/list";
import { BfsCpu, BfsTask, bfsCpu, IDLE_PRIO, NORMAL_PRIO } from "./records";
import { state } from "./state";

/** At the tail of its priority's list. */
export function enqueue(task: BfsTask): void {
  const queue = state.queue;
  queue.enqueue(task, task.prio);
  if (task.prio == NORMAL_PRIO) state.deadlines.append(task);
  task.array = queue;
  bfsCpu(task.cpu).queued += 1;
}

/** The task that this CPU runs next, taken out of the queue; its idle task if it may run none. */
export function pick(cpu: BfsCpu): BfsTask {
  const task = firstFor(cpu);
  if (task == null) return changetype<BfsTask>(cpu.idle);
  take(task, cpu);
  return task;
}

/** The waiting task that this CPU would run next; null if it may run none. */
export function firstFor(cpu: BfsCpu): BfsTask | null {
  const queue = state.queue;
  let prio = queue.first();
  while (prio < IDLE_PRIO) {
    const task =
      prio == NORMAL_PRIO ? state.deadlines.earliest(cpu, state.longestOffset) : firstAllowed(queue.head(prio), cpu);
    if (task != null) return task;
    prio = queue.firstFrom(prio + 1);
  }
  return null;
}

function firstAllowed(head: ListNode, cpu: BfsCpu): BfsTask | null {
  let node = head.next;
  while (node != head) {
    const task = changetype<BfsTask>(node);
    if (task.allows(cpu.id)) return task;
    node = node.next;
  }
  return null;
}

function take(task: BfsTask, cpu: BfsCpu): void {
  const last = bfsCpu(task.cpu);
  last.queued -= 1;
  state.queue.dequeue(task, task.prio);
  if (task.prio == NORMAL_PRIO) state.deadlines.remove(task);
  task.array = null;
  task.sticky = false;
  if (last == cpu) return;
  machine.moveTask(task, cpu);
  traceMigrate(task, last, cpu);
}
