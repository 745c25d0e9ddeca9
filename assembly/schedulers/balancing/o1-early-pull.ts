/** Which task the early O(1) balancers pull, and how. Source: o1-2.5.md, sections 5 and 7. */
import { machine } from "../../machine/machine";
import { PriorityArray } from "../../structures/priority-array";
import { jiffies } from "../o1-2.5/history";
import { MAX_PRIO, MAX_RT_PRIO, O1Cpu, O1Task } from "../o1-2.5/records";
import { rules } from "../o1-2.5/rules";
import { currentOf, move } from "../o1-2.5/runqueue";

/**
 * The first task that may move: normal priorities ascending, each list from its head. 2.5.3 means to go from the tail and takes the wrong
 * link, which ends each list after its last task.
 */
export function firstPullable(array: PriorityArray, from: O1Cpu, to: O1Cpu): O1Task | null {
  let prio = array.firstFrom(MAX_RT_PRIO);
  while (prio < MAX_PRIO) {
    const head = array.head(prio);
    let node = rules.pullsColdLast ? head.previous : head.next;
    while (node != head) {
      const task = changetype<O1Task>(node);
      if (task != from.current && task.allows(to.id) && isCold(task)) return task;
      node = node.next;
    }
    prio = array.firstFrom(prio + 1);
  }
  return null;
}

function isCold(task: O1Task): bool {
  return !rules.pullsColdLast || jiffies() - task.sleptAt > rules.cacheDecay;
}

/**
 * It lands in the active array even if it had expired: a turn for nothing. An idle CPU is not asked for as such: where the idle task's
 * priority is 167 (2.5.2.1.1), a pulled task of that priority lies in its queue while it goes on idling.
 */
export function pull(task: O1Task, from: O1Cpu, to: O1Cpu): void {
  move(task, from, to);
  if (task.prio < currentOf(to).prio) machine.flagResched(to);
}
