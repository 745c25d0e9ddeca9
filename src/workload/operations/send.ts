/** `send`: adds messages to a channel (spec machine-model, "Tasks"; spec workload, "Operations"). */
import { MAX_COUNT } from "../limits.js";
import { checkKeys, optional, readBoolean, readName, readWhole, required } from "../read.js";
import type { TreeNode } from "../source/tree.js";
import type { SendOperation } from "../workload.js";
import type { OperationKind, Scope } from "./kind.js";

const FIELDS = ["to", "count", "sync"] as const;

export const CHANNEL_NAME = "the name of a channel";

export const sendOperation: OperationKind<SendOperation> = {
  keyword: "send",
  bare: false,
  fields: FIELDS,
  beside: ["sync"],

  read(value, item, scope) {
    const long = value.kind === "map" ? value : undefined;
    if (long !== undefined) checkKeys(long, FIELDS, scope.problems, "send");
    const nameNode = long === undefined ? value : required(long, "to", scope.problems, CHANNEL_NAME);
    const channel = nameNode && readName(nameNode, scope.problems, CHANNEL_NAME);
    const count = readCount(long && optional(long, "count"), scope);
    const inside = long && optional(long, "sync");
    const beside = optional(item, "sync");
    if (inside !== undefined && beside !== undefined) {
      scope.problems.error(beside, '"sync" stands both inside "send" and beside it', "remove one of them");
      return undefined;
    }
    const syncNode = inside ?? beside;
    const sync = syncNode === undefined ? false : readBoolean(syncNode, scope.problems);
    if (channel === undefined || nameNode === undefined || count === undefined || sync === undefined) return undefined;
    if (count > 0) scope.uses.record("channel", "send", channel, scope, nameNode);
    return { op: "send", channel, count, sync };
  },
  effect: () => "nothing",
  compile(operation, builder) {
    const object = builder.object("channel", operation.channel);
    builder.loop(operation.count, () => builder.emit({ op: "send", object, sync: operation.sync }));
  },
};

/** How many messages: 1 unless said. */
export function readCount(node: TreeNode | undefined, scope: Scope): number | undefined {
  if (node === undefined) return 1;
  return readWhole(node, scope.problems, { what: "the number of messages", min: 0, max: MAX_COUNT });
}
