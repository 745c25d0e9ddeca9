/** `fork`: creates a child, which starts with what the parent has (spec machine-model, "Tasks"). */
import type { ForkOperation } from "../workload.js";
import type { OperationKind } from "./kind.js";

/** A task document without what only a task of the workload can have. */
export const FORK_KEYS = [
  "name",
  "nice",
  "policy",
  "rtprio",
  "affinity",
  "mm",
  "deadline",
  "slice",
  "loop",
  "program",
] as const;

export const forkOperation: OperationKind<ForkOperation> = {
  keyword: "fork",
  bare: false,
  fields: FORK_KEYS,
  beside: [],
  read(value, _item, scope) {
    const task = scope.readForkedTask(value, scope);
    return task === undefined ? undefined : { op: "fork", task };
  },
  effect: () => "nothing",
  compile: (operation, builder) => builder.emit({ op: "fork", document: builder.fork(operation.task) }),
};
