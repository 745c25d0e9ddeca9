/** Task documents: those of the workload, and those that a `fork` creates children from. */
import type { Nanoseconds, Policy } from "../engine/types.js";
import { MAX_COUNT, MAX_TASKS } from "./limits.js";
import { ObjectUses } from "./object-uses.js";
import { isRealTime, MAX_RTPRIO, NICE_RANGE, POLICIES } from "./operations/attributes.js";
import { FORK_KEYS } from "./operations/fork.js";
import type { Scope } from "./operations/kind.js";
import { tooDeep } from "./operations/repeat.js";
import type { ProblemList } from "./problem.js";
import { checkTakesTime, neverComesRound } from "./program.js";
import { checkKeys, optional, readMap, readName, readWhole, readWord, required } from "./read.js";
import { describe, type MapNode, type TreeNode } from "./source/tree.js";
import { checkInside, readCpuSet } from "./values/cpu-set.js";
import { readDuration, readSpan } from "./values/span.js";
import type { ForkedTask, Loop, Program, WorkloadTask } from "./workload.js";

export const TASK_KEYS = [
  "name",
  "count",
  "nice",
  "policy",
  "rtprio",
  "start",
  "cpu",
  "affinity",
  "mm",
  "deadline",
  "slice",
  "loop",
  "program",
] as const;

/** Everything around a workload task's program that is not the task's own. */
export type TaskScope = Omit<Scope, "document" | "ownTimerStarts" | "taskName" | "policy" | "depth">;

/** A task of the workload; undefined where it has a mistake. */
export function readTask(node: TreeNode, outer: TaskScope): WorkloadTask | undefined {
  const { problems, cpus } = outer;
  const map = readMap(node, problems, "a task: a mapping with at least a program");
  if (map === undefined) return undefined;
  const errorsBefore = problems.errorCount;
  checkKeys(map, TASK_KEYS, problems, "a task");

  const name = readTaskName(map, problems, `task${outer.family}`);
  const count = readTaskCount(map, problems);
  const nice = readNice(map, problems) ?? 0;
  const policy = readPolicy(map, problems) ?? "normal";
  const rtprio = readRtprio(map, policy, problems) ?? 0;
  const startNode = optional(map, "start");
  const start = (startNode && readSpan(startNode, problems)) ?? 0;
  const affinity = readAffinity(map, cpus, problems);
  const cpu = readFirstCpu(map, cpus, affinity, problems);
  const mm = readAddressSpace(map, problems);
  const deadlineNs = readSpanAboveZero(map, "deadline", "the time that a round may take", problems);
  const sliceNs = readSpanAboveZero(map, "slice", "a time slice", problems);
  // A task of which there are none sends and receives nothing.
  const uses = count === 0 ? new ObjectUses() : outer.uses;
  const scope: Scope = { ...outer, uses, document: map, ownTimerStarts: [], taskName: name, policy, depth: 0 };
  const { loop, program } = readLoopAndProgram(map, scope);

  if (problems.errorCount > errorsBefore) return undefined;
  return { name, count, nice, policy, rtprio, start, cpu, affinity, mm, deadlineNs, sliceNs, loop, program };
}

/** A child's document; undefined where it has a mistake. */
export function readForkedTask(node: TreeNode, outer: Scope): ForkedTask | undefined {
  const { problems, cpus } = outer;
  const map = readMap(node, problems, "the child's task document: a mapping with at least a program");
  if (map === undefined || tooDeep(node, outer)) return undefined;
  const errorsBefore = problems.errorCount;
  checkKeys(map, FORK_KEYS, problems, "a forked task");

  const name = readTaskName(map, problems, `${outer.taskName}-child`);
  const nice = readNice(map, problems) ?? null;
  const policy = readPolicy(map, problems) ?? null;
  const rtprio = readChildRtprio(map, policy, outer.policy, problems);
  const affinity = readAffinity(map, cpus, problems);
  const mm = readAddressSpace(map, problems);
  const deadlineNs = readSpanAboveZero(map, "deadline", "the time that a round may take", problems);
  const sliceNs = readSpanAboveZero(map, "slice", "a time slice", problems);
  const scope: Scope = {
    ...outer,
    document: map,
    ownTimerStarts: [],
    taskName: name,
    policy: policy ?? outer.policy,
    depth: outer.depth + 1,
  };
  const { loop, program } = readLoopAndProgram(map, scope);

  if (problems.errorCount > errorsBefore) return undefined;
  if (map.entries.get("loop") === undefined && !neverComesRound(program)) {
    problems.warning(map, 'this child loops for ever, as "loop" is not given', "write loop: false if it is to end");
  }
  return { name, nice, policy, rtprio, affinity, mm, deadlineNs, sliceNs, loop, program };
}

