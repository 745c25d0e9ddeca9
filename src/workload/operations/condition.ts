/** `wait`, `signal` and `broadcast`: condition variables. */
import { checkKeys, readMap, readName, required } from "../read.js";
import type { ConditionOperation, WaitOperation } from "../workload.js";
import type { OperationKind } from "./kind.js";
import { MUTEX_NAME } from "./mutex.js";

const FIELDS = ["cond", "mutex"] as const;
const CONDITION_NAME = "the name of a condition";

export const waitOperation: OperationKind<WaitOperation> = {
  keyword: "wait",
  bare: false,
  fields: FIELDS,
  beside: [],
  read(value, _item, scope) {
    const { problems } = scope;
    const map = readMap(value, problems, "a mapping with cond, mutex");
    if (map === undefined) return undefined;
    checkKeys(map, FIELDS, problems, "wait");
    const conditionNode = required(map, "cond", problems, CONDITION_NAME);
    const mutexNode = required(map, "mutex", problems, `${MUTEX_NAME} that the task holds`);
    const condition = conditionNode && readName(conditionNode, problems, CONDITION_NAME);
    const mutex = mutexNode && readName(mutexNode, problems, MUTEX_NAME);
    if (!conditionNode || !mutexNode || condition === undefined || mutex === undefined) return undefined;
    scope.uses.record("condition", "wait", condition, scope, conditionNode);
    scope.uses.recordMutex("wait", mutex, scope, mutexNode);
    return { op: "wait", condition, mutex };
  },
  effect: () => "time",
  compile({ condition, mutex }, builder) {
    builder.emit({ op: "wait", object: builder.object("condition", condition), mutex: builder.object("mutex", mutex) });
  },
};

export function conditionOperation(keyword: ConditionOperation["op"]): OperationKind<ConditionOperation> {
  return {
    keyword,
    bare: false,
    fields: [],
    beside: [],
    read(value, _item, scope) {
      const condition = readName(value, scope.problems, CONDITION_NAME);
      if (condition === undefined) return undefined;
      scope.uses.record("condition", keyword, condition, scope, value);
      return { op: keyword, condition };
    },
    effect: () => "nothing",
    compile(operation, builder) {
      builder.emit({ op: keyword, object: builder.object("condition", operation.condition) });
    },
  };
}
