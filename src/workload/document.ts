/** The document as a whole: sections, totals, and what only shows when everything has been read. */
import type { Nanoseconds } from "../engine/types.js";
import { readChannels, readSemaphores } from "./channels.js";
import { readCosts } from "./costs.js";
import { MAX_TASKS } from "./limits.js";
import { readMachine } from "./machine.js";
import { ObjectUses } from "./object-uses.js";
import type { ProblemList } from "./problem.js";
import { readProgram } from "./program.js";
import { checkKeys, optional, readName, required } from "./read.js";
import { describe, type MapNode, type TreeNode } from "./source/tree.js";
import { readForkedTask, readTask } from "./task.js";
import { parseDecimal, wholeMultiple } from "./values/decimal.js";
import { readDuration } from "./values/span.js";
import type { Workload, WorkloadTask } from "./workload.js";

export const DOCUMENT_KEYS = [
  "name",
  "about",
  "machine",
  "costs",
  "duration",
  "seed",
  "channels",
  "semaphores",
  "include",
  "tasks",
] as const;

export const DEFAULT_NAME = "workload";
export const DEFAULT_DURATION_NS: Nanoseconds = 10_000_000_000;
export const DEFAULT_SEED = 1n;

/** Reads and checks everything; `problems` tells whether the result may be used. */
export function readDocument(root: TreeNode, problems: ProblemList): Workload | undefined {
  if (root.kind !== "map") {
    reportNoDocument(root, problems);
    return undefined;
  }
  if (root.entries.delete("include")) {
    problems.error(root, 'an override gives "include"; files are included before any', "write it into the document");
  }
  checkKeys(root, DOCUMENT_KEYS, problems, "a workload");
  const nameNode = optional(root, "name");
  const name = nameNode && readName(nameNode, problems, "the name of the workload");
  const about = readAbout(optional(root, "about"), problems);
  const machine = readMachine(optional(root, "machine"), problems);
  const costs = readCosts(optional(root, "costs"), problems);
  const durationNs = readRunLength(optional(root, "duration"), problems);
  const seed = readSeed(optional(root, "seed"), problems);
  const channelsNode = optional(root, "channels");
  const channels = readChannels(channelsNode, problems);
  const semaphoresNode = optional(root, "semaphores");
  const semaphores = readSemaphores(semaphoresNode, problems);
  const uses = new ObjectUses();
  const tasks = readTasks(root, machine.cpus, uses, problems);
  if (problems.errorCount > 0) return undefined;
  uses.check(
    channels,
    semaphores.map((semaphore) => ({ ...semaphore, capacity: null })),
    problems,
  );
  uses.warnUnused("channel", channelsNode, problems);
  uses.warnUnused("semaphore", semaphoresNode, problems);
  return {
    kind: "workload",
    name: name ?? DEFAULT_NAME,
    about,
    machine,
    costs,
    durationNs,
    seed,
    channels,
    semaphores,
    tasks,
    warnings: problems.sorted(),
  };
}

function reportNoDocument(root: TreeNode, problems: ProblemList): void {
  if (root.kind === "null") {
    problems.error(root, "the document is empty; expected a workload with a list of tasks");
    return;
  }
  const looksLikeFile = root.kind === "string" && /\.(ya?ml|json5?)$/i.test(root.value);
  const hint = looksLikeFile ? "this takes the text of a workload, not the name of a file" : undefined;
  problems.error(root, `found ${describe(root)}; expected a workload: a mapping with a list of tasks`, hint);
}

function readAbout(node: TreeNode | undefined, problems: ProblemList): string | null {
  if (node === undefined) return null;
  if (node.kind === "string") return node.value;
  problems.error(node, `found ${describe(node)}; expected a text about the workload`);
  return null;
}

function readRunLength(node: TreeNode | undefined, problems: ProblemList): Nanoseconds {
  const durationNs = node === undefined ? DEFAULT_DURATION_NS : readDuration(node, problems);
  if (node !== undefined && durationNs === 0) {
    problems.error(node, `found ${describe(node)}; expected how long to simulate: a duration above 0`);
  }
  return durationNs ?? DEFAULT_DURATION_NS;
}

/**
 * Any unsigned 64-bit number, also where it is more than a JavaScript number holds; results write such a one as a text.
 */
function readSeed(node: TreeNode | undefined, problems: ProblemList): bigint {
  if (node === undefined) return DEFAULT_SEED;
  const digits =
    node.kind === "number" ? node.text : node.kind === "string" && /^\d{1,20}$/.test(node.value) ? node.value : "";
  const decimal = digits === "" ? null : parseDecimal(digits);
  const seed = decimal === null ? "fraction" : wholeMultiple(decimal, 1n);
  if (typeof seed === "bigint" && seed >= 0n && seed < 2n ** 64n) return seed;
  problems.error(node, `found ${describe(node)}; expected a seed: a whole number from 0 to 2^64 - 1`);
  return DEFAULT_SEED;
}

function readTasks(root: MapNode, cpus: number, uses: ObjectUses, problems: ProblemList): WorkloadTask[] {
  const node = required(root, "tasks", problems, "a list of tasks");
  if (node === undefined) return [];
  if (node.kind !== "list" || node.items.length === 0) {
    problems.error(node, `found ${describe(node)}; expected a list with at least one task`);
    return [];
  }
  const tasks: WorkloadTask[] = [];
  let total = 0;
  for (const [family, item] of node.items.entries()) {
    const task = readTask(item, { problems, cpus, uses, family, readProgram, readForkedTask });
    if (task === undefined) continue;
    tasks.push(task);
    const before = total;
    total += task.count;
    if (before <= MAX_TASKS && total > MAX_TASKS) {
      problems.keyError(
        item,
        "count",
        `with this task there are more than ${MAX_TASKS} at the start, the most that fit`,
      );
    }
  }
  if (total === 0 && problems.errorCount === 0) {
    problems.error(node, "the counts of all tasks are 0; expected at least one task");
  }
  return tasks;
}
