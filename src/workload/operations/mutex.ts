/** `lock` and `unlock`: mutexes, first come first served (docs/workload-format.md, "Synchronisation"). */
import { readName } from "../read.js";
import type { MutexOperation } from "../workload.js";
import type { OperationKind } from "./kind.js";

export const MUTEX_NAME = "the name of a mutex";

export function mutexOperation(keyword: MutexOperation["op"]): OperationKind<MutexOperation> {
  return {
    keyword,
    bare: false,
    fields: [],
    beside: [],
    read(value, _item, scope) {
      const mutex = readName(value, scope.problems, MUTEX_NAME);
      if (mutex === undefined) return undefined;
      scope.uses.recordMutex(keyword, mutex, scope, value);
      return { op: keyword, mutex };
    },
    effect: () => "nothing",
    compile: (operation, builder) => builder.emit({ op: keyword, object: builder.object("mutex", operation.mutex) }),
  };
}
