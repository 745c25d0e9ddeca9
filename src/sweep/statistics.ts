/**
 * The statistics of repeated runs: intervals and tests by Student's t, which is what few, roughly normal means call
 * for.
 */
import jstat from "jstat";

export interface Sample {
  readonly count: number;
  readonly mean: number;
  readonly median: number;
  /** Of the sample (n - 1); 0 for a single run. */
  readonly deviation: number;
  /** Half the width of the 95 % confidence interval of the mean; null for a single run, which has none. */
  readonly halfWidth: number | null;
}

/** Two-sided, 95 %. */
const CONFIDENCE = 0.95;

/** @returns null for no values at all */
export function describeSample(values: readonly number[]): Sample | null {
  const count = values.length;
  if (count === 0) return null;
  const sorted = [...values].sort((left, right) => left - right);
  const middle = count >> 1;
  const upper = sorted[middle] ?? 0;
  const median = count % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
  const mean = meanOf(values);
  if (count === 1) return { count, mean, median, deviation: 0, halfWidth: null };
  const deviation = deviationOf(values, mean);
  const quantile = jstat.studentt.inv(1 - (1 - CONFIDENCE) / 2, count - 1);
  return { count, mean, median, deviation, halfWidth: (quantile * deviation) / Math.sqrt(count) };
}

export interface PairedDifference {
  /** Pairs that both have the figure. */
  readonly pairs: number;
  /** Mean of (value - baseline). */
  readonly mean: number;
  readonly halfWidth: number | null;
  /** Cohen's d for pairs: the mean difference in its own standard deviations; null where all differences are alike. */
  readonly effect: number | null;
  /**
   * Two-sided p of the paired t-test; 0 where all differences are alike and not 0, 1 where all are 0; null for one
   * pair.
   */
  readonly p: number | null;
}

/** @param differences value - baseline, pair by pair */
export function comparePairs(differences: readonly number[]): PairedDifference | null {
  const sample = describeSample(differences);
  if (sample === null) return null;
  const { count: pairs, mean, deviation, halfWidth } = sample;
  if (pairs === 1) return { pairs, mean, halfWidth, effect: null, p: null };
  // Differences that are alike up to rounding have no spread to be measured by.
  if (deviation <= Math.abs(mean) * 1e-12) return { pairs, mean, halfWidth, effect: null, p: mean === 0 ? 1 : 0 };
  const effect = mean / deviation;
  const t = effect * Math.sqrt(pairs);
  const p = Math.min(1, 2 * jstat.studentt.cdf(-Math.abs(t), pairs - 1));
  return { pairs, mean, halfWidth, effect, p };
}

/** Holm (1979): the p values as they count where several comparisons are made at once. null stays null. */
export function adjustForSeveral(values: readonly (number | null)[]): (number | null)[] {
  const order = values
    .flatMap((p, index) => (p === null ? [] : [{ p, index }]))
    .sort((left, right) => left.p - right.p);
  const adjusted = new Array<number | null>(values.length).fill(null);
  let least = 0;
  for (const [rank, { p, index }] of order.entries()) {
    least = Math.min(1, Math.max(least, p * (order.length - rank)));
    adjusted[index] = least;
  }
  return adjusted;
}

/**
 * In the order of the rows, which is the same everywhere. Taken from the first one on: values that are alike have no
 * spread.
 */
function meanOf(values: readonly number[]): number {
  const first = values[0] ?? 0;
  let sum = 0;
  for (const value of values) sum += value - first;
  return first + sum / values.length;
}

function deviationOf(values: readonly number[], mean: number): number {
  let squares = 0;
  for (const value of values) squares += (value - mean) ** 2;
  return Math.sqrt(squares / (values.length - 1));
}
