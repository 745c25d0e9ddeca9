/** The points of a plan: every combination of the rows of its axes, numbered without being written down. */
import { type Axis, changesDocument, type Parameter, type ParameterValue, SEED, WORKLOAD } from "./plan.js";

export class Grid {
  readonly parameters: readonly Parameter[];
  /** Combinations of all rows. */
  readonly size: number;
  /** Where the parameter of each column comes from. */
  readonly #columns: readonly { readonly axis: number; readonly place: number }[];
  /** How many numbers apart two successive rows of an axis are. */
  readonly #strides: readonly number[];
  readonly #axes: readonly Axis[];

  constructor(axes: readonly Axis[]) {
    this.#axes = axes;
    this.#columns = axes.flatMap(({ parameters }, axis) => parameters.map((_, place) => ({ axis, place })));
    this.parameters = axes.flatMap(({ parameters }) => parameters);
    const strides: number[] = [];
    let size = 1;
    for (const axis of [...axes].reverse()) {
      strides.unshift(size);
      size *= axis.rows.length;
    }
    this.#strides = strides;
    this.size = size;
  }

  /** Which row of an axis a point has. */
  row(point: number, axis: number): number {
    return Math.floor(point / (this.#strides[axis] ?? 1)) % (this.#axes[axis]?.rows.length ?? 1);
  }

  /** The value of the parameter in a column. */
  value(point: number, column: number): ParameterValue {
    const from = this.#columns[column];
    if (from === undefined) throw new Error(`a sweep has no column ${column}`);
    return this.#axes[from.axis]?.rows[this.row(point, from.axis)]?.[from.place] ?? null;
  }

  /** The values of all parameters, in their order. */
  values(point: number): ParameterValue[] {
    return this.parameters.map((_, column) => this.value(point, column));
  }

  /** The first column of a path, or -1. */
  column(path: string): number {
    return this.parameters.findIndex((parameter) => parameter.path === path);
  }

  /** Equal for two points whose workloads are the same but for the seed. */
  documentKey(point: number): number {
    let key = 0;
    for (const [index, axis] of this.#axes.entries()) {
      if (!axis.parameters.some(({ path }) => changesDocument(path) || path === WORKLOAD)) continue;
      key += this.row(point, index) * (this.#strides[index] ?? 1);
    }
    return key;
  }

  /** Equal for two points that differ in nothing but the seed. */
  configuration(point: number): number {
    const last = this.#axes.at(-1);
    const seeds = last?.parameters.some(({ path }) => path === SEED) ? last.rows.length : 1;
    return Math.floor(point / seeds);
  }
}
