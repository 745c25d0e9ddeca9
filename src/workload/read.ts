/** Small readers: one value of the tree, checked, or undefined after a message. */
import { MAX_NAME_LENGTH } from "./limits.js";
import { listNames, nameHint } from "./nearest.js";
import type { ProblemList } from "./problem.js";
import { describe, type MapNode, quote, type TreeNode } from "./source/tree.js";
import { parseDecimal, wholeMultiple } from "./values/decimal.js";

export interface WholeRange {
  /** Such as "a nice value": stands after "expected". */
  readonly what: string;
  readonly min: number;
  readonly max: number;
  /** How the range reads in words, where numbers would not help. */
  readonly range?: string;
}

/** A whole number in a range. */
export function readWhole(node: TreeNode, problems: ProblemList, expected: WholeRange): number | undefined {
  const decimal = node.kind === "number" ? parseDecimal(node.text) : null;
  const value = decimal === null ? "fraction" : wholeMultiple(decimal, 1n);
  if (typeof value === "bigint" && value >= BigInt(expected.min) && value <= BigInt(expected.max)) return Number(value);
  const range = expected.range ?? formatRange(expected.min, expected.max);
  const quoted = node.kind === "string" && parseDecimal(node.value) !== null;
  const hint = quoted ? "write the number without quotes" : undefined;
  problems.error(node, `found ${describe(node)}; expected ${expected.what}: a whole number${range}`, hint);
  return undefined;
}

function formatRange(min: number, max: number): string {
  return max === Number.MAX_SAFE_INTEGER ? ` of ${min} or more` : ` from ${min} to ${max}`;
}

export function readBoolean(node: TreeNode, problems: ProblemList): boolean | undefined {
  if (node.kind === "boolean") return node.value;
  problems.error(node, `found ${describe(node)}; expected true or false`);
  return undefined;
}

/** A name of a task, channel or mark: short, not empty, without control characters. */
export function readName(node: TreeNode, problems: ProblemList, what: string): string | undefined {
  if (node.kind !== "string") {
    const hint =
      node.kind === "number" || node.kind === "boolean" ? `put it in quotes: "${describe(node)}"` : undefined;
    problems.error(node, `found ${describe(node)}; expected ${what}: a text`, hint);
    return undefined;
  }
  return checkName(node.value, problems, node, what) ? node.value : undefined;
}

export function checkName(name: string, problems: ProblemList, node: TreeNode, what: string): boolean {
  if (name === "") {
    problems.error(node, `found an empty text; expected ${what}`);
  } else if (name.length > MAX_NAME_LENGTH) {
    problems.error(node, `found a text of ${name.length} characters; expected ${what} of at most ${MAX_NAME_LENGTH}`);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
  } else if (/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/.test(name)) {
    problems.error(node, `found ${quote(name)}; expected ${what} without control characters`);
  } else {
    return true;
  }
  return false;
}

/** One of a few words. */
export function readWord<Word extends string>(
  node: TreeNode,
  problems: ProblemList,
  words: readonly Word[],
  what: string,
): Word | undefined {
  const value = node.kind === "string" ? node.value : undefined;
  const word = words.find((candidate) => candidate === value);
  if (word !== undefined) return word;
  const hint = value === undefined ? undefined : nameHint(value, words);
  const said = hint?.startsWith("valid here") ? undefined : hint;
  problems.error(node, `found ${describe(node)}; expected ${what}: ${words.join(", ")}`, said);
  return undefined;
}

export function readMap(node: TreeNode, problems: ProblemList, what: string, hint?: string): MapNode | undefined {
  if (node.kind === "map") return node;
  problems.error(node, `found ${describe(node)}; expected ${what}`, hint);
  return undefined;
}

/** A message for every key of `map` that has no place there. */
export function checkKeys(map: MapNode, valid: readonly string[], problems: ProblemList, where: string): void {
  for (const key of map.entries.keys()) {
    if (!valid.includes(key))
      problems.keyError(map, key, `unknown key ${quote(key)} in ${where}`, nameHint(key, valid));
  }
}

/** The value of a key that must be there. */
export function required(map: MapNode, key: string, problems: ProblemList, expected: string): TreeNode | undefined {
  const node = map.entries.get(key)?.value;
  if (node === undefined) {
    const present = [...map.entries.keys()];
    const has = present.length === 0 ? "an empty mapping" : `only ${listNames(present, 8)}`;
    problems.keyError(map, key, `${quote(key)} is missing (found ${has}); expected ${expected}`);
  }
  return node;
}

/** The value of a key that may be left out; null counts as left out. */
export function optional(map: MapNode, key: string): TreeNode | undefined {
  const node = map.entries.get(key)?.value;
  return node === undefined || node.kind === "null" ? undefined : node;
}
