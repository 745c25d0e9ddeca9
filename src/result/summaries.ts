/** The small figures that results are made of: percentiles, spreads, Jain's index, ratios. */
import type { Nanoseconds, SpanStatistics } from "../engine/types.js";
import { ExactSum } from "./exact-sum.js";
import { Histogram } from "./histogram.js";
import type { PercentilesOf, QualifiedSpanSummary, SpanSummary, Spread } from "./types.js";

const nsPerSecond = 1e9;

/** 0 where nothing can be divided: a run that has not begun used no share of anything. */
export function ratio(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}

export function perSecond(count: number, simulatedNs: Nanoseconds): number {
  return simulatedNs === 0 ? 0 : (count * nsPerSecond) / simulatedNs;
}

/** The figures of a distribution that results show; of an empty one all but the count are unknown. */
export function summarize(spans: Histogram): SpanSummary {
  return {
    count: spans.count,
    mean: spans.mean,
    p50: spans.quantile(0.5),
    p95: spans.quantile(0.95),
    p99: spans.quantile(0.99),
    p999: spans.quantile(0.999),
    max: spans.count === 0 ? null : spans.maxNs,
  };
}

/** A task's own count, mean and maximum, with a wider circle's percentiles where it has none of its own. */
export function summarizeOrShare(
  spans: SpanStatistics,
  of: PercentilesOf,
  shared: () => SpanSummary,
  sharedOf: PercentilesOf,
): QualifiedSpanSummary {
  const own = Histogram.fromStatistics(spans);
  if (own !== null) return { ...summarize(own), percentilesOf: of };
  const { p50, p95, p99, p999 } = shared();
  const mean = spans.totalNs / spans.count;
  return { count: spans.count, mean, p50, p95, p99, p999, max: spans.maxNs, percentilesOf: sharedOf };
}

/** Smallest, mean and largest of some figures, and how equal they are. */
export class SpreadBuilder {
  #count = 0;
  #min = Number.POSITIVE_INFINITY;
  #max = Number.NEGATIVE_INFINITY;
  readonly #sum = new ExactSum();
  #sumOfSquares = 0;

  add(value: number): void {
    this.#count += 1;
    this.#min = Math.min(this.#min, value);
    this.#max = Math.max(this.#max, value);
    this.#sum.add(value);
    this.#sumOfSquares += value * value;
  }

  get total(): number {
    return this.#sum.toNumber();
  }

  /** @param unit each figure is divided by it; 0 gives 0 */
  build(unit = 1): Spread {
    if (this.#count === 0) return { min: null, mean: null, max: null };
    return {
      min: ratio(this.#min, unit),
      mean: ratio(this.total / this.#count, unit),
      max: ratio(this.#max, unit),
    };
  }

  /**
   * Jain, Chiu, Hawe (1984): (Σx)² / (n Σx²), from 1/n (one has everything) to 1 (all equal).
   * 1 where there is nothing to be unequal about: no figures, or all of them 0.
   */
  jainIndex(): number {
    if (this.#sumOfSquares === 0) return 1;
    // Rounding must not make equal shares "more than equal".
    return Math.min(1, (this.total * this.total) / (this.#count * this.#sumOfSquares));
  }
}
