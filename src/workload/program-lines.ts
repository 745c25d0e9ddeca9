/**
 * Operations as lines of text: `run 8ms`, `send results`, `yield`. A line says the same as the mapping with its
 * keyword and value; what takes more than one value needs the mapping. A recording is hundreds of thousands of
 * operations, and a text of them is read in a hundredth of the time and memory that as many mappings take.
 */

import { type ListNode, listNode, type MapEntry, type MapNode, type StringNode, type TreeNode } from "./source/tree.js";
import { parseDecimal } from "./values/decimal.js";

export interface ProgramLine {
  readonly keyword: string;
  /** What follows the keyword; null: nothing. */
  readonly value: TreeNode | null;
  /** Stands for the mapping that the line is short for. */
  readonly item: MapNode;
}

/** Nothing is ever added to it. */
const noEntries = new Map<string, MapEntry>();

/**
 * Calls `take` with each line that is not blank. In a text of several lines, each has a path as if it were the item of
 * a list.
 */
export function forEachLine(node: StringNode, take: (line: ProgramLine) => void): void {
  const lines = node.value.split("\n");
  const single = lines.length === 1;
  const list = listOf(node);
  for (let index = 0; index < lines.length; index += 1) {
    const line = (lines[index] ?? "").trim();
    if (line === "") continue;
    const parent = single ? node.parent : list;
    const key = single ? node.key : index;
    const item: MapNode = { kind: "map", entries: noEntries, parent, key, place: node.place };
    const blank = line.search(/\s/);
    const keyword = blank < 0 ? line : line.slice(0, blank);
    const value = blank < 0 ? null : valueNode(line.slice(blank + 1).trimStart(), item, keyword);
    take({ keyword, value, item });
  }
}

function listOf(node: StringNode): ListNode {
  const list = listNode(node.place);
  list.parent = node.parent;
  list.key = node.key;
  return list;
}

function valueNode(text: string, parent: MapNode, key: string): TreeNode {
  const isNumber = /^[\d.+-]/.test(text) && parseDecimal(text) !== null;
  if (isNumber) return { kind: "number", text, parent, key, place: parent.place };
  return { kind: "string", value: text, parent, key, place: parent.place };
}
