/** `run`, `sleep`, `io`: the operations that last (spec machine-model, "Tasks"). */
import { readSpan, takesTime } from "../values/span.js";
import type { SpanOperation } from "../workload.js";
import type { OperationKind } from "./kind.js";

export function spanOperation(keyword: SpanOperation["op"]): OperationKind<SpanOperation> {
  return {
    keyword,
    bare: false,
    fields: [],
    beside: [],
    read(value, _item, scope) {
      const span = readSpan(value, scope.problems);
      return span === undefined ? undefined : { op: keyword, span };
    },
    effect: (operation) => (takesTime(operation.span) ? "time" : "nothing"),
    compile: (operation, builder) => builder.emit({ op: keyword, value: builder.value(operation.span) }),
  };
}
