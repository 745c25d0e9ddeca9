/**
 * The order in which balancers look for tasks to pull from an array: priorities ascending, each list from its tail to its
 * head. The next candidate is asked for before the present one is moved.
 */
import { PriorityArray } from "../../structures/priority-array";
import { QueueTask } from "./queue-records";

export function firstCandidate(array: PriorityArray): QueueTask | null {
  return lastFrom(array, 0);
}

export function nextCandidate(array: PriorityArray, task: QueueTask): QueueTask | null {
  const previous = task.previous;
  if (previous != array.head(task.prio)) return changetype<QueueTask>(previous);
  return lastFrom(array, task.prio + 1);
}

/** The tail of the first list that is not empty, from this priority on. */
function lastFrom(array: PriorityArray, priority: i32): QueueTask | null {
  const found = array.firstFrom(priority);
  return found < <i32>array.levels ? changetype<QueueTask>(array.head(found).previous) : null;
}
