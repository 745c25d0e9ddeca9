/** `nice`, `policy`, `affinity`: the task changes what it is (spec operations-*.md of each family). */
import type { Policy } from "../../engine/types.js";
import { checkKeys, optional, readMap, readWhole, readWord, required } from "../read.js";
import { describe, type MapNode } from "../source/tree.js";
import { readCpuSet } from "../values/cpu-set.js";
import type { AffinityOperation, NiceOperation, PolicyOperation } from "../workload.js";
import type { OperationKind, Scope } from "./kind.js";

export const POLICIES = ["normal", "batch", "idle", "fifo", "rr"] as const satisfies readonly Policy[];

export const NICE_RANGE = { what: "a nice value", min: -20, max: 19 } as const;

export const MAX_RTPRIO = 99;

export function isRealTime(policy: Policy): boolean {
  return policy === "fifo" || policy === "rr";
}

export const niceOperation: OperationKind<NiceOperation> = {
  keyword: "nice",
  bare: false,
  fields: [],
  beside: [],
  read(value, _item, scope) {
    const nice = readWhole(value, scope.problems, NICE_RANGE);
    return nice === undefined ? undefined : { op: "nice", nice };
  },
  effect: () => "nothing",
  compile: (operation, builder) => builder.emit({ op: "nice", nice: operation.nice }),
};

const POLICY_FIELDS = ["policy", "rtprio"] as const;

export const policyOperation: OperationKind<PolicyOperation> = {
  keyword: "policy",
  bare: false,
  fields: POLICY_FIELDS,
  beside: [],
  read(value, _item, scope) {
    const hint = value.kind === "string" ? `write {policy: {policy: ${value.value.slice(0, 20)}}}` : undefined;
    const map = readMap(value, scope.problems, "a mapping with policy, rtprio", hint);
    if (map === undefined) return undefined;
    checkKeys(map, POLICY_FIELDS, scope.problems, "policy");
    const policyNode = required(map, "policy", scope.problems, `a policy: ${POLICIES.join(", ")}`);
    const policy = policyNode && readWord(policyNode, scope.problems, POLICIES, "a policy");
    const rtprioNode = optional(map, "rtprio");
    // As wide as the system call's argument: the kernel tests the value itself.
    const range = { what: "a real-time priority", min: -(2 ** 31), max: 2 ** 31 - 1 };
    const rtprio = rtprioNode === undefined ? 0 : readWhole(rtprioNode, scope.problems, range);
    if (policy === undefined || rtprio === undefined) return undefined;
    warnIfRefused(policy, rtprio, map, scope);
    return { op: "policy", policy, rtprio };
  },
  effect: () => "nothing",
  compile(operation, builder) {
    builder.emit({ op: "policy", policy: operation.policy, rtprio: operation.rtprio });
  },
};

function warnIfRefused(policy: Policy, rtprio: number, map: MapNode, scope: Scope): void {
  const [min, max] = isRealTime(policy) ? [1, MAX_RTPRIO] : [0, 0];
  if (rtprio >= min && rtprio <= max) return;
  const node = map.entries.get("rtprio")?.value ?? map;
  const expected = isRealTime(policy) ? `1 to ${MAX_RTPRIO}` : "0";
  const found = node === map ? "no rtprio" : describe(node);
  const message = `found ${found} with policy ${policy}; expected rtprio ${expected}`;
  scope.problems.warning(node, `${message}: at run time the change is refused, as the kernel does`);
}

export const affinityOperation: OperationKind<AffinityOperation> = {
  keyword: "affinity",
  bare: false,
  fields: [],
  beside: [],
  read(value, _item, scope) {
    if (value.kind === "null") return { op: "affinity", cpus: null };
    const cpus = readCpuSet(value, scope.cpus, scope.problems);
    return cpus === undefined ? undefined : { op: "affinity", cpus };
  },
  effect: () => "nothing",
  compile: (operation, builder) => builder.emit({ op: "affinity", mask: operation.cpus ?? builder.allCpus }),
};