function readTaskName(map: MapNode, problems: ProblemList, fallback: string): string {
  const node = optional(map, "name");
  return (node && readName(node, problems, "the name of a task")) ?? fallback;
}

function readTaskCount(map: MapNode, problems: ProblemList): number {
  const node = optional(map, "count");
  if (node === undefined) return 1;
  return readWhole(node, problems, { what: "the number of such tasks", min: 0, max: MAX_TASKS }) ?? 1;
}

function readNice(map: MapNode, problems: ProblemList): number | undefined {
  const node = optional(map, "nice");
  return node && readWhole(node, problems, NICE_RANGE);
}

function readPolicy(map: MapNode, problems: ProblemList): Policy | undefined {
  const node = optional(map, "policy");
  return node && readWord(node, problems, POLICIES, "a policy");
}

function readAffinity(map: MapNode, cpus: number, problems: ProblemList): bigint | null {
  const node = optional(map, "affinity");
  return (node && readCpuSet(node, cpus, problems)) ?? null;
}

/** Threads of one process name the same address space; null: a process of its own. */
function readAddressSpace(map: MapNode, problems: ProblemList): string | null {
  const node = optional(map, "mm");
  return (node && readName(node, problems, "the name of an address space")) ?? null;
}

function readSpanAboveZero(map: MapNode, key: string, what: string, problems: ProblemList): Nanoseconds | null {
  const node = optional(map, key);
  const ns = node && readDuration(node, problems);
  if (node !== undefined && ns === 0) {
    problems.error(node, `found ${describe(node)}; expected ${what}: a duration above 0`);
  }
  return ns ?? null;
}

/** A real-time policy needs 1 … 99, the others 0 or nothing. */
function readRtprio(map: MapNode, policy: Policy, problems: ProblemList): number | undefined {
  const node = optional(map, "rtprio");
  if (isRealTime(policy)) {
    if (node !== undefined) {
      return readWhole(node, problems, { what: `a real-time priority for ${policy}`, min: 1, max: MAX_RTPRIO });
    }
    const message = `the policy ${policy} needs a real-time priority; expected "rtprio" from 1 to ${MAX_RTPRIO}`;
    problems.keyError(map, "rtprio", message);
    return undefined;
  }
  const rtprio = node && readWhole(node, problems, { what: "a real-time priority", min: 0, max: MAX_RTPRIO });
  if (node !== undefined && rtprio !== undefined && rtprio !== 0) {
    const message = `found ${describe(node)} with the policy ${policy}; expected 0, or a real-time policy`;
    problems.error(node, message, "add policy: fifo or policy: rr, or remove rtprio");
  }
  return rtprio;
}

/** As for a task, but what the child does not say it has from its parent, whose policy may be real-time. */
function readChildRtprio(map: MapNode, own: Policy | null, parent: Policy, problems: ProblemList): number | null {
  const said = optional(map, "rtprio") !== undefined;
  if (!said && (own === null || (isRealTime(own) && isRealTime(parent)))) return null;
  const rtprio = readRtprio(map, own ?? parent, problems) ?? null;
  // Without a word on the policy, 0 says no more than that the child has no priority of its own.
  return own === null && rtprio === 0 ? null : rtprio;
}

function readFirstCpu(map: MapNode, cpus: number, affinity: bigint | null, problems: ProblemList): number | null {
  const node = optional(map, "cpu");
  if (node === undefined) return null;
  const cpu = readWhole(node, problems, {
    what: "the CPU where it is first put",
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
  });
  if (cpu === undefined || !checkInside(cpu, cpus, node, problems)) return null;
  if (affinity !== null && ((affinity >> BigInt(cpu)) & 1n) === 0n) {
    problems.error(node, `found CPU ${cpu}, which the task's affinity does not allow`, `add ${cpu} to affinity`);
  }
  return cpu;
}

function readLoopAndProgram(map: MapNode, scope: Scope): { loop: Loop; program: Program } {
  const loop = readLoop(map, scope.problems);
  const node = required(map, "program", scope.problems, "a list of operations");
  const program = node && scope.readProgram(node, scope);
  if (node === undefined || program === undefined) return { loop, program: [] };
  if (loop === true || (loop !== false && loop > 1)) checkTakesTime(program, "loops", node, scope);
  return { loop, program };
}

function readLoop(map: MapNode, problems: ProblemList): Loop {
  const node = optional(map, "loop");
  if (node === undefined) return true;
  if (node.kind === "boolean") return node.value;
  const range = ", or true or false";
  return readWhole(node, problems, { what: "the number of rounds", min: 0, max: MAX_COUNT, range }) ?? true;
}
