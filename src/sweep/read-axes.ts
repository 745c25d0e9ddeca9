/** What a plan varies: `workload` lists, `vary`, `points`, `sample` and `seed`, each to axes that are crossed. */
import type { CoreScheduler } from "../engine/description.js";
import type { SchedulerInfo } from "../engine/types.js";
import { isPattern, matchesPattern } from "../scheduler-patterns.js";
import { nameHint } from "../workload/nearest.js";
import { canonicalPath, parsePath } from "../workload/overrides/path.js";
import type { ProblemList } from "../workload/problem.js";
import { checkKeys, optional, readWhole, readWord, required } from "../workload/read.js";
import { describe, type MapNode, quote, type TreeNode } from "../workload/source/tree.js";
import {
  type Axis,
  LONG,
  type Parameter,
  type ParameterValue,
  SCHEDULER,
  SEED,
  TUNABLE_PREFIX,
  WORKLOAD,
  type WorkloadSource,
} from "./plan.js";
import { readValues, typeValues, type Values } from "./read-values.js";
import { latinHypercube, random, type Sampling } from "./spacing.js";

/** Points are numbered by 32 bits, and kept in memory while they run. */
export const MAX_POINTS = 10_000_000;
const MAX_SEEDS = 1_000_000;

/** The same as `*`. */
const EVERY_SCHEDULER = "all";

const SAMPLINGS: Readonly<Record<string, Sampling>> = { "latin-hypercube": latinHypercube, random };

export function readAxes(
  root: MapNode,
  workloads: readonly WorkloadSource[],
  schedulers: readonly CoreScheduler[],
  problems: ProblemList,
): { readonly axes: readonly Axis[]; readonly chosenByPattern: readonly SchedulerInfo[] } {
  const reader = new AxesReader(schedulers, problems);
  const axes = [
    ...workloadAxis(workloads),
    ...reader.vary(optional(root, "vary"), optional(root, "sample")),
    ...reader.points(optional(root, "points")),
    ...reader.seeds(optional(root, "seed")),
  ];
  const points = axes.reduce((product, { rows }) => product * rows.length, 1);
  if (points > MAX_POINTS) {
    problems.error(root, `the plan has ${points} points; expected at most ${MAX_POINTS}`, "take fewer steps or seeds");
  }
  return { axes, chosenByPattern: reader.chosenByPattern };
}

function workloadAxis(workloads: readonly WorkloadSource[]): Axis[] {
  if (workloads.length < 2) return [];
  const parameter: Parameter = { path: WORKLOAD, type: "text", unit: null, json: false, scale: "lin" };
  return [{ parameters: [parameter], rows: workloads.map(({ name }) => [name]) }];
}

class AxesReader {
  readonly #schedulers: readonly CoreScheduler[];
  readonly #problems: ProblemList;
  /** Each path once: two axes of one path would overwrite each other. */
  readonly #paths = new Set<string>();
  chosenByPattern: readonly SchedulerInfo[] = [];

  constructor(schedulers: readonly CoreScheduler[], problems: ProblemList) {
    this.#schedulers = schedulers;
    this.#problems = problems;
  }

