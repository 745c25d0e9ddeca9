import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bucketIndex, bucketLowest, bucketMiddle, Histogram, HistogramBuilder } from "../../src/result/histogram.js";

/** All orders of magnitude alike, 0 … 2^53 - 1. */
const span = fc
  .tuple(fc.integer({ min: 0, max: 53 }), fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }))
  .map(([exponent, fraction]) => Math.min(Number.MAX_SAFE_INTEGER, Math.floor(2 ** exponent * (1 + fraction)) - 1));

/** The layout as engine/types.ts states it, in big integers. */
function statedIndex(value: number): number {
  if (value < 64) return value;
  const exponent = BigInt(value).toString(2).length - 1;
  return (exponent - 5) * 64 + Number((BigInt(value) >> BigInt(exponent - 6)) & 63n);
}

function nearestRank(values: readonly number[], p: number): number {
  const sorted = [...values].sort((left, right) => left - right);
  // p is a fraction of small whole numbers here, so that the rank has no rounding of its own.
  return sorted[Math.max(1, Math.ceil(Number((p * sorted.length).toFixed(9)))) - 1] ?? Number.NaN;
}

describe("the buckets", () => {
  it("have the indices that the core's layout states", () => {
    fc.assert(
      fc.property(span, (value) => {
        expect(bucketIndex(value)).toBe(statedIndex(value));
      }),
    );
    for (const value of [0, 63, 64, 65, 127, 128, 129, 2 ** 31, 2 ** 32 + 1, Number.MAX_SAFE_INTEGER]) {
      expect(bucketIndex(value)).toBe(statedIndex(value));
    }
  });

  it("contain their values, and their middle is within 0.8 % of each", () => {
    fc.assert(
      fc.property(span, (value) => {
        const index = bucketIndex(value);
        expect(bucketLowest(index)).toBeLessThanOrEqual(value);
        expect(bucketLowest(index + 1)).toBeGreaterThan(value);
        expect(Math.abs(bucketMiddle(index) - value)).toBeLessThanOrEqual(value * 0.008);
      }),
    );
  });

  it("are exact below 128 ns", () => {
    for (let value = 0; value < 128; value += 1) expect(bucketMiddle(bucketIndex(value))).toBe(value);
  });

  it("are entered in ascending order without a gap", () => {
    for (let index = 0; index < 3072; index += 1) expect(bucketIndex(bucketLowest(index))).toBe(index);
    expect(bucketIndex(Number.MAX_SAFE_INTEGER)).toBe(3071);
  });
});

describe("a histogram", () => {
  it("gives every quantile to within 1 % of the nearest rank in the sorted values", () => {
    fc.assert(
      fc.property(
        fc.array(span, { minLength: 1, maxLength: 300 }),
        fc.integer({ min: 0, max: 1000 }),
        (values, permille) => {
          const exact = nearestRank(values, permille / 1000);
          const found = Histogram.fromValues(values).quantile(permille / 1000);
          expect(found).not.toBeNull();
          expect(Math.abs((found ?? 0) - exact)).toBeLessThanOrEqual(exact * 0.01);
        },
      ),
    );
  });

  it("gives quantiles of small values exactly", () => {
    const small = fc.array(fc.integer({ min: 0, max: 127 }), { minLength: 1, maxLength: 200 });
    fc.assert(
      fc.property(small, fc.integer({ min: 0, max: 100 }), (values, percent) => {
        expect(Histogram.fromValues(values).quantile(percent / 100)).toBe(nearestRank(values, percent / 100));
      }),
    );
  });

  it("does not take the next rank because of rounding", () => {
    const hundred = Histogram.fromValues(Array.from({ length: 100 }, (_, index) => index + 1));
    expect(hundred.quantile(0.07)).toBe(7);
    expect(hundred.quantile(0.57)).toBe(57);
    expect(hundred.quantile(0.99)).toBe(99);
    expect(hundred.quantile(0)).toBe(1);
    expect(hundred.quantile(1)).toBe(100);
  });

  it("knows its maximum exactly, and no quantile exceeds it", () => {
    fc.assert(
      fc.property(fc.array(span, { minLength: 1 }), (values) => {
        const histogram = Histogram.fromValues(values);
        expect(histogram.quantile(1)).toBe(Math.max(...values));
        for (const p of [0.5, 0.9, 0.999]) expect(histogram.quantile(p)).toBeLessThanOrEqual(Math.max(...values));
      }),
    );
  });

  it("merged with another is the histogram of both's values", () => {
    const values = fc.array(
      span.filter((value) => value < 2 ** 40),
      { maxLength: 100 },
    );
    fc.assert(
      fc.property(values, values, (left, right) => {
        const merged = Histogram.fromValues(left).merge(Histogram.fromValues(right));
        expect(merged).toEqual(Histogram.fromValues([...left, ...right]));
      }),
    );
  });

  it("counts a value that is recorded several times at once", () => {
    const builder = new HistogramBuilder().record(5, 3).record(7, 0);
    expect(builder.build()).toEqual(Histogram.fromValues([5, 5, 5]));
  });

  it("has no mean and no quantiles while it is empty", () => {
    expect(Histogram.empty.mean).toBeNull();
    expect(Histogram.empty.quantile(0.5)).toBeNull();
  });

  it("refuses what is no span and no share", () => {
    expect(() => Histogram.fromValues([-1])).toThrow(RangeError);
    expect(() => Histogram.fromValues([0.5])).toThrow(RangeError);
    expect(() => Histogram.fromValues([2 ** 53])).toThrow(RangeError);
    expect(() => Histogram.empty.quantile(1.1)).toThrow(RangeError);
    expect(() => Histogram.empty.quantile(Number.NaN)).toThrow(RangeError);
  });
});
