/** The operations of the format, by keyword: a new one is a file beside this and a line here. */
import { affinityOperation, niceOperation, policyOperation } from "./attributes.js";
import { forkOperation } from "./fork.js";
import type { OperationKind } from "./kind.js";
import { markOperation } from "./mark.js";
import { receiveOperation } from "./receive.js";
import { repeatOperation } from "./repeat.js";
import { sendOperation } from "./send.js";
import { spanOperation } from "./span.js";
import { wordOperation } from "./word.js";

const KINDS: readonly OperationKind[] = [
  spanOperation("run"),
  spanOperation("sleep"),
  spanOperation("io"),
  sendOperation,
  receiveOperation,
  wordOperation("yield", "nothing"),
  forkOperation,
  wordOperation("exit", "ends"),
  repeatOperation,
  markOperation,
  niceOperation,
  policyOperation,
  affinityOperation,
];

export const OPERATIONS: ReadonlyMap<string, OperationKind> = new Map(KINDS.map((kind) => [kind.keyword, kind]));

/** Operations of the format that this version does not run yet, and what each is for. */
export const UNSUPPORTED_OPERATIONS: ReadonlyMap<string, string> = new Map([
  ["until", "periodic timers"],
  ["lock", "mutexes"],
  ["unlock", "mutexes"],
  ["wait", "condition variables"],
  ["signal", "condition variables"],
  ["broadcast", "condition variables"],
  ["barrier", "barriers"],
  ["join", "waiting for children"],
]);
