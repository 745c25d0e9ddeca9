/** The way back from a located tree: its value without its places. */
import type { TreeNode } from "./tree.js";

export function plainValue(node: TreeNode): unknown {
  switch (node.kind) {
    case "map":
      return Object.fromEntries([...node.entries].map(([key, { value }]) => [key, plainValue(value)]));
    case "list":
      return node.items.map(plainValue);
    case "number":
      return plainNumber(node.text);
    case "string":
    case "boolean":
      return node.value;
    default:
      return null;
  }
}

/** Seeds have 64 bits, and may be texts: a whole number that a double would change stays one. */
function plainNumber(text: string): number | string {
  const value = Number(text);
  return /^\d+$/.test(text) && !Number.isSafeInteger(value) ? text : value;
}
