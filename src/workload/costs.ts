/** The `costs` section: what switching takes, which is nothing unless it says so (spec machine-model, "Costs"). */
import type { Nanoseconds } from "../engine/types.js";
import type { ProblemList } from "./problem.js";
import { checkKeys, optional, readMap } from "./read.js";
import type { TreeNode } from "./source/tree.js";
import { readDuration } from "./values/span.js";
import type { Costs } from "./workload.js";

export const COST_KEYS = ["contextSwitch", "migration"] as const;

const FREE: Costs = { contextSwitchNs: 0, migrationNs: 0 };

export function readCosts(node: TreeNode | undefined, problems: ProblemList): Costs {
  if (node === undefined) return FREE;
  const map = readMap(node, problems, "the costs: a mapping with contextSwitch, migration");
  if (map === undefined) return FREE;
  checkKeys(map, COST_KEYS, problems, "costs");
  const cost = (key: (typeof COST_KEYS)[number]): Nanoseconds => {
    const value = optional(map, key);
    return (value && readDuration(value, problems)) ?? 0;
  };
  return { contextSwitchNs: cost("contextSwitch"), migrationNs: cost("migration") };
}
