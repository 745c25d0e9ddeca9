/** The operations of the format, by keyword: a new one is a file beside this and a line here. */
import { affinityOperation, niceOperation, policyOperation } from "./attributes.js";
import { barrierOperation } from "./barrier.js";
import { conditionOperation, waitOperation } from "./condition.js";
import { forkOperation } from "./fork.js";
import type { OperationKind } from "./kind.js";
import { markOperation } from "./mark.js";
import { mutexOperation } from "./mutex.js";
import { receiveOperation } from "./receive.js";
import { repeatOperation } from "./repeat.js";
import { semaphoreOperation } from "./semaphore.js";
import { sendOperation } from "./send.js";
import { spanOperation } from "./span.js";
import { resumeOperation, suspendOperation } from "./suspension.js";
import { untilOperation } from "./until.js";
import { wordOperation } from "./word.js";

const KINDS: readonly OperationKind[] = [
  spanOperation("run"),
  spanOperation("sleep"),
  spanOperation("io"),
  untilOperation,
  sendOperation,
  receiveOperation,
  mutexOperation("lock"),
  mutexOperation("unlock"),
  waitOperation,
  conditionOperation("signal"),
  conditionOperation("broadcast"),
  semaphoreOperation("down"),
  semaphoreOperation("up"),
  barrierOperation,
  suspendOperation,
  resumeOperation,
  wordOperation("yield", "nothing"),
  forkOperation,
  wordOperation("join", "nothing"),
  wordOperation("exit", "ends"),
  repeatOperation,
  markOperation,
  niceOperation,
  policyOperation,
  affinityOperation,
];

export const OPERATIONS: ReadonlyMap<string, OperationKind> = new Map(KINDS.map((kind) => [kind.keyword, kind]));
