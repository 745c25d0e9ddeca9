/** Which operations of a task with a deadline start its rounds (docs/workload-format.md, "Deadlines"). */
import type { ForkedTask, Operation, Program, WorkloadTask } from "../workload.js";

/** The first kind of which the program has one: time tables before messages, and messages before pauses. */
const KINDS: readonly (readonly Operation["op"][])[] = [
  ["until"],
  ["recv", "wait", "down", "barrier", "suspend"],
  ["sleep"],
];

export function releasingOperations({ deadlineNs, program }: WorkloadTask | ForkedTask): ReadonlySet<Operation["op"]> {
  if (deadlineNs === null) return new Set();
  const present = operationsOf(program);
  return new Set(KINDS.find((kind) => kind.some((op) => present.has(op))));
}

/** Those of its children are none of its own. */
function operationsOf(program: Program, operations = new Set<Operation["op"]>()): ReadonlySet<Operation["op"]> {
  for (const operation of program) {
    operations.add(operation.op);
    if (operation.op === "repeat") operationsOf(operation.program, operations);
  }
  return operations;
}
