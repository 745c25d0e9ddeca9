/** The distributions of the format, one entry each: what is written and what the core draws from. */
import type { Distribution } from "../../engine/image.js";
import type { Nanoseconds } from "../../engine/types.js";
import type { ProblemList } from "../problem.js";
import { describe, listNode, type StringNode, scalarNode, type TreeNode } from "../source/tree.js";
import { parseDecimal } from "./decimal.js";
import { plainDuration } from "./duration.js";
import { readWeights } from "./weights.js";

type ReadDuration = (node: TreeNode, problems: ProblemList) => Nanoseconds | undefined;
type ReadDistribution = (node: TreeNode, problems: ProblemList, readDuration: ReadDuration) => Distribution | undefined;

/** A median times e^(10 × 4) is already far beyond any span that fits. */
const MAX_SIGMA = 10;
/** Below, one draw in a hundred is beyond any span that fits; above, all draws are the minimum. */
const MIN_ALPHA = 0.1;
const MAX_ALPHA = 1000;

const readUniform: ReadDistribution = (node, problems, readDuration) => {
  const pair = readPair(node, problems, "[shortest, longest]");
  if (pair === undefined) return undefined;
  const lowNs = readDuration(pair[0], problems);
  const highNs = readDuration(pair[1], problems);
  if (lowNs === undefined || highNs === undefined) return undefined;
  if (lowNs > highNs) {
    const found = `${describe(pair[0])} to ${describe(pair[1])}`;
    problems.error(node, `found ${found}; expected the shorter end first`, "exchange the two");
    return undefined;
  }
  return { kind: "uniform", lowNs, highNs };
};

const readExponential: ReadDistribution = (node, problems, readDuration) => {
  const meanNs = readDuration(node, problems);
  return meanNs === undefined ? undefined : { kind: "exponential", meanNs };
};

const readNormal: ReadDistribution = (node, problems, readDuration) => {
  const pair = readPair(node, problems, "[mean, standard deviation]");
  if (pair === undefined) return undefined;
  const meanNs = readDuration(pair[0], problems);
  const deviationNs = readDuration(pair[1], problems);
  if (meanNs === undefined || deviationNs === undefined) return undefined;
  return { kind: "normal", meanNs, deviationNs };
};

const readLognormal: ReadDistribution = (node, problems, readDuration) => {
  const pair = readPair(node, problems, "[median, sigma]");
  if (pair === undefined) return undefined;
  const medianNs = readDuration(pair[0], problems);
  const sigma = readReal(pair[1], problems, "sigma", 0, MAX_SIGMA);
  if (medianNs === undefined || sigma === undefined) return undefined;
  return { kind: "lognormal", medianNs, sigmaQ32: toQ32(sigma) };
};

const readPareto: ReadDistribution = (node, problems, readDuration) => {
  const pair = readPair(node, problems, "[minimum, alpha]");
  if (pair === undefined) return undefined;
  const minimumNs = readDuration(pair[0], problems);
  const alpha = readReal(pair[1], problems, "alpha", MIN_ALPHA, MAX_ALPHA);
  if (minimumNs === undefined || alpha === undefined) return undefined;
  return { kind: "pareto", minimumNs, inverseAlphaQ32: toQ32(1 / alpha) };
};

const readChoice: ReadDistribution = (node, problems, readDuration) => {
  const items = readItems(node, problems, "[[value, weight], …]");
  if (items === undefined) return undefined;
  const valuesNs: Nanoseconds[] = [];
  const weightNodes: TreeNode[] = [];
  for (const item of items) {
    const pair = readPair(item, problems, "[value, weight]");
    const ns = pair === undefined ? undefined : readDuration(pair[0], problems);
    if (pair === undefined || ns === undefined) continue;
    valuesNs.push(ns);
    weightNodes.push(pair[1]);
  }
  const weights = readWeights(weightNodes, node, problems);
  if (weights === undefined || valuesNs.length < items.length) return undefined;
  // A weight of 0 takes its value out: handy when weights are overridden.
  const kept = (_: unknown, index: number) => weights[index] !== 0;
  return { kind: "choice", valuesNs: valuesNs.filter(kept), weights: weights.filter(kept) };
};

function readValues(kind: "empirical" | "sequence"): ReadDistribution {
  return (node, problems, readDuration) => {
    if (kind === "sequence" && node.kind === "string") return readSequenceText(node, problems, readDuration);
    const items = readItems(node, problems, "[value, …]");
    if (items === undefined) return undefined;
    const valuesNs: Nanoseconds[] = [];
    for (const item of items) {
      const ns = readDuration(item, problems);
      if (ns !== undefined) valuesNs.push(ns);
    }
    return valuesNs.length === items.length ? { kind, valuesNs } : undefined;
  };
}

/** Durations with blanks between them: a recording has a hundred thousand. */
function readSequenceText(
  node: StringNode,
  problems: ProblemList,
  readDuration: ReadDuration,
): Distribution | undefined {
  const words = node.value.split(/\s+/).filter((word) => word !== "");
  if (words.length === 0) problems.error(node, "found no value; expected durations with blanks between them");
  const valuesNs: Nanoseconds[] = [];
  for (const [index, word] of words.entries()) {
    const plain = plainDuration(word);
    const ns = plain ?? readDuration(wordNode(word, node, index), problems);
    if (ns !== undefined) valuesNs.push(ns);
  }
  return words.length > 0 && valuesNs.length === words.length ? { kind: "sequence", valuesNs } : undefined;
}

/** A word of a text, with a path as if it were the item of a list. */
function wordNode(word: string, node: StringNode, index: number): TreeNode {
  const list = { ...listNode(node.place), parent: node.parent, key: node.key };
  const scalar = scalarNode(
    parseDecimal(word) === null ? { kind: "string", value: word } : { kind: "number", text: word },
    node.place,
  );
  return { ...scalar, parent: list, key: index };
}

function readPair(node: TreeNode, problems: ProblemList, shape: string): [TreeNode, TreeNode] | undefined {
  if (node.kind === "list" && node.items.length === 2) return node.items as [TreeNode, TreeNode];
  const found = node.kind === "list" ? `a list of ${node.items.length}` : describe(node);
  problems.error(node, `found ${found}; expected ${shape}`);
  return undefined;
}

function readItems(node: TreeNode, problems: ProblemList, shape: string): readonly TreeNode[] | undefined {
  if (node.kind === "list" && node.items.length > 0) return node.items;
  problems.error(node, `found ${describe(node)}; expected a list with at least one value: ${shape}`);
  return undefined;
}

function readReal(node: TreeNode, problems: ProblemList, what: string, min: number, max: number): number | undefined {
  const value = node.kind === "number" ? Number(node.text) : Number.NaN;
  if (value >= min && value <= max) return value;
  problems.error(node, `found ${describe(node)}; expected ${what}: a number from ${min} to ${max}`);
  return undefined;
}

/** Unsigned fixed point with 32 fractional bits; the multiplication is exact, so every platform agrees. */
function toQ32(value: number): number {
  return Math.round(value * 2 ** 32);
}

export const DISTRIBUTIONS: ReadonlyMap<string, ReadDistribution> = new Map<string, ReadDistribution>([
  ["uniform", readUniform],
  ["exponential", readExponential],
  ["normal", readNormal],
  ["lognormal", readLognormal],
  ["pareto", readPareto],
  ["choice", readChoice],
  ["empirical", readValues("empirical")],
  ["sequence", readValues("sequence")],
]);
