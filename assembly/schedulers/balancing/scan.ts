/**
 * The order in which the 2.6 O(1) balancers look for tasks to pull from an array: priorities ascending, each list from its tail to its head.
 * The next candidate is asked for before the present one is moved.
 */
import { PriorityArray } from "../../structures/priority-array";
import { MAX_PRIO, O1Task } from "../o1-2.6/records";

export function firstCandidate(array: PriorityArray): O1Task | null {
  return lastFrom(array, 0);
}

export function nextCandidate(array: PriorityArray, task: O1Task): O1Task | null {
  const previous = task.previous;
  if (previous != array.head(task.prio)) return changetype<O1Task>(previous);
  return lastFrom(array, task.prio + 1);
}

/** The tail of the first list that is not empty, from this priority on. */
function lastFrom(array: PriorityArray, priority: i32): O1Task | null {
  const found = array.firstFrom(priority);
  return found < MAX_PRIO ? changetype<O1Task>(array.head(found).previous) : null;
}
