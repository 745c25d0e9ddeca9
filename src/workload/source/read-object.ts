/** Plain objects (the library's callers, override values) to the tree; there are paths but no places. */
import { MAX_DOCUMENT_DEPTH } from "../limits.js";
import type { ProblemList } from "../problem.js";
import { appendItem, listNode, mapNode, type Place, scalarNode, setEntry, type TreeNode } from "./tree.js";

export function readObject(value: unknown, problems: ProblemList, place: Place | null = null): TreeNode {
  const open = new Set<object>();
  let tooDeep = false;

  const other = (what: string) => scalarNode({ kind: "other", what }, place);

  const inside = (container: object, read: () => TreeNode): TreeNode => {
    if (open.has(container)) return other("an object that contains itself");
    if (open.size >= MAX_DOCUMENT_DEPTH) {
      if (!tooDeep) problems.add("error", place, "", `nested too deeply: at most ${MAX_DOCUMENT_DEPTH} levels`);
      tooDeep = true;
      return other("a value nested too deeply");
    }
    open.add(container);
    const node = read();
    open.delete(container);
    return node;
  };

  const readNode = (item: unknown): TreeNode => {
    switch (typeof item) {
      case "string":
        return scalarNode({ kind: "string", value: item }, place);
      case "boolean":
        return scalarNode({ kind: "boolean", value: item }, place);
      case "bigint":
        return scalarNode({ kind: "number", text: String(item) }, place);
      case "number":
        return Number.isFinite(item) ? scalarNode({ kind: "number", text: String(item) }, place) : other(String(item));
      case "object":
        if (item === null) return scalarNode({ kind: "null" }, place);
        if (Array.isArray(item)) return inside(item, () => readList(item));
        if (Object.prototype.toString.call(item) !== "[object Object]") return other("an object of a special kind");
        return inside(item, () => readMap(item));
      default:
        return other(item === undefined ? "undefined" : `a ${typeof item}`);
    }
  };

  const readList = (items: readonly unknown[]): TreeNode => {
    const list = listNode(place);
    for (const item of items) appendItem(list, readNode(item));
    return list;
  };

  /** A key whose value is `undefined` counts as absent, as everywhere in JavaScript. */
  const readMap = (item: object): TreeNode => {
    const map = mapNode(place);
    for (const [key, child] of Object.entries(item)) {
      if (child !== undefined) setEntry(map, key, place, readNode(child));
    }
    return map;
  };

  return readNode(value);
}
