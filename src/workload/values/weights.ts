/** Weights of a `choice`: written as decimals, drawn with as whole numbers of the same proportions. */
import type { ProblemList } from "../problem.js";
import { describe, type TreeNode } from "../source/tree.js";
import { type Decimal, parseDecimal, wholeMultiple } from "./decimal.js";

/** The core adds the weights up in 32 bits. */
const MAX_SUM = 2n ** 32n - 1n;

export function readWeights(nodes: readonly TreeNode[], list: TreeNode, problems: ProblemList): number[] | undefined {
  const decimals: Decimal[] = [];
  for (const node of nodes) {
    const decimal = node.kind === "number" ? parseDecimal(node.text) : null;
    if (decimal === null || decimal.negative) {
      problems.error(node, `found ${describe(node)}; expected a weight: a number of 0 or more`);
    } else {
      decimals.push(decimal);
    }
  }
  if (decimals.length < nodes.length) return undefined;
  const weights = toWhole(decimals);
  const sum = weights?.reduce((total, weight) => total + weight, 0n);
  if (weights === undefined || sum === undefined || sum > MAX_SUM) {
    problems.error(
      list,
      "the weights differ too much: brought to whole numbers, their sum is over 2^32 - 1",
      "round them",
    );
    return undefined;
  }
  if (sum === 0n) {
    problems.error(list, "all weights are 0; expected at least one above 0");
    return undefined;
  }
  return weights.map(Number);
}

/** The smallest whole numbers in the same proportions; undefined where they would be enormous. */
function toWhole(decimals: readonly Decimal[]): bigint[] | undefined {
  const places = Math.max(0, ...decimals.map((decimal) => -decimal.exponent));
  if (places > 30) return undefined;
  const scaled: bigint[] = [];
  for (const decimal of decimals) {
    const whole = wholeMultiple(decimal, 10n ** BigInt(places));
    if (typeof whole !== "bigint") return undefined;
    scaled.push(whole);
  }
  const divisor = scaled.reduce(greatestCommonDivisor, 0n);
  return divisor === 0n ? scaled : scaled.map((weight) => weight / divisor);
}

function greatestCommonDivisor(a: bigint, b: bigint): bigint {
  let [larger, smaller] = [a, b];
  while (smaller !== 0n) [larger, smaller] = [smaller, larger % smaller];
  return larger;
}
