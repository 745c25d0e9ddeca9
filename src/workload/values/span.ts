/** Spans: a duration, or a distribution that is drawn from (spec workload, "Values"). */
import type { Distribution } from "../../engine/image.js";
import type { Nanoseconds } from "../../engine/types.js";
import { listNames, nameHint } from "../nearest.js";
import type { ProblemList } from "../problem.js";
import { describe, type MapNode, quote, type TreeNode } from "../source/tree.js";
import type { Span } from "../workload.js";
import { DISTRIBUTIONS } from "./distributions.js";
import { durationOfNumber, durationOfText, EXPECTED_DURATION } from "./duration.js";

/** A duration or a distribution; undefined after a message. */
export function readSpan(node: TreeNode, problems: ProblemList): Span | undefined {
  return node.kind === "map" ? readDistribution(node, problems) : readDuration(node, problems);
}

/** A constant duration, 0 … 2^53 - 1 ns. */
export function readDuration(node: TreeNode, problems: ProblemList): Nanoseconds | undefined {
  if (node.kind !== "number" && node.kind !== "string") {
    problems.error(node, `found ${describe(node)}; expected ${EXPECTED_DURATION}`);
    return undefined;
  }
  const result = node.kind === "number" ? durationOfNumber(node.text) : durationOfText(node.value);
  if (result.ok) return result.ns;
  problems.error(node, `found ${describe(node)}${result.message}`, result.hint);
  return undefined;
}

function readDistribution(map: MapNode, problems: ProblemList): Distribution | undefined {
  const [first, ...others] = map.entries;
  const names = [...DISTRIBUTIONS.keys()];
  if (first === undefined || others.length > 0) {
    const found = first === undefined ? "an empty mapping" : `the keys ${listNames([...map.entries.keys()], 8)}`;
    problems.error(map, `found ${found}; expected a duration or one distribution: ${names.join(", ")}`);
    return undefined;
  }
  const [name, { value }] = first;
  const read = DISTRIBUTIONS.get(name);
  if (read === undefined) {
    problems.keyError(map, name, `unknown distribution ${quote(name)}`, nameHint(name, names));
    return undefined;
  }
  return read(value, problems, readDuration);
}

/** Whether it can last longer than nothing. */
export function takesTime(span: Span): boolean {
  if (typeof span === "number") return span > 0;
  switch (span.kind) {
    case "uniform":
      return span.highNs > 0;
    case "exponential":
      return span.meanNs > 0;
    case "normal":
      return span.meanNs > 0 || span.deviationNs > 0;
    case "lognormal":
      return span.medianNs > 0;
    case "pareto":
      return span.minimumNs > 0;
    case "choice":
    case "empirical":
    case "sequence":
      return span.valuesNs.some((ns) => ns > 0);
  }
}
