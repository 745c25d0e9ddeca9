/** Reading a sweep plan: text or object in, checked plan out, and every mistake told with its place. */
import type { CoreScheduler } from "../engine/description.js";
import type { EngineModule } from "../engine/load.js";
import { formatProblem, type ReadInclude, type WorkloadFormat } from "../workload/index.js";
import { nameHint } from "../workload/nearest.js";
import { canonicalPath } from "../workload/overrides/path.js";
import { ProblemList } from "../workload/problem.js";
import { checkKeys, optional, readName } from "../workload/read.js";
import { readText } from "../workload/source/format.js";
import { plainValue } from "../workload/source/plain-value.js";
import { readObject } from "../workload/source/read-object.js";
import { describe, type MapNode, quote } from "../workload/source/tree.js";
import { PlanChecks } from "./check-plan.js";
import { type Measure, standardMeasures } from "./measures.js";
import { type ParameterValue, SCHEDULER, SEED, type SweepPlan } from "./plan.js";
import { readAxes } from "./read-axes.js";
import { typeValues } from "./read-values.js";
import { readWorkloads } from "./read-workloads.js";

const PLAN_KEYS = [
  "name",
  "about",
  "workload",
  "vary",
  "points",
  "sample",
  "seed",
  "where",
  "measure",
  "baseline",
] as const;

export const DEFAULT_PLAN_NAME = "sweep";

export interface ReadPlanOptions {
  /** Named in messages; its ending chooses the format unless `format` does. */
  readonly file?: string;
  readonly format?: WorkloadFormat;
  /** Reads a workload that the plan names by its file. Without it workloads stand in the plan. */
  readonly readFile?: (path: string) => Promise<{ readonly text: string; readonly name: string }>;
  /** Reads what workloads include, those that stand in the plan from the plan's own place. */
  readonly readInclude?: ReadInclude;
}

/** @throws WorkloadError with every mistake that was found, each with its place in the plan. */
export async function readPlan(
  source: string | object,
  engine: EngineModule,
  options: ReadPlanOptions = {},
): Promise<SweepPlan> {
  const file = options.file ?? "plan";
  const { root, problems } =
    typeof source === "string"
      ? readText(source, options.format ?? formatOf(options.file), file)
      : fromObject(source, file);
  problems.throwIfErrors();
  if (root?.kind !== "map") {
    if (root !== null) problems.error(root, `found ${describe(root)}; expected a plan: a mapping with a workload`);
    problems.throwIfErrors();
    throw new Error("a plan was refused without a reason");
  }
  const { schedulers } = engine.description;
  checkKeys(root, PLAN_KEYS, problems, "a plan");
  const nameNode = optional(root, "name");
  const name = (nameNode && readName(nameNode, problems, "the name of the sweep")) ?? DEFAULT_PLAN_NAME;
  const documents = await readWorkloads(root, options, problems);
  const workloads = [...documents.keys()];
  problems.throwIfErrors();
  const { axes, chosenByPattern } = readAxes(root, workloads, schedulers, problems);
  problems.throwIfErrors();

  const { workload: _workload, ...document } = plainValue(root) as Record<string, unknown>;
  const draft: SweepPlan = {
    kind: "sweep-plan",
    name,
    about: readAbout(root, problems),
    workloads,
    axes,
    chosenByPattern,
    where: readWhere(root, problems),
    measures: [],
    baseline: null,
    warnings: [],
    document,
  };
  const checks = new PlanChecks(draft, documents, problems);
  checks.where(root);
  checks.values(root);
  problems.throwIfErrors();
  const measures = readMeasures(root, checks, problems);
  const baseline = readBaseline(root, draft, schedulers, problems);
  problems.throwIfErrors();
  return { ...draft, measures, baseline, warnings: [...problems.sorted().map(formatProblem), ...checks.notes()] };
}

