/** Sets of CPUs: `[0, 3]`, `"0-3,7"`, `3`; held as one 64-bit mask. */
import { MAX_CPUS } from "../limits.js";
import type { ProblemList } from "../problem.js";
import { readWhole } from "../read.js";
import { describe, type TreeNode } from "../source/tree.js";

export const EXPECTED_CPUS = 'CPUs: a list such as [0, 3], or text such as "0-3,7"';

/** The mask of all CPUs of a machine. */
export function allCpus(cpus: number): bigint {
  return (1n << BigInt(cpus)) - 1n;
}

/** The set, or undefined after a message where it is empty, malformed or outside the machine. */
export function readCpuSet(node: TreeNode, cpus: number, problems: ProblemList): bigint | undefined {
  switch (node.kind) {
    case "list":
      return fromList(node.items, node, cpus, problems);
    case "number":
      return fromList([node], node, cpus, problems);
    case "string":
      return fromText(node.value, node, cpus, problems);
    default:
      problems.error(node, `found ${describe(node)}; expected ${EXPECTED_CPUS}`);
      return undefined;
  }
}

function fromList(items: readonly TreeNode[], node: TreeNode, cpus: number, problems: ProblemList) {
  if (items.length === 0) {
    problems.error(
      node,
      "found an empty list, so the task could run nowhere; expected at least one CPU",
      "leave it out or write null for all CPUs",
    );
    return undefined;
  }
  let mask = 0n;
  let good = true;
  for (const item of items) {
    const cpu = readWhole(item, problems, { what: "a CPU", min: 0, max: Number.MAX_SAFE_INTEGER });
    if (cpu === undefined || !checkInside(cpu, cpus, item, problems)) good = false;
    else mask |= 1n << BigInt(cpu);
  }
  return good ? mask : undefined;
}

function fromText(text: string, node: TreeNode, cpus: number, problems: ProblemList): bigint | undefined {
  let mask = 0n;
  let highest = 0;
  for (const part of text.split(",")) {
    const match = /^\s*(\d{1,9})\s*(?:-\s*(\d{1,9})\s*)?$/.exec(part);
    if (match === null) {
      problems.error(node, `found ${describe(node)}; expected ${EXPECTED_CPUS}`);
      return undefined;
    }
    const first = Number(match[1]);
    const last = match[2] === undefined ? first : Number(match[2]);
    if (last < first) {
      problems.error(
        node,
        `found ${describe(node)}, where the range ${part.trim()} runs backwards`,
        `write ${last}-${first}`,
      );
      return undefined;
    }
    highest = Math.max(highest, last);
    if (last < cpus) mask |= ((1n << BigInt(last - first + 1)) - 1n) << BigInt(first);
  }
  return checkInside(highest, cpus, node, problems) ? mask : undefined;
}

/** Whether the machine has this CPU; a message if not. */
export function checkInside(cpu: number, cpus: number, node: TreeNode, problems: ProblemList): boolean {
  if (cpu < cpus) return true;
  const machine = cpus === 1 ? "one CPU, number 0" : `${cpus} CPUs, 0 to ${cpus - 1}`;
  const hint = cpu < MAX_CPUS ? `or give the machine more: machine.cpus: ${cpu + 1}` : undefined;
  problems.error(node, `found CPU ${cpu}, which is outside the machine; it has ${machine}`, hint);
  return false;
}
