/** `repeat`: a part of a program several times, or for ever. */
import { MAX_COUNT, MAX_PROGRAM_DEPTH } from "../limits.js";
import { checkKeys, readMap, readWhole, required } from "../read.js";
import type { MapNode, TreeNode } from "../source/tree.js";
import type { Program, RepeatOperation } from "../workload.js";
import type { OperationKind, Scope } from "./kind.js";

const FIELDS = ["count", "program"] as const;
const EXPECTED_COUNT = "the number of rounds";

export const repeatOperation: OperationKind<RepeatOperation> = {
  keyword: "repeat",
  bare: false,
  fields: FIELDS,
  beside: [],

  read(value, _item, scope) {
    const map = readMap(value, scope.problems, "a mapping with count, program");
    if (map === undefined) return undefined;
    checkKeys(map, FIELDS, scope.problems, "repeat");
    const countNode = required(map, "count", scope.problems, `${EXPECTED_COUNT}, or forever`);
    const count = countNode && readRounds(countNode, scope);
    const program = readBody(map, scope);
    if (count === undefined || program === undefined) return undefined;
    return { op: "repeat", count, program };
  },
  effect(operation, turnEffect) {
    if (operation.count === "forever") return "ends";
    return operation.count === 0 ? "nothing" : turnEffect(operation.program);
  },
  compile(operation, builder) {
    if (operation.count === "forever") builder.forever(() => builder.program(operation.program));
    else builder.loop(operation.count, () => builder.program(operation.program));
  },
};

function readRounds(node: TreeNode, scope: Scope): number | "forever" | undefined {
  if (node.kind === "string" && node.value === "forever") return "forever";
  const range = `, or the word forever`;
  return readWhole(node, scope.problems, { what: EXPECTED_COUNT, min: 0, max: MAX_COUNT, range });
}

function readBody(map: MapNode, scope: Scope): Program | undefined {
  const node = required(map, "program", scope.problems, "a list of operations");
  if (node === undefined) return undefined;
  if (tooDeep(map, scope)) return undefined;
  return scope.readProgram(node, { ...scope, depth: scope.depth + 1 });
}

/** Whether one more level of `repeat` or `fork` is too many; a message if so. */
export function tooDeep(node: TreeNode, scope: Scope): boolean {
  if (scope.depth < MAX_PROGRAM_DEPTH) return false;
  scope.problems.error(node, `"repeat" and "fork" are nested too deeply: at most ${MAX_PROGRAM_DEPTH} levels`);
  return true;
}
