/** Priority arrays in the memory of a simulation. */
import { allocate } from "../../machine/memory";
import { clearPriorityArray, PriorityArray, priorityArraySize } from "../../structures/priority-array";

/** An empty array of so many lists. */
export function newPriorityArray(levels: u32): PriorityArray {
  const array = changetype<PriorityArray>(allocate(priorityArraySize(levels)));
  clearPriorityArray(array, levels);
  return array;
}
