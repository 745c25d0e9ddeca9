/** Which keys an override may set in a mapping: also those that the document does not write. */
import { CHANNEL_KEYS, SEMAPHORE_KEYS } from "../channels.js";
import { COST_KEYS } from "../costs.js";
import { DOCUMENT_KEYS } from "../document.js";
import { MACHINE_KEYS } from "../machine.js";
import { OPERATIONS } from "../operations/table.js";
import type { ListNode, MapNode, TreeNode } from "../source/tree.js";
import { TASK_KEYS } from "../task.js";

/** null: any name (channels, semaphores). */
export function validKeys(map: MapNode): readonly string[] | null {
  const parent = map.parent;
  if (parent === null) return DOCUMENT_KEYS;
  if (parent.kind === "list") return keysOfItem(map, parent);
  if (parent.parent === null) {
    if (map.key === "machine") return MACHINE_KEYS;
    if (map.key === "costs") return COST_KEYS;
    if (map.key === "channels" || map.key === "semaphores") return null;
  }
  if (parent.parent?.parent === null) {
    if (parent.key === "channels") return CHANNEL_KEYS;
    if (parent.key === "semaphores") return SEMAPHORE_KEYS;
  }
  // The long form of an operation, or a distribution after its keyword.
  const fields = isOperation(parent) ? (OPERATIONS.get(String(map.key))?.fields ?? []) : [];
  return fields.length > 0 && !isDistribution(map) ? fields : [...map.entries.keys()];
}

function keysOfItem(map: MapNode, list: ListNode): readonly string[] {
  if (list.key === "tasks" && list.parent?.parent === null) return TASK_KEYS;
  const present = [...map.entries.keys()];
  if (list.key !== "program") return present;
  const beside = present.flatMap((key) => OPERATIONS.get(key)?.beside ?? []);
  return [...new Set([...present, ...beside])];
}

function isOperation(node: TreeNode): boolean {
  return node.parent?.kind === "list" && node.parent.key === "program";
}

function isDistribution(map: MapNode): boolean {
  return OPERATIONS.get(String(map.key))?.fields.length === 0;
}
