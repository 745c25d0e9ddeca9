/** `suspend` and `resume`, as rt-app means them: all that are suspended at a point go on when it is resumed. */

import { readName } from "../read.js";
import { describe } from "../source/tree.js";
import type { SuspensionOperation } from "../workload.js";
import type { OperationKind } from "./kind.js";

const POINT_NAME = "the name of a point where tasks are suspended";

export const suspendOperation: OperationKind<SuspensionOperation> = {
  keyword: "suspend",
  bare: true,
  fields: [],
  beside: [],
  read(value, _item, scope) {
    const alone = value.kind === "null" || (value.kind === "boolean" && value.value);
    const point = alone ? scope.taskName : readName(value, scope.problems, POINT_NAME);
    if (point === undefined) return undefined;
    scope.uses.record("suspension", "suspend", point, scope, value);
    return { op: "suspend", point };
  },
  effect: () => "time",
  compile(operation, builder) {
    builder.emit({ op: "suspend", object: builder.object("suspension", operation.point) });
  },
};

export const resumeOperation: OperationKind<SuspensionOperation> = {
  keyword: "resume",
  bare: false,
  fields: [],
  beside: [],
  read(value, _item, scope) {
    if (value.kind === "null" || value.kind === "boolean") {
      scope.problems.error(value, `found ${describe(value)}; expected ${POINT_NAME}, or of a task`);
      return undefined;
    }
    const point = readName(value, scope.problems, POINT_NAME);
    if (point === undefined) return undefined;
    scope.uses.record("suspension", "resume", point, scope, value);
    return { op: "resume", point };
  },
  effect: () => "nothing",
  compile(operation, builder) {
    builder.emit({ op: "resume", object: builder.object("suspension", operation.point) });
  },
};
