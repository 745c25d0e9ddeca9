/** The values of a parameter as a plan writes them: a single one, a list, or a range. */
import { canonicalPath } from "../workload/overrides/path.js";
import type { ProblemList } from "../workload/problem.js";
import { checkKeys, optional, readBoolean, readWhole, readWord, required } from "../workload/read.js";
import { plainValue } from "../workload/source/plain-value.js";
import { describe, type MapNode, type TreeNode } from "../workload/source/tree.js";
import { durationOfText } from "../workload/values/duration.js";
import type { Parameter, ParameterValue } from "./plan.js";
import { type Range, spaced, valueAt } from "./spacing.js";

/** Enough for every plot, and few enough to be read. */
const MAX_STEPS = 100_000;

const RANGE_KEYS = ["from", "to", "steps", "scale", "whole"] as const;
const CHOICE_KEYS = ["choose"] as const;

/** What a parameter takes on. */
export type Values =
  | { readonly kind: "listed"; readonly parameter: Parameter; readonly values: readonly ParameterValue[] }
  /** To be drawn: the value at a share (0 … 1) of the way. */
  | { readonly kind: "drawn"; readonly parameter: Parameter; readonly valueAt: (share: number) => ParameterValue };

/** Reads what stands behind a path. `sampled`: ranges without steps are drawn from. */
export function readValues(path: string, node: TreeNode, sampled: boolean, problems: ProblemList): Values | undefined {
  if (node.kind === "map" && node.entries.has("choose")) return readChoice(path, node, sampled, problems);
  if (node.kind === "map" && (node.entries.has("from") || node.entries.has("to"))) {
    return readRange(path, node, sampled, problems);
  }
  const items = node.kind === "list" ? node.items : [node];
  if (items.length === 0) {
    problems.error(node, "found an empty list; expected at least one value");
    return undefined;
  }
  const typed = typeValues(path, items, problems);
  return typed && { kind: "listed", ...typed };
}

/** The type that suits all values of a parameter, and the values in it. */
export function typeValues(
  path: string,
  nodes: readonly TreeNode[],
  problems: ProblemList,
): { parameter: Parameter; values: ParameterValue[] } | undefined {
  const plain = { path: canonicalPath(path), json: false, unit: null, scale: "lin" } as const;
  for (const node of nodes) {
    if (node.kind === "other") {
      problems.error(node, `found ${node.what}; expected a value of a workload`);
      return undefined;
    }
  }
  const durations = nodes.map(durationOf);
  if (durations.some((ns) => ns !== null) && nodes.every((node, index) => durations[index] !== null || isZero(node))) {
    return { parameter: { ...plain, type: "whole", unit: "ns" }, values: durations.map((ns) => ns ?? 0) };
  }
  if (nodes.every((node) => node.kind === "number")) {
    const values = nodes.map((node) => Number(node.text));
    const lost = nodes.find((_, index) => Number.isInteger(values[index]) && !Number.isSafeInteger(values[index]));
    if (lost !== undefined) {
      problems.error(lost, `found ${describe(lost)}; expected a number that a double holds exactly (below 2^53)`);
      return undefined;
    }
    return { parameter: { ...plain, type: values.every(Number.isInteger) ? "whole" : "number" }, values };
  }
  if (nodes.every((node) => node.kind === "boolean")) {
    return { parameter: { ...plain, type: "boolean" }, values: nodes.map((node) => node.value) };
  }
  if (nodes.every((node) => node.kind === "string")) {
    return { parameter: { ...plain, type: "text" }, values: nodes.map((node) => node.value) };
  }
  return {
    parameter: { ...plain, type: "text", json: true },
    values: nodes.map((node) => JSON.stringify(plainValue(node))),
  };
}

function durationOf(node: TreeNode): number | null {
  if (node.kind !== "string") return null;
  const read = durationOfText(node.value);
  return read.ok ? read.ns : null;
}

function isZero(node: TreeNode): boolean {
  return node.kind === "number" && Number(node.text) === 0;
}

function readRange(path: string, map: MapNode, sampled: boolean, problems: ProblemList): Values | undefined {
  checkKeys(map, RANGE_KEYS, problems, "a range");
  const fromNode = required(map, "from", problems, "where the range begins");
  const toNode = required(map, "to", problems, "where the range ends");
  const stepsNode = optional(map, "steps");
  const scaleNode = optional(map, "scale");
  const wholeNode = optional(map, "whole");
  const scale =
    scaleNode === undefined ? "lin" : readWord(scaleNode, problems, ["lin", "log"], "how values are spaced");
  const whole = wholeNode && readBoolean(wholeNode, problems);
  const steps = stepsNode && readWhole(stepsNode, problems, { what: "how many values", min: 1, max: MAX_STEPS });
  if (stepsNode === undefined && !sampled) {
    const message = '"steps" is missing; expected how many values to take, both ends among them';
    problems.keyError(map, "steps", message, "or write `sample: {count: 100}` beside `vary` to draw from the range");
    return undefined;
  }
  if (fromNode === undefined || toNode === undefined || scale === undefined) return undefined;
  const ends = typeValues(path, [fromNode, toNode], problems);
  if (ends === undefined) return undefined;
  const [from, to] = ends.values;
  if (typeof from !== "number" || typeof to !== "number") {
    problems.error(map, `found ${describe(fromNode)} to ${describe(toNode)}; expected two numbers or two durations`);
    return undefined;
  }
  if (scale === "log" && !(from > 0 && to > 0)) {
    problems.error(from > 0 ? toNode : fromNode, "found an end that is not above 0; a log scale has none there");
    return undefined;
  }
  const isWhole = ends.parameter.unit === "ns" || (whole ?? ends.parameter.type === "whole");
  const range: Range = { from, to, scale, whole: isWhole };
  const parameter: Parameter = { ...ends.parameter, type: isWhole ? "whole" : "number", scale };
  if (steps === undefined) return { kind: "drawn", parameter, valueAt: (share) => valueAt(range, share) };
  if (steps === 1 && from !== to) {
    problems.error(stepsNode ?? map, "found 1; expected at least 2 steps: both ends are among them");
    return undefined;
  }
  const values = spaced(range, steps);
  if (values.length < steps && from !== to) {
    const message = `${steps} steps make only ${values.length} different whole numbers`;
    problems.warning(map, message, ends.parameter.unit === "ns" ? undefined : "`whole: false` keeps fractions");
  }
  return { kind: "listed", parameter, values };
}

function readChoice(path: string, map: MapNode, sampled: boolean, problems: ProblemList): Values | undefined {
  checkKeys(map, CHOICE_KEYS, problems, "a choice");
  const node = optional(map, "choose");
  if (node?.kind !== "list" || node.items.length === 0) {
    problems.error(node ?? map, `found ${describe(node ?? map)}; expected a list of values to choose from`);
    return undefined;
  }
  if (!sampled) {
    problems.error(map, "a choice is drawn from, but the plan has no `sample`", "write the list alone to take all");
    return undefined;
  }
  const typed = typeValues(path, node.items, problems);
  if (typed === undefined) return undefined;
  const { values } = typed;
  const choose = (share: number) => values[Math.min(Math.floor(share * values.length), values.length - 1)] ?? null;
  return { kind: "drawn", parameter: typed.parameter, valueAt: choose };
}
