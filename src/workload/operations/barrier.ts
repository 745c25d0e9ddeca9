/** `barrier`: nobody goes on before so many parties have come. */
import { MAX_COUNT } from "../limits.js";
import { checkKeys, readMap, readName, readWhole, required } from "../read.js";
import type { BarrierOperation } from "../workload.js";
import type { OperationKind } from "./kind.js";

const FIELDS = ["name", "parties"] as const;
const BARRIER_NAME = "the name of a barrier";
const PARTIES = { what: "the number of tasks that meet", min: 1, max: MAX_COUNT } as const;

export const barrierOperation: OperationKind<BarrierOperation> = {
  keyword: "barrier",
  bare: false,
  fields: FIELDS,
  beside: [],
  read(value, _item, scope) {
    const { problems, uses } = scope;
    const map = readMap(value, problems, "a mapping with name, parties");
    if (map === undefined) return undefined;
    checkKeys(map, FIELDS, problems, "barrier");
    const nameNode = required(map, "name", problems, BARRIER_NAME);
    const partiesNode = required(map, "parties", problems, PARTIES.what);
    const name = nameNode && readName(nameNode, problems, BARRIER_NAME);
    const parties = partiesNode && readWhole(partiesNode, problems, PARTIES);
    if (!nameNode || !partiesNode || name === undefined || parties === undefined) return undefined;
    uses.record("barrier", "barrier", name, scope, nameNode);
    uses.agree("barrier", name, parties, `${parties} parties`, scope, partiesNode);
    return { op: "barrier", name, parties };
  },
  effect: ({ parties }) => (parties > 1 ? "time" : "nothing"),
  compile: ({ name, parties }, builder) => builder.emit({ op: "barrier", object: builder.barrier(name, parties) }),
};
