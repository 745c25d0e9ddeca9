/** `yield`, `join` and `exit`: written as a bare word, or with `true` after them. */
import { describe } from "../source/tree.js";
import type { WordOperation } from "../workload.js";
import type { Effect, OperationKind } from "./kind.js";

export function wordOperation(keyword: WordOperation["op"], effect: Effect): OperationKind<WordOperation> {
  return {
    keyword,
    bare: true,
    fields: [],
    beside: [],
    read(value, _item, scope) {
      // `- yield:` is YAML for the word with nothing after it.
      if ((value.kind === "boolean" && value.value) || value.kind === "null") return { op: keyword };
      const message = `found ${describe(value)}; expected true: "${keyword}" takes no value`;
      scope.problems.error(value, message, `write the word alone, or leave the operation out`);
      return undefined;
    },
    effect: () => effect,
    compile: (_operation, builder) => builder.emit({ op: keyword }),
  };
}
