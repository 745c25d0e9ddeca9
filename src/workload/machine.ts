/** The `machine` section: CPUs, tick rate, timer mode (spec machine-model, "Time" and "Timers"). */
import { MAX_CPUS } from "./limits.js";
import type { ProblemList } from "./problem.js";
import { checkKeys, optional, readMap, readWhole, readWord } from "./read.js";
import { describe, type TreeNode } from "./source/tree.js";
import type { Machine } from "./workload.js";

export const MACHINE_KEYS = ["cpus", "hz", "timers"] as const;

export const DEFAULT_MACHINE: Machine = { cpus: 1, hz: 1000, timers: "hrtimer" };

/** Fills in the default for whatever is absent or wrong, so that the rest of the document can be checked. */
export function readMachine(node: TreeNode | undefined, problems: ProblemList): Machine {
  if (node === undefined) return DEFAULT_MACHINE;
  const map = readMap(node, problems, "the machine: a mapping with cpus, hz, timers");
  if (map === undefined) return { ...DEFAULT_MACHINE, cpus: MAX_CPUS };
  checkKeys(map, MACHINE_KEYS, problems, "machine");
  const cpusNode = optional(map, "cpus");
  const hzNode = optional(map, "hz");
  const timersNode = optional(map, "timers");
  // With a wrong number of CPUs, assume the most: one mistake need not make affinities look wrong as well.
  const cpus = cpusNode === undefined ? DEFAULT_MACHINE.cpus : (readCpuCount(cpusNode, problems) ?? MAX_CPUS);
  const hz = hzNode === undefined ? undefined : readHz(hzNode, problems);
  const timers = timersNode && readWord(timersNode, problems, ["hrtimer", "jiffies"] as const, "how timers expire");
  return { cpus, hz: hz ?? DEFAULT_MACHINE.hz, timers: timers ?? DEFAULT_MACHINE.timers };
}

export function readCpuCount(node: TreeNode, problems: ProblemList): number | undefined {
  return readWhole(node, problems, { what: "the number of CPUs", min: 1, max: MAX_CPUS });
}

export function readHz(node: TreeNode, problems: ProblemList): number | undefined {
  const hz = readWhole(node, problems, {
    what: "ticks a second",
    min: 1,
    max: 1e9,
    range: ", such as 100, 250 or 1000",
  });
  if (hz === undefined || 1e9 % hz === 0) return hz;
  const message = `found ${describe(node)}, which does not divide 1e9: a tick would not be a whole number of nanoseconds`;
  problems.error(node, message, `the nearest that does is ${nearestDivisor(hz)}`);
  return undefined;
}

function nearestDivisor(hz: number): number {
  let best = 1;
  for (let twos = 1; twos <= 1e9; twos *= 2) {
    for (let divisor = twos; divisor <= 1e9 && 1e9 % divisor === 0; divisor *= 5) {
      if (Math.abs(divisor - hz) < Math.abs(best - hz)) best = divisor;
    }
  }
  return best;
}
