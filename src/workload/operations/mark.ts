/** `mark`: counts an iteration of a named kind; takes no time and decides nothing. */
import { readName } from "../read.js";
import type { MarkOperation } from "../workload.js";
import type { OperationKind } from "./kind.js";

export const markOperation: OperationKind<MarkOperation> = {
  keyword: "mark",
  bare: false,
  fields: [],
  beside: [],
  read(value, _item, scope) {
    const name = readName(value, scope.problems, "the name of a mark");
    return name === undefined ? undefined : { op: "mark", name };
  },
  effect: () => "nothing",
  compile: (operation, builder) => builder.emit({ op: "mark", mark: builder.mark(operation.name) }),
};