function formatOf(file: string | undefined): WorkloadFormat | null {
  const ending = file === undefined ? undefined : /\.(json5?|ya?ml)$/i.exec(file)?.[1]?.toLowerCase();
  return ending === "yml" ? "yaml" : ((ending as WorkloadFormat | undefined) ?? null);
}

function fromObject(source: object, file: string) {
  const problems = new ProblemList(file);
  return { root: readObject(source, problems), problems };
}

function readAbout(root: MapNode, problems: ProblemList): string | null {
  const node = optional(root, "about");
  if (node === undefined) return null;
  if (node.kind === "string") return node.value;
  problems.error(node, `found ${describe(node)}; expected a text about the sweep`);
  return null;
}

function readWhere(root: MapNode, problems: ProblemList): string | null {
  const node = optional(root, "where");
  if (node === undefined) return null;
  if (node.kind === "string") return node.value;
  problems.error(node, `found ${describe(node)}; expected a condition in quotes: "tasks.intr.count >= machine.cpus"`);
  return null;
}

function readMeasures(root: MapNode, checks: PlanChecks, problems: ProblemList): readonly Measure[] {
  const node = optional(root, "measure");
  const measures: Measure[] = [];
  if (node === undefined) {
    for (const path of standardMeasures) measures.push(checks.standardMeasure(path));
    return measures;
  }
  const items = node.kind === "list" ? node.items : [node];
  if (items.length === 0)
    problems.error(node, "found an empty list; expected at least one figure, such as latency.p99");
  for (const item of items) {
    if (item.kind !== "string") {
      problems.error(item, `found ${describe(item)}; expected the path of a figure, such as latency.p99`);
      continue;
    }
    const measure = checks.measure(item.value, item);
    if (measure === undefined) continue;
    if (measures.some(({ path }) => path === measure.path)) {
      problems.error(item, `${quote(measure.path)} is there already; expected each figure once`);
      continue;
    }
    measures.push(measure);
  }
  return measures;
}

function readBaseline(
  root: MapNode,
  plan: SweepPlan,
  schedulers: readonly CoreScheduler[],
  problems: ProblemList,
): Readonly<Record<string, ParameterValue>> | null {
  const node = optional(root, "baseline");
  if (node === undefined) return null;
  if (node.kind !== "map" || node.entries.size === 0) {
    problems.error(node, `found ${describe(node)}; expected a mapping such as {scheduler: o1-2.6.22}`);
    return null;
  }
  const baseline: Record<string, ParameterValue> = {};
  const paths = plan.axes
    .flatMap(({ parameters }) => parameters.map(({ path }) => path))
    .filter((path) => path !== SEED);
  for (const [key, { value: valueNode }] of node.entries) {
    const path = canonicalPath(key);
    const axis = plan.axes.find(({ parameters }) => parameters.some((parameter) => parameter.path === path));
    const place = axis?.parameters.findIndex((parameter) => parameter.path === path) ?? -1;
    if (axis === undefined || path === SEED) {
      problems.keyError(
        node,
        path,
        `${quote(path)} is not varied; expected a parameter that is`,
        nameHint(path, paths),
      );
      continue;
    }
    const typed = typeValues(path, [valueNode], problems);
    const written = typed?.values[0] ?? null;
    const value = path === SCHEDULER ? schedulerId(written, schedulers) : written;
    const known = [...new Set(axis.rows.map((row) => row[place] ?? null))];
    if (typed !== undefined && !known.includes(value)) {
      const hint = nameHint(String(value), known.map(String));
      problems.error(
        valueNode,
        `found ${describe(valueNode)}; expected one of the values of ${path} in the plan`,
        hint,
      );
    }
    baseline[path] = value;
  }
  return baseline;
}

/** Schedulers have one id and several names. */
function schedulerId(name: ParameterValue, schedulers: readonly CoreScheduler[]): ParameterValue {
  return schedulers.find(({ info }) => info.aliases.some((alias) => alias === name))?.info.id ?? name;
}
