/** The tables of all parts of a sweep as one. */
import { SchedlabError } from "../errors.js";
import type { Digest } from "./digest.js";
import type { ParameterValue } from "./plan.js";
import type { SweepHead, SweepTable } from "./table.js";

export interface Part {
  /** Named in messages. */
  readonly name: string;
  readonly table: SweepTable;
}

export class MergedTable implements SweepTable {
  readonly head: SweepHead;
  readonly rows: number;
  readonly #parts: readonly SweepTable[];
  /** By point: which part has it, and in which row there. */
  readonly #part: Uint32Array;
  readonly #row: Uint32Array;

  /** @throws SchedlabError where the parts are not of one plan, overlap, or leave points out */
  constructor(parts: readonly Part[]) {
    const first = parts[0];
    if (first === undefined) throw new SchedlabError("there is nothing to merge");
    this.head = { ...first.table.head, shard: null };
    this.rows = this.head.points;
    this.#parts = parts.map(({ table }) => table);
    this.#part = new Uint32Array(this.rows);
    this.#row = new Uint32Array(this.rows);
    for (const [index, part] of parts.entries()) {
      checkSame(first, part);
      for (let row = 0; row < part.table.rows; row++) {
        const point = part.table.point(row);
        const other = this.#part[point] ?? 0;
        if (other > 0) {
          throw new SchedlabError(
            `${part.name} and ${parts[other - 1]?.name} both have point ${point}: give each part once`,
          );
        }
        this.#part[point] = index + 1;
        this.#row[point] = row;
      }
    }
    const missing = this.#part.indexOf(0);
    if (missing !== -1) throw new SchedlabError(describeMissing(missing, first, parts));
  }

  point(row: number): number {
    return row;
  }

  digest(row: number): Digest | null {
    return this.#table(row).digest(this.#row[row] ?? 0);
  }

  parameter(row: number, column: number): ParameterValue {
    return this.#table(row).parameter(this.#row[row] ?? 0, column);
  }

  figure(row: number, column: number): number {
    return this.#table(row).figure(this.#row[row] ?? 0, column);
  }

  error(row: number): string | null {
    return this.#table(row).error(this.#row[row] ?? 0);
  }

  #table(row: number): SweepTable {
    const table = this.#parts[(this.#part[row] ?? 0) - 1];
    if (table === undefined) throw new Error(`a merged sweep has no row ${row}`);
    return table;
  }
}

function checkSame(first: Part, part: Part): void {
  const { plan, engine, schedlab } = part.table.head;
  const expected = first.table.head;
  if (engine !== expected.engine || schedlab !== expected.schedlab) {
    throw new SchedlabError(`${part.name} was run by another version of schedlab than ${first.name}`);
  }
  if (plan !== expected.plan) throw new SchedlabError(`${part.name} is of another plan than ${first.name}`);
}

function describeMissing(point: number, { table }: Part, parts: readonly Part[]): string {
  const of = table.head.shard?.of;
  if (of === undefined) return `point ${point} is in none of them`;
  const present = new Set(parts.map((part) => part.table.head.shard?.number));
  const missing = Array.from({ length: of }, (_, index) => index + 1).filter((number) => !present.has(number));
  return missing.length === 0
    ? `point ${point} is in none of them`
    : `of ${of} parts ${missing.length === 1 ? "one is" : "some are"} missing: --shard ${missing
        .slice(0, 8)
        .map((number) => `${number}/${of}`)
        .join(", ")}`;
}
