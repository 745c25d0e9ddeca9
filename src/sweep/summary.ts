/**
 * A table's rows taken together: by configuration, over seeds (and whatever else is not asked for), against the
 * baseline.
 */
import { SchedlabError } from "../errors.js";
import { nearest } from "../workload/nearest.js";
import { type Parameter, type ParameterValue, SEED } from "./plan.js";
import { adjustForSeveral, comparePairs, describeSample, type PairedDifference, type Sample } from "./statistics.js";
import type { SweepTable } from "./table.js";

export interface SummaryOptions {
  /** Paths of parameters that make a configuration. Default: all that vary, but the seed. */
  readonly by?: readonly string[];
  /** Paths of figures. Default: all. */
  readonly figures?: readonly string[];
}

export interface Summary {
  readonly by: readonly Parameter[];
  readonly configurations: readonly Configuration[];
}

export interface Configuration {
  /** The values of `by`. */
  readonly values: readonly ParameterValue[];
  readonly isBaseline: boolean;
  readonly points: number;
  readonly failed: number;
  readonly figures: readonly FigureSummary[];
}

export interface FigureSummary {
  readonly path: string;
  /** null: no point had the figure. */
  readonly sample: Sample | null;
  /** Against the baseline, pair by pair; null where there is none, and of the baseline itself. */
  readonly difference: Difference | null;
}

export interface Difference extends PairedDifference {
  /** Mean difference / mean of the baseline's pairs; null where that is 0. */
  readonly relative: number | null;
  /** `p` as it counts among all comparisons of this figure (Holm); null for a single pair. */
  readonly adjustedP: number | null;
  /** What may be said, such as `clearly less` or `no difference shown`. */
  readonly verdict: string;
}

/** @throws SchedlabError for a path that is none of the table's */
export function summarize(table: SweepTable, options: SummaryOptions = {}): Summary {
  const { parameters, measures } = table.head;
  const columns = parameters.map(({ path }, column) => ({ path, column }));
  const by =
    options.by === undefined
      ? columns.filter(({ path }) => path !== SEED && varies(table, path))
      : options.by.map((path) => pick(path, columns, "parameter"));
  const names = measures.map(({ path }, column) => ({ path, column }));
  const figures = options.figures === undefined ? names : options.figures.map((path) => pick(path, names, "figure"));

  const groups = groupRows(
    table,
    by.map(({ column }) => column),
  );
  const baseline = new BaselineRows(table);
  const configurations = [...groups.values()].map((rows): Unjudged => {
    const first = rows[0] ?? 0;
    const good = rows.filter((row) => table.error(row) === null);
    return {
      values: by.map(({ column }) => table.parameter(first, column)),
      isBaseline: baseline.exists && rows.every((row) => baseline.has(row)),
      points: rows.length,
      failed: rows.length - good.length,
      figures: figures.map(({ path, column }) => {
        const values = good.map((row) => table.figure(row, column)).filter((value) => !Number.isNaN(value));
        return { path, sample: describeSample(values), difference: baseline.difference(good, column) };
      }),
    };
  });
  return {
    by: by.flatMap(({ column }) => parameters[column] ?? []),
    configurations: withVerdicts(configurations),
  };
}

/** Whether a parameter takes more than one value. */
export function varies(table: SweepTable, path: string): boolean {
  const column = table.head.parameters.findIndex((parameter) => parameter.path === path);
  for (let row = 1; row < table.rows; row++) {
    if (table.parameter(row, column) !== table.parameter(0, column)) return true;
  }
  return false;
}

/** @throws SchedlabError with the nearest path where there is none of this name */
export function pick<Named extends { readonly path: string }>(
  path: string,
  from: readonly Named[],
  what: string,
): Named {
  const found = from.find((candidate) => candidate.path === path);
  if (found !== undefined) return found;
  const paths = from.map((candidate) => candidate.path);
  const near = nearest(path, paths);
  const hint = near === undefined ? "" : ` (did you mean ${near}?)`;
  throw new SchedlabError(
    `the sweep has no ${what} ${JSON.stringify(path)}${hint}; it has ${paths.join(", ") || "none"}`,
  );
}

