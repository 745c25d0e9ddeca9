/**
 * The same workload on another machine, or for another time: what `--cpus`, `--hz`, `--duration` and
 * `--seed` do. Affinities are checked again, since the new machine may be smaller.
 */
import type { Nanoseconds } from "../engine/types.js";
import { MAX_CPUS } from "./limits.js";
import { readCpuCount, readHz } from "./machine.js";
import { ProblemList } from "./problem.js";
import { readObject } from "./source/read-object.js";
import { mapNode, setEntry, type TreeNode } from "./source/tree.js";
import type { Machine, Program, Workload } from "./workload.js";

export interface MachineChanges {
  readonly cpus?: number;
  readonly hz?: number;
  readonly timers?: Machine["timers"];
  /** Above 0. */
  readonly durationNs?: Nanoseconds;
  readonly seed?: bigint;
}

/** @throws WorkloadError where a value is out of range, or a task would be bound to CPUs that are not there. */
export function withMachine(workload: Workload, changes: MachineChanges): Workload {
  const problems = new ProblemList();
  const named = (value: unknown, name: string): TreeNode => {
    const node = readObject(value, problems);
    setEntry(mapNode(null), name, null, node);
    return node;
  };
  const { cpus, hz, durationNs } = changes;
  if (cpus !== undefined) readCpuCount(named(cpus, "cpus"), problems);
  if (hz !== undefined) readHz(named(hz, "hz"), problems);
  if (durationNs !== undefined && !(Number.isSafeInteger(durationNs) && durationNs > 0)) {
    problems.error(named(durationNs, "duration"), `found ${durationNs}; expected whole nanoseconds above 0`);
  }
  problems.throwIfErrors();
  const machine: Machine = {
    cpus: cpus ?? workload.machine.cpus,
    hz: hz ?? workload.machine.hz,
    timers: changes.timers ?? workload.machine.timers,
  };
  for (const [index, task] of workload.tasks.entries()) {
    const highest = Math.max(task.cpu ?? 0, highestCpu(task.affinity), highestInProgram(task.program));
    if (highest < machine.cpus) continue;
    const message = `the task is bound to CPU ${highest}, but the machine has only ${machine.cpus} (0 to ${machine.cpus - 1})`;
    const hint = highest < MAX_CPUS ? `it needs at least ${highest + 1} CPUs` : undefined;
    problems.add("error", null, `tasks[${index}]`, message, hint);
  }
  problems.throwIfErrors();
  return {
    ...workload,
    machine,
    durationNs: durationNs ?? workload.durationNs,
    seed: changes.seed ?? workload.seed,
  };
}

function highestInProgram(program: Program): number {
  let highest = 0;
  for (const operation of program) {
    if (operation.op === "affinity") highest = Math.max(highest, highestCpu(operation.cpus));
    if (operation.op === "repeat") highest = Math.max(highest, highestInProgram(operation.program));
    if (operation.op === "fork") {
      const { affinity, program: childProgram } = operation.task;
      highest = Math.max(highest, highestCpu(affinity), highestInProgram(childProgram));
    }
  }
  return highest;
}

function highestCpu(affinity: bigint | null): number {
  return affinity === null || affinity === 0n ? 0 : affinity.toString(2).length - 1;
}
