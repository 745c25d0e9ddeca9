/** Programs: lists of operations (or texts of them), and whether a turn round one can stand still. */
import { nameHint } from "./nearest.js";
import type { Effect, OperationKind, Scope } from "./operations/kind.js";
import { OPERATIONS } from "./operations/table.js";
import { forEachLine, type ProgramLine } from "./program-lines.js";
import { checkKeys } from "./read.js";
import {
  describe,
  type MapNode,
  quote,
  type Scalar,
  type StringNode,
  scalarNode,
  type TreeNode,
} from "./source/tree.js";
import type { Operation, Program } from "./workload.js";

const EXPECTED_OPERATION = 'an operation such as {run: 8ms}, or the word "yield" or "exit"';

/** Operations that a mistake was found in are left out. */
type TakeOperation = (operation: Operation) => void;

/** The program, or undefined where any of its operations has a mistake. */
export function readProgram(node: TreeNode, scope: Scope): Program | undefined {
  const operations: Operation[] = [];
  const errorsBefore = scope.problems.errorCount;
  const take: TakeOperation = (operation) => operations.push(operation);
  if (node.kind === "string") {
    readLines(node, scope, take);
  } else if (node.kind === "list") {
    for (const item of node.items) readItem(item, scope, take);
  } else {
    const hint = node.kind === "map" ? "put a dash (YAML) or brackets (JSON) around each operation" : undefined;
    scope.problems.error(node, `found ${describe(node)}; expected a list of operations`, hint);
  }
  return scope.problems.errorCount === errorsBefore ? operations : undefined;
}

function readItem(item: TreeNode, scope: Scope, take: TakeOperation): void {
  if (item.kind === "string") {
    readLines(item, scope, take);
    return;
  }
  const operation = readOperation(item, scope);
  if (operation === undefined) return;
  take(operation);
  if (operation.op === "repeat" && operation.count === "forever") {
    checkTakesTime(operation.program, "repeats for ever", item, scope);
  }
}

function readLines(node: StringNode, scope: Scope, take: TakeOperation): void {
  forEachLine(node, (line) => {
    const operation = readLine(line, scope);
    if (operation !== undefined) take(operation);
  });
}

function readOperation(item: TreeNode, scope: Scope): Operation | undefined {
  if (item.kind !== "map") {
    scope.problems.error(item, `found ${describe(item)}; expected ${EXPECTED_OPERATION}`);
    return undefined;
  }
  const kind = findKind(item, scope);
  if (kind === undefined) return undefined;
  const errorsBefore = scope.problems.errorCount;
  checkOtherKeys(item, kind, scope);
  const value = item.entries.get(kind.keyword)?.value;
  const operation = value && kind.read(value, item, scope);
  return scope.problems.errorCount === errorsBefore ? operation : undefined;
}

/** The operation whose keyword stands in the mapping; a message where there is none. */
function findKind(item: MapNode, scope: Scope): OperationKind | undefined {
  const keys = [...item.entries.keys()];
  for (const key of keys) {
    const kind = OPERATIONS.get(key);
    if (kind !== undefined) return kind;
  }
  const [key] = keys;
  if (key === undefined) scope.problems.error(item, `found an empty mapping; expected ${EXPECTED_OPERATION}`);
  else reportUnknown(key, item, scope);
  return undefined;
}

function checkOtherKeys(item: MapNode, kind: OperationKind, scope: Scope): void {
  for (const key of item.entries.keys()) {
    if (key === kind.keyword || kind.beside.includes(key)) continue;
    if (OPERATIONS.has(key)) {
      const message = `found the operations ${quote(kind.keyword)} and ${quote(key)} in one item; expected one`;
      scope.problems.keyError(item, key, message, "give each operation an item of the list to itself");
      return;
    }
  }
  checkKeys(item, [kind.keyword, ...kind.beside], scope.problems, `a ${quote(kind.keyword)} operation`);
}

function readLine({ keyword, value, item }: ProgramLine, scope: Scope): Operation | undefined {
  const kind = OPERATIONS.get(keyword);
  if (kind === undefined) {
    reportUnknown(keyword, scalarInPlaceOf(item, { kind: "string", value: keyword }), scope);
    return undefined;
  }
  if (value !== null) return kind.read(value, item, scope);
  if (kind.bare) return kind.read(scalarInPlaceOf(item, { kind: "boolean", value: true }), item, scope);
  const message = `found ${quote(keyword)} alone; this operation needs a value`;
  scope.problems.error(item, message, `write {${keyword}: …}`);
  return undefined;
}

function scalarInPlaceOf(item: MapNode, scalar: Scalar): TreeNode {
  return { ...scalarNode(scalar, item.place), parent: item.parent, key: item.key };
}

function reportUnknown(name: string, node: TreeNode, scope: Scope): void {
  const message = `unknown operation ${quote(name)}`;
  const hint = nameHint(name, [...OPERATIONS.keys()]);
  if (node.kind === "map") scope.problems.keyError(node, name, message, hint);
  else scope.problems.error(node, message, hint);
}

/** The effect of one passage through a program: that of the first operation that has one. */
export function turnEffect(program: Program): Effect {
  for (const operation of program) {
    const effect = OPERATIONS.get(operation.op)?.effect(operation, turnEffect) ?? "nothing";
    if (effect !== "nothing") return effect;
  }
  return "nothing";
}

/** Whether every passage through `program` stops inside it: the task exits, or repeats a part for ever. */
export function neverComesRound(program: Program): boolean {
  return program.some((operation) => {
    if (operation.op === "exit") return true;
    if (operation.op !== "repeat") return false;
    return operation.count === "forever" || (operation.count > 0 && neverComesRound(operation.program));
  });
}

/** A message where turn after turn of `program` would happen at one and the same instant. */
export function checkTakesTime(program: Program, what: string, node: TreeNode, scope: Scope): void {
  if (turnEffect(program) !== "nothing") return;
  const message = `this program ${what} but a turn takes no time; expected a run, sleep or io above 0, or an operation that waits, in every turn`;
  scope.problems.error(node, message);
}