/** Rows by their values in some columns, in the order in which these come. */
export function groupRows(table: SweepTable, columns: readonly number[]): Map<string, number[]> {
  const groups = new Map<string, number[]>();
  for (let row = 0; row < table.rows; row++) {
    const key = keyOf(table, row, columns);
    const rows = groups.get(key);
    if (rows === undefined) groups.set(key, [row]);
    else rows.push(row);
  }
  return groups;
}

function keyOf(table: SweepTable, row: number, columns: readonly number[]): string {
  let key = "";
  for (const column of columns) key += `${JSON.stringify(table.parameter(row, column))}\n`;
  return key;
}

/** Finds, for each row, the one that differs from it only in what the baseline fixes. */
class BaselineRows {
  readonly exists: boolean;
  readonly #table: SweepTable;
  readonly #fixed: readonly { readonly column: number; readonly value: ParameterValue }[];
  readonly #others: readonly number[];
  readonly #rows = new Map<string, number>();

  constructor(table: SweepTable) {
    this.#table = table;
    const { baseline, parameters } = table.head;
    this.exists = baseline !== null;
    this.#fixed = Object.entries(baseline ?? {}).map(([path, value]) => {
      return { column: parameters.findIndex((parameter) => parameter.path === path), value };
    });
    const fixed = new Set(this.#fixed.map(({ column }) => column));
    this.#others = [...parameters.keys()].filter((column) => !fixed.has(column));
    if (!this.exists) return;
    for (let row = 0; row < table.rows; row++) {
      if (this.has(row) && table.error(row) === null) this.#rows.set(keyOf(table, row, this.#others), row);
    }
  }

  has(row: number): boolean {
    return this.#fixed.every(({ column, value }) => this.#table.parameter(row, column) === value);
  }

  difference(rows: readonly number[], column: number): Omit<Difference, "adjustedP" | "verdict"> | null {
    if (!this.exists) return null;
    const differences: number[] = [];
    let sum = 0;
    for (const row of rows) {
      if (this.has(row)) continue;
      const partner = this.#rows.get(keyOf(this.#table, row, this.#others));
      if (partner === undefined) continue;
      const reference = this.#table.figure(partner, column);
      const difference = this.#table.figure(row, column) - reference;
      if (Number.isNaN(difference)) continue;
      differences.push(difference);
      sum += reference;
    }
    const compared = comparePairs(differences);
    if (compared === null) return null;
    const mean = sum / differences.length;
    return { ...compared, relative: mean === 0 ? null : compared.mean / Math.abs(mean) };
  }
}

type Unjudged = Omit<Configuration, "figures"> & {
  readonly figures: readonly (Omit<FigureSummary, "difference"> & {
    readonly difference: Omit<Difference, "adjustedP" | "verdict"> | null;
  })[];
};

/** Many comparisons find something by chance: each figure's are judged together. */
function withVerdicts(configurations: readonly Unjudged[]): Configuration[] {
  const count = configurations[0]?.figures.length ?? 0;
  const adjusted = Array.from({ length: count }, (_, figure) =>
    adjustForSeveral(configurations.map(({ figures }) => figures[figure]?.difference?.p ?? null)),
  );
  return configurations.map((configuration, index) => ({
    ...configuration,
    figures: configuration.figures.map(({ path, sample, difference }, figure) => {
      if (difference === null) return { path, sample, difference };
      const adjustedP = adjusted[figure]?.[index] ?? null;
      return { path, sample, difference: { ...difference, adjustedP, verdict: verdict(difference.mean, adjustedP) } };
    }),
  }));
}

/** In words, at the usual levels: 0.05, 0.01, 0.001. */
export function verdict(mean: number, p: number | null): string {
  if (mean === 0 && (p === null || p === 1)) return "the same";
  const direction = mean < 0 ? "less" : "more";
  if (p === null) return `${direction}, in one pair`;
  if (p < 0.001) return `clearly ${direction}`;
  if (p < 0.01) return `very likely ${direction}`;
  if (p < 0.05) return `likely ${direction}`;
  return "no difference shown";
}
