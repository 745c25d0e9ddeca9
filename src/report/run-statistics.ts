/** Count, ends, mean and relative standard error of spans as they come, without keeping them (Welford's method). */
import type { Nanoseconds } from "../engine/types.js";

export interface RunSummary {
  readonly count: number;
  readonly totalNs: Nanoseconds;
  readonly minNs: Nanoseconds;
  readonly maxNs: Nanoseconds;
  readonly meanNs: number;
  /**
   * Standard error of the mean, in per cent of the mean: what perf's "stddev" column holds. 0 for less than two spans.
   */
  readonly relativeErrorPercent: number;
}

export class RunStatistics implements RunSummary {
  count = 0;
  totalNs: Nanoseconds = 0;
  minNs: Nanoseconds = Number.POSITIVE_INFINITY;
  maxNs: Nanoseconds = 0;
  #mean = 0;
  #squares = 0;

  add(ns: Nanoseconds): void {
    this.count += 1;
    this.totalNs += ns;
    if (ns < this.minNs) this.minNs = ns;
    if (ns > this.maxNs) this.maxNs = ns;
    const apart = ns - this.#mean;
    this.#mean += apart / this.count;
    this.#squares += apart * (ns - this.#mean);
  }

  get meanNs(): number {
    return this.#mean;
  }

  get relativeErrorPercent(): number {
    if (this.count < 2 || this.#mean === 0) return 0;
    const variance = this.#squares / (this.count - 1);
    return (100 * Math.sqrt(variance / this.count)) / this.#mean;
  }
}
