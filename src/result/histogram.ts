/**
 * Log-linear histograms of spans in time, laid out as the core keeps them (HistogramBuckets in
 * engine/types.ts): exact below 128 ns, at most 0.8 % off above; count, sum and maximum are exact.
 * Two histograms of one layout merge without loss, so figures of groups and of several runs are
 * as good as those of one task.
 */
import type { HistogramBuckets, Nanoseconds, SpanStatistics } from "../engine/types.js";

/** Each octave is cut into this many buckets. */
const bucketsPerOctave = 64;

/** Which bucket a span belongs to. `valueNs` is a whole number, 0 … 2^53 - 1. */
export function bucketIndex(valueNs: Nanoseconds): number {
  if (valueNs < bucketsPerOctave) return valueNs;
  let exponent = 6;
  let scaled = valueNs;
  // Dividing by a power of two is exact, and shifts would lose what is above 32 bits.
  while (scaled >= 2 * bucketsPerOctave) {
    scaled /= 2;
    exponent += 1;
  }
  return (exponent - 6) * bucketsPerOctave + Math.floor(scaled);
}

/** The smallest span that belongs to a bucket, in ns. */
export function bucketLowest(index: number): Nanoseconds {
  if (index < 2 * bucketsPerOctave) return index;
  const octave = Math.floor(index / bucketsPerOctave);
  return (bucketsPerOctave + (index % bucketsPerOctave)) * 2 ** (octave - 1);
}

/** What stands for all spans of a bucket: its middle, a whole number of ns. */
export function bucketMiddle(index: number): Nanoseconds {
  const lowest = bucketLowest(index);
  return lowest + Math.floor((bucketLowest(index + 1) - lowest - 1) / 2);
}

/** An unchanging distribution of spans. */
export class Histogram {
  static readonly empty = new Histogram([], 0, 0, 0);

  /**
   * @param buckets ascending by index, every count above 0
   * @param totalNs sum of the spans; beyond 2^53 the nearest double
   */
  constructor(
    readonly buckets: HistogramBuckets,
    readonly count: number,
    readonly totalNs: Nanoseconds,
    readonly maxNs: Nanoseconds,
  ) {}

  /** The distribution behind figures of the core; null where these keep no buckets of their own. */
  static fromStatistics(spans: SpanStatistics): Histogram | null {
    if (spans.count === 0) return Histogram.empty;
    if (spans.buckets === null) return null;
    return new Histogram(spans.buckets, spans.count, spans.totalNs, spans.maxNs);
  }

  /** The distribution of the given spans, whole numbers of ns. */
  static fromValues(valuesNs: Iterable<Nanoseconds>): Histogram {
    const builder = new HistogramBuilder();
    for (const valueNs of valuesNs) builder.record(valueNs);
    return builder.build();
  }

  /** Exact mean in ns; null when empty. */
  get mean(): number | null {
    return this.count === 0 ? null : this.totalNs / this.count;
  }

  /**
   * The span, in ns, that a share `p` (0 … 1) of all spans does not exceed: the nearest-rank
   * quantile, at most 0.8 % off, exact for 1 and below 128 ns. null when empty.
   */
  quantile(p: number): Nanoseconds | null {
    if (!(p >= 0 && p <= 1)) throw new RangeError(`a quantile is asked for a share between 0 and 1, not ${p}`);
    if (this.count === 0) return null;
    // 0.07 * 100 is a little more than 7 in floating point; the rank is still the seventh.
    const rank = Math.max(1, Math.ceil(p * this.count * (1 - 2 * Number.EPSILON)));
    if (rank >= this.count) return this.maxNs;
    let seen = 0;
    for (const [index, count] of this.buckets) {
      seen += count;
      if (seen >= rank) return Math.min(bucketMiddle(index), this.maxNs);
    }
    return this.maxNs;
  }

  /** The distribution of both's spans together. */
  merge(other: Histogram): Histogram {
    return new HistogramBuilder().add(this).add(other).build();
  }
}

/** Collects spans and whole histograms into one. */
export class HistogramBuilder {
  readonly #counts = new Map<number, number>();
  #count = 0;
  #totalNs = 0;
  #maxNs = 0;

  /** Adds `count` spans of `valueNs` each (a whole number, 0 … 2^53 - 1). */
  record(valueNs: Nanoseconds, count = 1): this {
    if (!Number.isSafeInteger(valueNs) || valueNs < 0) {
      throw new RangeError(`a span is a whole number of nanoseconds from 0 to 2^53 - 1, not ${valueNs}`);
    }
    if (count === 0) return this;
    this.#addBucket(bucketIndex(valueNs), count);
    this.#count += count;
    this.#totalNs += valueNs * count;
    this.#maxNs = Math.max(this.#maxNs, valueNs);
    return this;
  }

  add(histogram: Histogram): this {
    for (const [index, count] of histogram.buckets) this.#addBucket(index, count);
    this.#count += histogram.count;
    this.#totalNs += histogram.totalNs;
    this.#maxNs = Math.max(this.#maxNs, histogram.maxNs);
    return this;
  }

  build(): Histogram {
    const buckets = [...this.#counts].sort(([left], [right]) => left - right);
    return new Histogram(buckets, this.#count, this.#totalNs, this.#maxNs);
  }

  #addBucket(index: number, count: number): void {
    this.#counts.set(index, (this.#counts.get(index) ?? 0) + count);
  }
}