  vary(node: TreeNode | undefined, sampleNode: TreeNode | undefined): Axis[] {
    if (node === undefined) {
      if (sampleNode !== undefined)
        this.#problems.error(sampleNode, "there is nothing to draw: the plan has no `vary`");
      return [];
    }
    if (node.kind !== "map") {
      this.#problems.error(node, `found ${describe(node)}; expected a mapping from paths to their values`);
      return [];
    }
    const axes: Axis[] = [];
    const drawn: Extract<Values, { kind: "drawn" }>[] = [];
    for (const [path, { value }] of node.entries) {
      if (!this.#path(path, node)) continue;
      const values = this.#valuesOf(path, value, sampleNode !== undefined);
      if (values?.kind === "drawn") drawn.push(values);
      else if (values !== undefined) {
        axes.push({ parameters: [values.parameter], rows: values.values.map((one) => [one]) });
      }
    }
    return sampleNode === undefined ? axes : [...axes, ...this.#sample(sampleNode, drawn)];
  }

  /** The same draws for all that is crossed with them, so that schedulers meet the same samples. */
  #sample(node: TreeNode, drawn: readonly Extract<Values, { kind: "drawn" }>[]): Axis[] {
    if (node.kind !== "map") {
      this.#problems.error(node, `found ${describe(node)}; expected a mapping such as {method: random, count: 100}`);
      return [];
    }
    checkKeys(node, ["method", "count", "seed"], this.#problems, "sample");
    const methodNode = optional(node, "method");
    const methods = Object.keys(SAMPLINGS);
    const method = methodNode ? readWord(methodNode, this.#problems, methods, "how to draw") : "latin-hypercube";
    const countNode = required(node, "count", this.#problems, "how many points to draw");
    const count =
      countNode && readWhole(countNode, this.#problems, { what: "how many points to draw", min: 1, max: MAX_POINTS });
    const seedNode = optional(node, "seed");
    const seed = seedNode ? readWhole(seedNode, this.#problems, { what: "a seed", min: 0, max: 2 ** 32 - 1 }) : 1;
    if (drawn.length === 0) {
      const hint = "write a range without `steps`, such as {from: 1ms, to: 1s, scale: log}, or {choose: [a, b]}";
      this.#problems.error(node, "there is nothing to draw from in `vary`", hint);
    }
    const sampling = method === undefined ? undefined : SAMPLINGS[method];
    if (sampling === undefined || count === undefined || seed === undefined || drawn.length === 0) return [];
    const shares = sampling(count, drawn.length, seed);
    const rows = Array.from({ length: count }, (_, point) =>
      drawn.map(({ valueAt }, dimension) => valueAt(shares[dimension]?.[point] ?? 0)),
    );
    return [{ parameters: drawn.map(({ parameter }) => parameter), rows }];
  }

  /** A list of points: parameters that vary together. What a point leaves out is as the workload has it. */
  points(node: TreeNode | undefined): Axis[] {
    if (node === undefined) return [];
    if (node.kind !== "list" || node.items.length === 0) {
      this.#problems.error(node, `found ${describe(node)}; expected a list of points: [{machine.cpus: 2}, …]`);
      return [];
    }
    const maps: MapNode[] = [];
    for (const item of node.items) {
      if (item.kind === "map") maps.push(item);
      else this.#problems.error(item, `found ${describe(item)}; expected a point: a mapping from paths to values`);
    }
    const paths = [...new Set(maps.flatMap((map) => [...map.entries.keys()]))];
    const columns: { parameter: Parameter; values: ParameterValue[] }[] = [];
    for (const path of paths) {
      const having = maps.filter((map) => map.entries.has(path));
      const first = having[0];
      if (first === undefined || !this.#path(path, first)) continue;
      const nodes = having.flatMap((map) => map.entries.get(path)?.value ?? []);
      const typed = path === SCHEDULER ? this.#schedulerOfEach(nodes) : typeValues(path, nodes, this.#problems);
      if (typed === undefined || !this.#checkSpecial(typed, nodes)) continue;
      const given = typed.values.values();
      const values = maps.map((map) => (map.entries.has(path) ? (given.next().value ?? null) : null));
      columns.push({ parameter: typed.parameter, values });
    }
    if (columns.length === 0) return [];
    const rows = maps.map((_, row) => columns.map(({ values }) => values[row] ?? null));
    const texts = rows.map((row) => JSON.stringify(row));
    if (columns.length === paths.length) this.#eachOnce(texts, maps);
    return [{ parameters: columns.map(({ parameter }) => parameter), rows }];
  }

  /** `7`, `[1, 2, 3]`, or `{count: 20}`: the same seeds for every configuration. */
  seeds(node: TreeNode | undefined): Axis[] {
    if (node === undefined) return [];
    const parameter: Parameter = { path: SEED, type: "whole", unit: null, json: false, scale: "lin" };
    const expected = { what: "a seed", min: 0, max: Number.MAX_SAFE_INTEGER };
    if (node.kind !== "map") {
      const nodes = node.kind === "list" ? node.items : [node];
      if (nodes.length === 0) this.#problems.error(node, "found an empty list; expected at least one seed");
      const seeds = nodes.map((item) => readWhole(item, this.#problems, expected) ?? 0);
      const again = nodes.find((_, index) => seeds.indexOf(seeds[index] ?? 0) < index);
      if (again !== undefined && this.#problems.errorCount === 0) {
        this.#problems.error(again, `the seed ${describe(again)} is there already`);
      }
      return [{ parameters: [parameter], rows: seeds.map((seed) => [seed]) }];
    }
    checkKeys(node, ["count", "first"], this.#problems, "seed");
    const countNode = required(node, "count", this.#problems, "how many seeds to run");
    const firstNode = optional(node, "first");
    const count = countNode && readWhole(countNode, this.#problems, { what: "how many seeds", min: 1, max: MAX_SEEDS });
    const first = firstNode ? readWhole(firstNode, this.#problems, { ...expected, max: 2 ** 52 }) : 1;
    if (count === undefined || first === undefined) return [];
    return [{ parameters: [parameter], rows: Array.from({ length: count }, (_, index) => [first + index]) }];
  }

  #valuesOf(path: string, node: TreeNode, sampled: boolean): Values | undefined {
    if (path !== SCHEDULER) {
      const values = readValues(path, node, sampled, this.#problems);
      if (values?.kind !== "listed") return values;
      const nodes = node.kind === "list" ? node.items : [node];
      if (node.kind === "list" && !this.#eachOnce(values.values, nodes)) return undefined;
      return this.#checkSpecial(values, nodes) ? values : undefined;
    }
    const nodes = node.kind === "list" ? node.items : [node];
    if (nodes.length === 0) this.#problems.error(node, "found an empty list; expected at least one scheduler");
    const chosen = new Set<SchedulerInfo>();
    const named = new Set<SchedulerInfo>();
    for (const item of nodes) {
      const isWildcard = item.kind === "string" && (item.value === EVERY_SCHEDULER || isPattern(item.value));
      for (const scheduler of this.#schedulersOf(item)) {
        chosen.add(scheduler);
        if (!isWildcard) named.add(scheduler);
      }
    }
    this.chosenByPattern = [...chosen].filter((scheduler) => !named.has(scheduler));
    return { kind: "listed", parameter: schedulerParameter, values: [...chosen].map(({ id }) => id) };
  }

  /** One scheduler for each node: in a point no pattern can stand. */
  #schedulerOfEach(nodes: readonly TreeNode[]) {
    const values = nodes.map((node) => {
      const [found, ...others] = this.#schedulersOf(node);
      if (others.length > 0)
        this.#problems.error(node, `found ${describe(node)}, which are several; expected one scheduler`);
      return found?.id ?? null;
    });
    return { parameter: schedulerParameter, values };
  }

  /** By id, alias, pattern, or `all`. */
  #schedulersOf(node: TreeNode): readonly SchedulerInfo[] {
    if (node.kind !== "string") {
      this.#problems.error(node, `found ${describe(node)}; expected the id of a scheduler, such as o1-2.6.22`);
      return [];
    }
    const { value } = node;
    const infos = this.#schedulers.map(({ info }) => info);
    const found =
      value === EVERY_SCHEDULER
        ? infos
        : infos.filter(({ id, aliases }) => id === value || aliases.includes(value) || matches(id, value));
    if (found.length > 0) return found;
    const names = infos.flatMap(({ id, aliases }) => [id, ...aliases]);
    const hint = isPattern(value) ? "`schedlab list` shows all" : nameHint(value, names);
    this.#problems.error(node, `found ${quote(value)}; expected the id of a scheduler`, hint);
    return [];
  }

  /** The same point twice would count as two runs of it. */
  #eachOnce(values: readonly ParameterValue[], nodes: readonly TreeNode[]): boolean {
    const again = nodes.find((_, index) => values.indexOf(values[index] ?? null) < index);
    if (again === undefined) return true;
    this.#problems.error(again, `found ${describe(again)}, which is there already; expected each value once`);
    return false;
  }

  /** What `long` and the tunables of schedulers take. */
  #checkSpecial(
    { parameter, values }: { readonly parameter: Parameter; readonly values: readonly ParameterValue[] },
    nodes: readonly TreeNode[],
  ): boolean {
    const { path } = parameter;
    const place = (index: number) => nodes[index] ?? nodes[0];
    const wrong = (index: number, expected: string) => {
      const node = place(index);
      if (node !== undefined) this.#problems.error(node, `found ${describe(node)}; expected ${expected}`);
      return false;
    };
    if (path === LONG) {
      const bad = values.findIndex((value) => value !== 32 && value !== 64);
      return bad === -1 || wrong(bad, "32 or 64, the bits of the kernel's long");
    }
    if (!path.startsWith(TUNABLE_PREFIX)) return true;
    const bad = values.findIndex((value) => typeof value !== "number" || !Number.isSafeInteger(value));
    return bad === -1 || wrong(bad, "a whole number");
  }

  /** Whether the path can be varied, and is not varied already. */
  #path(path: string, map: MapNode): boolean {
    const elsewhere = new Map([
      [SEED, "write `seed: {count: 20}` beside `vary`: seeds are paired across everything else"],
      [WORKLOAD, "write `workload: [a.yaml, b.yaml]` beside `vary`"],
    ]);
    const hint = elsewhere.get(path);
    if (hint !== undefined) this.#problems.keyError(map, path, `${quote(path)} has a place of its own`, hint);
    else if (path.startsWith(TUNABLE_PREFIX) && !this.#isTunable(path.slice(TUNABLE_PREFIX.length))) {
      const name = path.slice(TUNABLE_PREFIX.length);
      this.#problems.keyError(map, path, `no scheduler has a tunable ${quote(name)}`, nameHint(name, this.#tunables()));
    } else if (parsePath(path) === null) {
      this.#problems.keyError(map, path, "this is not a path", "paths look like tasks.NAME.count or machine.cpus");
    } else if (this.#paths.has(canonicalPath(path))) {
      this.#problems.keyError(map, path, `${quote(path)} is varied twice; expected each path once`);
    } else {
      this.#paths.add(canonicalPath(path));
      return true;
    }
    return false;
  }

  #isTunable(name: string): boolean {
    return this.#tunables().includes(name);
  }

  #tunables(): string[] {
    return [...new Set(this.#schedulers.flatMap(({ info }) => info.tunables.map((tunable) => tunable.name)))];
  }
}

const schedulerParameter: Parameter = { path: SCHEDULER, type: "text", unit: null, json: false, scale: "lin" };

function matches(id: string, text: string): boolean {
  return isPattern(text) && matchesPattern(id, text);
}
