/** What several rounds say together. */

export interface RoundTimes {
  readonly min: number;
  readonly median: number;
  /** How far the median lies above the minimum, as a share of it. */
  readonly spread: number;
}

export function spreadOf(values: readonly number[]): RoundTimes {
  const sorted = [...values].sort((a, b) => a - b);
  const min = sorted[0] ?? Number.NaN;
  const upper = sorted[sorted.length >> 1] ?? Number.NaN;
  const median = sorted.length % 2 === 1 ? upper : (upper + (sorted[(sorted.length >> 1) - 1] ?? upper)) / 2;
  return { min, median, spread: median / min - 1 };
}

/** Differences below this share of the time are nobody's merit. */
const negligible = 0.01;
/** A tie is given up where chance alone would separate two equals so far at most this often. */
const significance = 0.05;

/**
 * Whether the second is slower, and not only this time: its minimum is larger, and, round for round, it lost more
 * often than equals would (sign test, one-sided). Rounds are interleaved, so what disturbed the machine disturbed
 * both.
 */
export function isSlower(first: readonly number[], second: readonly number[]): boolean {
  const rounds = Math.min(first.length, second.length);
  if (Math.min(...second) <= Math.min(...first) * (1 + negligible)) return false;
  let lost = 0;
  for (let round = 0; round < rounds; round++) if ((second[round] ?? 0) > (first[round] ?? 0)) lost++;
  return chanceOfAtLeast(lost, rounds) <= significance;
}

/** That a fair coin shows heads at least so often. */
function chanceOfAtLeast(heads: number, throws: number): number {
  let sum = 0;
  let ways = 1;
  for (let count = throws; count >= heads; count--) {
    sum += ways;
    ways = (ways * count) / (throws - count + 1);
  }
  return sum / 2 ** throws;
}

/** By how far medians lie above minima. */
export function noiseInWords(spread: number): string {
  const percent = Math.round(spread * 100);
  if (percent <= 3) return "steady";
  if (percent <= 10) return `some noise (+${percent} %)`;
  if (percent <= 30) return `noisy (+${percent} %)`;
  return `very noisy (+${percent} %): a hint, no more`;
}
