/** From a point's number to what is simulated: workload, changes to it, and how it is run. */
import type { Override, ReadInclude } from "../workload/index.js";
import { ReusableWorkload } from "../workload/load.js";
import { formatSegment } from "../workload/source/tree.js";
import { Grid } from "./grid.js";
import {
  changesDocument,
  LONG,
  type Parameter,
  type ParameterValue,
  SCHEDULER,
  SEED,
  type SweepPlan,
  TUNABLE_PREFIX,
  WORKLOAD,
  type WorkloadSource,
} from "./plan.js";

/** How a workload is run. */
export interface Run {
  readonly overrides: readonly Override[];
  /** undefined: the default, as everywhere. */
  readonly scheduler: string | undefined;
  readonly long: 32 | 64 | undefined;
  readonly seed: number | undefined;
  readonly tunables: Readonly<Record<string, number>>;
}

export interface Point extends Run {
  readonly workload: WorkloadSource;
}

/** What the values of a point's parameters ask for. */
export function runOf(parameters: readonly Parameter[], values: readonly ParameterValue[]): Run {
  const overrides: Override[] = [];
  const tunables: Record<string, number> = {};
  let scheduler: string | undefined;
  let long: 32 | 64 | undefined;
  let seed: number | undefined;
  for (const [column, parameter] of parameters.entries()) {
    const value = values[column] ?? null;
    if (value === null) continue;
    if (parameter.path === SCHEDULER) scheduler = String(value);
    else if (parameter.path === LONG) long = value === 32 ? 32 : 64;
    else if (parameter.path === SEED) seed = Number(value);
    else if (parameter.path.startsWith(TUNABLE_PREFIX)) {
      tunables[parameter.path.slice(TUNABLE_PREFIX.length)] = Number(value);
    } else if (changesDocument(parameter.path)) {
      overrides.push({ path: parameter.path, value: overrideValue(parameter, value) });
    }
  }
  return { overrides, scheduler, long, seed, tunables };
}

export class Points {
  readonly grid: Grid;
  readonly #plan: SweepPlan;
  readonly #documents: Map<WorkloadSource, ReusableWorkload>;

  /** @param documents those that are read already */
  constructor(plan: SweepPlan, documents: ReadonlyMap<WorkloadSource, ReusableWorkload> = new Map()) {
    this.#plan = plan;
    this.#documents = new Map(documents);
    this.grid = new Grid(plan.axes);
  }

  describe(point: number): Point {
    return { workload: this.workload(point), ...runOf(this.grid.parameters, this.grid.values(point)) };
  }

  workload(point: number): WorkloadSource {
    const column = this.grid.column(WORKLOAD);
    const name = column === -1 ? null : this.grid.value(point, column);
    const { workloads } = this.#plan;
    const found = name === null ? workloads[0] : workloads.find((workload) => workload.name === name);
    if (found === undefined) throw new Error("a sweep has a point without a workload");
    return found;
  }

  /** The document of a workload, read once. */
  document(workload: WorkloadSource): ReusableWorkload {
    let document = this.#documents.get(workload);
    if (document === undefined) {
      document = readSource(workload);
      this.#documents.set(workload, document);
    }
    return document;
  }
}

/** The document of a workload, with what it includes. @throws WorkloadError */
export function readSource(workload: WorkloadSource): ReusableWorkload {
  const { source, included = [] } = workload;
  if (included.length === 0) return ReusableWorkload.read(source, workload);
  const readInclude: ReadInclude = (path, from) => {
    const found = included.find((answer) => answer.path === path && answer.includedFrom === from);
    if (found === undefined) throw new Error(`a sweep has a workload without ${path}, which it includes`);
    return found;
  };
  return ReusableWorkload.read(source, { ...workload, readInclude });
}

/** Texts in JSON, so that a quoted number stays a text. */
function overrideValue(parameter: Parameter, value: ParameterValue): unknown {
  if (parameter.json) return JSON.parse(String(value));
  return typeof value === "string" ? JSON.stringify(value) : value;
}

/** `long` is asked for by bits, tunables by name, and so on: how a person says a point. */
export function formatPoint(parameters: readonly Parameter[], values: readonly ParameterValue[]): string {
  return parameters
    .flatMap((parameter, column) => {
      const value = values[column] ?? null;
      return value === null ? [] : [`${parameter.path}=${formatValue(parameter, value)}`];
    })
    .join(" ");
}

const UNITS = [
  ["s", 1e9],
  ["ms", 1e6],
  ["us", 1e3],
] as const;

/** Durations with a unit, as an option would take them. */
export function formatValue(parameter: Pick<Parameter, "unit">, value: ParameterValue): string {
  if (parameter.unit !== "ns" || typeof value !== "number") return String(value);
  const unit = value === 0 ? undefined : UNITS.find(([, ns]) => value % ns === 0);
  return unit === undefined ? `${value}ns` : `${value / unit[1]}${unit[0]}`;
}

/** The command line that runs one point alone, and shows all that it has to show. */
export function reproduceCommand(point: Run, file: string): string {
  const words = ["schedlab", "run", file];
  if (point.scheduler !== undefined) words.push("--scheduler", point.scheduler);
  if (point.long !== undefined) words.push("--long", String(point.long));
  if (point.seed !== undefined) words.push("--seed", String(point.seed));
  for (const [name, value] of Object.entries(point.tunables)) words.push("--tunable", `${name}=${value}`);
  for (const { path, value } of point.overrides) {
    const text = typeof value === "object" ? JSON.stringify(value) : String(value);
    words.push("--set", `${path}=${text}`);
  }
  return words.map(shellWord).join(" ");
}

function shellWord(word: string): string {
  return /^[\w./:=,@%+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** The path of a figure or parameter of the tasks of one name, quoted where it must be. */
export function taskPath(task: string, rest: string): string {
  return `tasks${formatSegment(task)}.${rest}`;
}
