/** The workloads of a plan: files, or mappings in the plan itself, with what they include. */
import type { ReadInclude } from "../workload/index.js";
import { ReusableWorkload } from "../workload/load.js";
import type { ProblemList } from "../workload/problem.js";
import { required } from "../workload/read.js";
import { plainValue } from "../workload/source/plain-value.js";
import { describe, type MapNode, quote, type TreeNode } from "../workload/source/tree.js";
import type { ReadAnswer, WorkloadSource } from "./plan.js";
import type { ReadPlanOptions } from "./read-plan.js";

/** In the order of the plan, with their documents, whose mistakes are told with line and column. */
export async function readWorkloads(
  root: MapNode,
  options: ReadPlanOptions,
  problems: ProblemList,
): Promise<ReadonlyMap<WorkloadSource, ReusableWorkload>> {
  const documents = new Map<WorkloadSource, ReusableWorkload>();
  const node = required(root, "workload", problems, "the file of a workload, a workload, or a list of either");
  if (node === undefined) return documents;
  const nodes = node.kind === "list" ? node.items : [node];
  if (nodes.length === 0) problems.error(node, "found an empty list; expected at least one workload");
  for (const item of nodes) {
    const workload = await readWorkload(item, options, problems);
    if (workload === undefined) continue;
    const names = [...documents.keys()].map((other) => other.name);
    if (names.includes(workload.name)) {
      problems.error(item, `a workload ${quote(workload.name)} is there already`, "give each a name of its own");
    }
    const { included, readInclude } = notingIncludes(options.readInclude);
    const reading = { ...workload, ...(readInclude === undefined ? {} : { readInclude }) };
    const document =
      item.kind === "map" ? ReusableWorkload.ofTree(item, reading) : ReusableWorkload.read(workload.source, reading);
    documents.set(included.length === 0 ? workload : { ...workload, included }, document);
  }
  return documents;
}

async function readWorkload(
  node: TreeNode,
  { file, readFile }: ReadPlanOptions,
  problems: ProblemList,
): Promise<WorkloadSource | undefined> {
  if (node.kind === "map") {
    const source = plainValue(node) as { name?: unknown };
    const name = typeof source.name === "string" ? source.name : "workload";
    return { name, source, ...(file === undefined ? {} : { file }) };
  }
  if (node.kind !== "string") {
    problems.error(node, `found ${describe(node)}; expected the file of a workload, or a workload itself`);
    return undefined;
  }
  if (readFile === undefined) {
    const message = `found ${describe(node)}; expected a workload itself: here are no files to be read`;
    problems.error(node, message, "pass `readFile`, or put the workload into the plan");
    return undefined;
  }
  try {
    const { text, name } = await readFile(node.value);
    const base = node.value.replace(/^.*[/\\]/, "").replace(/\.[^.]+$/, "");
    return { name: base.replace(/^\d+-/, ""), source: text, file: name };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    problems.error(node, error.message);
    return undefined;
  }
}

function notingIncludes(readInclude: ReadInclude | undefined) {
  const included: ReadAnswer[] = [];
  if (readInclude === undefined) return { included, readInclude };
  const noting: ReadInclude = (path, includedFrom) => {
    const answer = readInclude(path, includedFrom);
    included.push({ path, includedFrom, ...answer });
    return answer;
  };
  return { included, readInclude: noting };
}
