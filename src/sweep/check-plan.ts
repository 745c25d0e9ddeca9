/** What only shows when the whole plan stands: whether paths lead anywhere, names are known, and any point is left. */
import { compileWorkload, WorkloadError } from "../workload/index.js";
import type { ReusableWorkload } from "../workload/load.js";
import { canonicalPath } from "../workload/overrides/path.js";
import type { ProblemList } from "../workload/problem.js";
import { optional } from "../workload/read.js";
import { type MapNode, quote, type TreeNode } from "../workload/source/tree.js";
import { ExpressionError } from "./expression.js";
import { type Measure, resolveMeasure, type Vocabulary } from "./measures.js";
import { changesDocument, SCHEDULER, type SweepPlan, type WorkloadSource } from "./plan.js";
import { Points } from "./point.js";
import { formatReasons, leaveOutUnable } from "./unable.js";
import { fulfillingPoints } from "./where.js";

export class PlanChecks {
  readonly #plan: SweepPlan;
  readonly #problems: ProblemList;
  readonly #points: Points;
  #included: Uint32Array = new Uint32Array();
  #vocabulary: Vocabulary | undefined;
  readonly #notes: string[] = [];

  constructor(plan: SweepPlan, documents: ReadonlyMap<WorkloadSource, ReusableWorkload>, problems: ProblemList) {
    this.#plan = plan;
    this.#problems = problems;
    this.#points = new Points(plan, documents);
  }

  /** The condition can be asked, and leaves something, which some scheduler can run. */
  where(root: MapNode): void {
    if (this.#problems.errorCount > 0) return;
    const node = optional(root, "where");
    let fulfilling: Uint32Array;
    try {
      fulfilling = fulfillingPoints(this.#plan, this.#points);
    } catch (error) {
      if (node === undefined || !(error instanceof ExpressionError)) throw error;
      this.#problems.error(node, error.message, error.hint);
      return;
    }
    if (fulfilling.length === 0) {
      const { size } = this.#points.grid;
      this.#problems.error(node ?? root, `of ${size} points none fulfils this; expected at least one`);
      return;
    }
    const { able, reasons } = leaveOutUnable(this.#plan, this.#points, fulfilling);
    this.#included = able;
    if (reasons.size === 0) return;
    if (able.length === 0) {
      const schedulers = findValue(root, SCHEDULER) ?? root;
      this.#problems.error(schedulers, `none of these schedulers can run any point: ${formatReasons(reasons)}`);
      return;
    }
    const count = fulfilling.length - able.length;
    this.#notes.push(`left out ${count} of ${fulfilling.length} points: ${formatReasons(reasons)}`);
  }

  /** What somebody should know who runs the plan. */
  notes(): readonly string[] {
    return this.#notes;
  }

  /**
   * Each value is tried in the first point that has it. What is wrong with the value itself is a mistake in the plan; what
   * only goes wrong together with others is for the point to tell when it runs.
   */
  values(root: TreeNode): void {
    const axes = [...this.#plan.axes.entries()].filter(([, { parameters }]) =>
      parameters.some(({ path }) => changesDocument(path)),
    );
    const left = new Map(axes.map(([axis, { rows }]) => [axis, new Set(rows.slice(0, MAX_TRIED_ROWS).keys())]));
    const reported = new Set<string>();
    const [first] = this.#included;
    if (left.size === 0 && first !== undefined) this.#tryPoint(first, root, reported);
    for (const point of this.#included) {
      if (left.size === 0 || this.#problems.errorCount >= MAX_TRIED_ERRORS) return;
      let fresh = false;
      for (const [axis, rows] of left) {
        fresh = rows.delete(this.#points.grid.row(point, axis)) || fresh;
        if (rows.size === 0) left.delete(axis);
      }
      if (fresh) this.#tryPoint(point, root, reported);
    }
  }

  #tryPoint(point: number, root: TreeNode, reported: Set<string>): void {
    const { workload, overrides } = this.#points.describe(point);
    try {
      this.#points.document(workload).load(overrides);
    } catch (error) {
      if (!(error instanceof WorkloadError)) throw error;
      for (const problem of error.problems) {
        if (problem.severity !== "error") continue;
        const override = overrides.find(({ path }) => problem.file?.startsWith(`override ${path}=`));
        // A mistake of the workload's own is told as its own, with its file and line.
        if (override === undefined && !overrides.some(({ path }) => problem.path.startsWith(path))) throw error;
        if (override === undefined) continue;
        const found = `${problem.path === "" || problem.path === override.path ? "" : `${problem.path}: `}${problem.message}`;
        if (reported.has(found)) continue;
        reported.add(found);
        this.#problems.error(findValue(root, override.path) ?? root, found, problem.hint);
      }
    }
  }

  measure(path: string, node: TreeNode): Measure | undefined {
    const resolution = resolveMeasure(path, this.#names());
    if ("measure" in resolution) return resolution.measure;
    this.#problems.error(node, `found ${quote(path)}, ${resolution.message}`, resolution.hint);
    return undefined;
  }

  standardMeasure(path: string): Measure {
    const resolution = resolveMeasure(path, null);
    if ("measure" in resolution) return resolution.measure;
    throw new Error(`the standard figure ${path} ${resolution.message}`);
  }

  /** The tasks and marks of all workloads, forked tasks included. */
  #names(): Vocabulary {
    if (this.#vocabulary !== undefined) return this.#vocabulary;
    const tasks = new Set<string>();
    const marks = new Set<string>();
    const seen = new Set<WorkloadSource>();
    for (const point of this.#included) {
      const { workload, overrides } = this.#points.describe(point);
      if (seen.has(workload)) continue;
      try {
        const image = compileWorkload(this.#points.document(workload).load(overrides));
        for (const { name } of image.documents) tasks.add(name);
        for (const name of image.marks) marks.add(name);
        seen.add(workload);
      } catch (error) {
        if (!(error instanceof WorkloadError)) throw error;
      }
      if (seen.size === this.#plan.workloads.length) break;
    }
    this.#vocabulary = { tasks: [...tasks], marks: [...marks] };
    return this.#vocabulary;
  }
}

/** More mistakes than that are one mistake. */
const MAX_TRIED_ERRORS = 10;
/** Of a long axis not every value is tried beforehand: a sweep must start. */
const MAX_TRIED_ROWS = 200;

/** Where a plan says something about a path. */
function findValue(root: TreeNode, path: string): TreeNode | undefined {
  if (root.kind !== "map") return undefined;
  const vary = root.entries.get("vary")?.value;
  const points = root.entries.get("points")?.value;
  const maps = [...(vary === undefined ? [] : [vary]), ...(points?.kind === "list" ? points.items : [])];
  for (const map of maps) {
    if (map.kind !== "map") continue;
    for (const [key, { value }] of map.entries) if (canonicalPath(key) === path) return value;
  }
  return undefined;
}
