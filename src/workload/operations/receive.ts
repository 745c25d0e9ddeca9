/** `recv`: takes messages from a channel, waiting while there are none (spec machine-model, "Tasks"). */
import { checkKeys, optional, readName, required } from "../read.js";
import type { ReceiveOperation } from "../workload.js";
import type { OperationKind } from "./kind.js";
import { CHANNEL_NAME, readCount } from "./send.js";

const FIELDS = ["from", "count"] as const;

export const receiveOperation: OperationKind<ReceiveOperation> = {
  keyword: "recv",
  bare: false,
  fields: FIELDS,
  beside: [],

  read(value, _item, scope) {
    const long = value.kind === "map" ? value : undefined;
    if (long !== undefined) checkKeys(long, FIELDS, scope.problems, "recv");
    const nameNode = long === undefined ? value : required(long, "from", scope.problems, CHANNEL_NAME);
    const channel = nameNode && readName(nameNode, scope.problems, CHANNEL_NAME);
    const count = readCount(long && optional(long, "count"), scope);
    if (channel === undefined || nameNode === undefined || count === undefined) return undefined;
    if (count > 0) scope.uses.record("channel", "recv", channel, scope, nameNode);
    return { op: "recv", channel, count };
  },
  // It may find a message waiting and take no time; but messages are used up, so it cannot go on for ever alone.
  effect: (operation) => (operation.count > 0 ? "time" : "nothing"),
  compile(operation, builder) {
    const object = builder.object("channel", operation.channel);
    builder.loop(operation.count, () => builder.emit({ op: "recv", object }));
  },
};
