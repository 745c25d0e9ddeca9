/** `down` and `up`: semaphores, whose units are remembered. */
import { readName } from "../read.js";
import type { SemaphoreOperation } from "../workload.js";
import type { OperationKind } from "./kind.js";

export function semaphoreOperation(keyword: SemaphoreOperation["op"]): OperationKind<SemaphoreOperation> {
  return {
    keyword,
    bare: false,
    fields: [],
    beside: [],
    read(value, _item, scope) {
      const semaphore = readName(value, scope.problems, "the name of a semaphore");
      if (semaphore === undefined) return undefined;
      scope.uses.record("semaphore", keyword, semaphore, scope, value);
      return { op: keyword, semaphore };
    },
    // As a `recv`: units are used up, so it cannot go on for ever alone.
    effect: () => (keyword === "down" ? "time" : "nothing"),
    compile(operation, builder) {
      builder.emit({ op: keyword, object: builder.object("semaphore", operation.semaphore) });
    },
  };
}
