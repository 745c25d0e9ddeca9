/** `until`: sleeps until the next point of a timer's grid (docs/workload-format.md, "Periodic timers"). */
import type { Nanoseconds } from "../../engine/types.js";
import { checkKeys, optional, readName, readWord, required } from "../read.js";
import { describe, type TreeNode } from "../source/tree.js";
import { readDuration } from "../values/span.js";
import type { UntilOperation } from "../workload.js";
import type { OperationKind, Scope } from "./kind.js";

const FIELDS = ["period", "mode", "start", "timer"] as const;
const MODES = ["absolute", "relative"] as const;
const PERIOD = "the time between two points: a duration above 0";

export const untilOperation: OperationKind<UntilOperation> = {
  keyword: "until",
  bare: false,
  fields: FIELDS,
  beside: [],
  read(value, _item, scope) {
    const { problems, uses } = scope;
    const long = value.kind === "map" ? value : undefined;
    if (long !== undefined) checkKeys(long, FIELDS, problems, "until");
    const periodNode = long === undefined ? value : required(long, "period", problems, PERIOD);
    const periodNs = periodNode && readPeriod(periodNode, scope);
    const modeNode = long && optional(long, "mode");
    const mode = modeNode === undefined ? "absolute" : readWord(modeNode, problems, MODES, "what a late task does");
    const startNode = long && optional(long, "start");
    const startNs = startNode === undefined ? null : readDuration(startNode, problems);
    const timerNode = long && optional(long, "timer");
    const timer = timerNode === undefined ? null : readName(timerNode, problems, "the name of a timer");
    if (periodNs === undefined || mode === undefined || startNs === undefined || timer === undefined) return undefined;
    if (timer !== null) uses.record("timer", "until", timer, scope, value);
    if (startNode !== undefined && startNs !== null) {
      if (timer === null) {
        const hint = "move it to the first one, or name the timers";
        if (scope.ownTimerStarts.length > 0) problems.error(startNode, 'found "start" twice for one timer', hint);
        scope.ownTimerStarts.push(startNs);
      } else {
        uses.agree("timer", timer, startNs, `the start ${describe(startNode)}`, scope, startNode);
      }
    }
    return { op: "until", periodNs, mode, startNs, timer };
  },
  effect: () => "time",
  compile({ periodNs, mode, startNs, timer }, builder) {
    builder.emit({ op: "until", object: builder.timer(timer, startNs), periodNs, rebases: mode === "relative" });
  },
};

function readPeriod(node: TreeNode, scope: Scope): Nanoseconds | undefined {
  const periodNs = readDuration(node, scope.problems);
  if (periodNs !== 0) return periodNs;
  scope.problems.error(node, `found ${describe(node)}; expected ${PERIOD}`);
  return undefined;
}
