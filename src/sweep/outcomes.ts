/** What is known of the points of a plan while it runs: columns in memory, filled batch by batch in whatever order. */
import type { BatchOutcome } from "./batch.js";
import { DIGEST_BYTES, type Digest } from "./digest.js";
import type { Points } from "./point.js";
import type { SweepHead, SweepTable } from "./table.js";

export class Outcomes implements SweepTable {
  readonly head: SweepHead;
  readonly rows: number;
  readonly #points: Points;
  /** The numbers of the rows' points in the grid, ascending. */
  readonly #numbers: Uint32Array;
  /** Which point of the plan each row is. */
  readonly #places: Uint32Array;
  /** By number: row + 1, or 0. */
  readonly #rowOf: Uint32Array;
  readonly #figures: Float64Array;
  readonly #digests: Uint8Array;
  readonly #known: Uint8Array;
  readonly #errors = new Map<number, string>();
  #knownCount = 0;

  /** @param included the numbers of all points of the plan; a shard has every `of`-th one */
  constructor(head: SweepHead, points: Points, included: Uint32Array) {
    this.head = head;
    this.#points = points;
    const { number, of } = head.shard ?? { number: 1, of: 1 };
    const count = Math.max(0, Math.ceil((included.length - (number - 1)) / of));
    this.#places = Uint32Array.from({ length: count }, (_, row) => number - 1 + row * of);
    this.#numbers = this.#places.map((place) => included[place] ?? 0);
    this.#rowOf = new Uint32Array(points.grid.size);
    for (const [row, point] of this.#numbers.entries()) this.#rowOf[point] = row + 1;
    this.rows = count;
    this.#figures = new Float64Array(count * head.measures.length).fill(Number.NaN);
    this.#digests = new Uint8Array(count * DIGEST_BYTES);
    this.#known = new Uint8Array(count);
  }

  /** Points that are known, failed ones included. */
  get knownCount(): number {
    return this.#knownCount;
  }

  get failedCount(): number {
    return this.#errors.size;
  }

  /** The numbers of the points that are not known. */
  unknown(): Uint32Array {
    return this.#numbers.filter((_, row) => this.#known[row] === 0);
  }

  /** Takes in a batch; what belongs to no row is left alone. Of a point that comes twice the later one counts. */
  add(batch: Pick<BatchOutcome, "points" | "digests" | "figures" | "errors">): void {
    const columns = this.head.measures.length;
    for (const [place, point] of batch.points.entries()) {
      const row = (this.#rowOf[point] ?? 0) - 1;
      if (row < 0) continue;
      const figures = batch.figures.subarray(place * columns, (place + 1) * columns);
      this.#figures.set(figures, row * columns);
      this.#digests.set(batch.digests.subarray(place * DIGEST_BYTES, (place + 1) * DIGEST_BYTES), row * DIGEST_BYTES);
      if (this.#known[row] === 0) this.#knownCount += 1;
      this.#known[row] = 1;
      const error = batch.errors.get(place);
      if (error === undefined) this.#errors.delete(row);
      else this.#errors.set(row, error);
    }
  }

  /** Forgets the points that failed, so that they are tried again. */
  forgetFailed(): void {
    for (const row of this.#errors.keys()) this.#known[row] = 0;
    this.#knownCount -= this.#errors.size;
    this.#errors.clear();
  }

  number(row: number): number {
    return this.#numbers[row] ?? 0;
  }

  point(row: number): number {
    return this.#places[row] ?? 0;
  }

  digest(row: number): Digest | null {
    const bytes = this.#digests.subarray(row * DIGEST_BYTES, (row + 1) * DIGEST_BYTES);
    return bytes.some((byte) => byte !== 0) ? bytes : null;
  }

  parameter(row: number, column: number) {
    return this.#points.grid.value(this.number(row), column);
  }

  figure(row: number, column: number): number {
    return this.#figures[row * this.head.measures.length + column] ?? Number.NaN;
  }

  error(row: number): string | null {
    return this.#errors.get(row) ?? null;
  }
}
