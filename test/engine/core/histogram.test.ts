/** The core's histograms have the layout that the host reads. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { bucketIndex, bucketLowest } from "../../../src/result/histogram.js";
import { loadProbe } from "./probe.js";

const probe = await loadProbe();
const chunks = 48;
const buckets = chunks * 64;

/** Adds one value to an empty histogram and says where it went. */
function indexInCore(value: number): number[] {
  const histogram = probe.newCoreHistogram();
  probe.histogramAdd(histogram, BigInt(value));
  return Array.from({ length: buckets }, (_, index) => index).filter(
    (index) => probe.histogramCount(histogram, index) > 0,
  );
}

test("every bucket begins and ends where the host says", () => {
  const histogram = probe.newCoreHistogram();
  const bounds = Array.from({ length: buckets }, (_, index) => bucketLowest(index));
  const values = bounds.flatMap((lowest, index) => [lowest, bucketLowest(index + 1) - 1]);
  for (const value of values) probe.histogramAdd(histogram, BigInt(value));
  for (let index = 0; index < buckets; index++)
    expect(probe.histogramCount(histogram, index), `bucket ${index}`).toBe(2);
});

test("any span goes into the bucket that the host looks for it in", () => {
  const anySpan = fc.oneof(
    fc.maxSafeNat(),
    fc.nat(10_000),
    fc.nat(52).map((bits) => 2 ** bits),
  );
  fc.assert(
    fc.property(anySpan, (span) => {
      expect(indexInCore(span)).toEqual([bucketIndex(span)]);
    }),
    { numRuns: 300, seed: 128 },
  );
});

test("the longest span that there is has a bucket", () => {
  expect(indexInCore(Number.MAX_SAFE_INTEGER)).toEqual([buckets - 1]);
});
