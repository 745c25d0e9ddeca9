import { describe, expect, test } from "vitest";
import { adjustForSeveral, comparePairs, describeSample } from "../../src/sweep/statistics.js";

describe("a sample", () => {
  test("has mean, median and the interval of Student's t", () => {
    // Figures of the textbook kind: t(0.975, 9) = 2.262157, worked out by hand.
    const sample = describeSample([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])!;
    expect(sample).toMatchObject({ count: 10, mean: 5.5, median: 5.5 });
    expect(sample.deviation).toBeCloseTo(3.02765, 5);
    expect(sample.halfWidth).toBeCloseTo((2.262157 * 3.02765) / Math.sqrt(10), 4);
    expect(describeSample([3, 1, 2])!.median).toBe(2);
    expect(describeSample([4])).toEqual({ count: 1, mean: 4, median: 4, deviation: 0, halfWidth: null });
    expect(describeSample([])).toBeNull();
    expect(describeSample([0.1, 0.1, 0.1])).toMatchObject({ mean: 0.1, deviation: 0, halfWidth: 0 });
  });

  test("covers the true mean 95 times in 100", () => {
    let state = 1;
    const uniform = () => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return state / 2 ** 32;
    };
    const normal = () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform());
    let covered = 0;
    const trials = 4000;
    for (let trial = 0; trial < trials; trial++) {
      const { mean, halfWidth } = describeSample(Array.from({ length: 5 }, normal))!;
      if (Math.abs(mean) <= halfWidth!) covered += 1;
    }
    expect(covered / trials).toBeGreaterThan(0.935);
    expect(covered / trials).toBeLessThan(0.965);
  });
});

describe("paired differences", () => {
  test("give Student's own result for his sleep data (1908)", () => {
    const drug1 = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0, 2];
    const drug2 = [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4];
    const compared = comparePairs(drug1.map((value, index) => value - drug2[index]!))!;
    expect(compared.mean).toBeCloseTo(-1.58, 10);
    expect(compared.p).toBeCloseTo(0.002833, 6);
    expect(compared.effect).toBeCloseTo(-1.2845, 3);
    expect(compared.mean - compared.halfWidth!).toBeCloseTo(-2.459886, 5);
    expect(compared.mean + compared.halfWidth!).toBeCloseTo(-0.700114, 5);
  });

  test("that are all alike are certain, or nothing at all", () => {
    expect(comparePairs([2, 2, 2])).toMatchObject({ mean: 2, effect: null, p: 0 });
    expect(comparePairs([0, 0])).toMatchObject({ mean: 0, effect: null, p: 1 });
    expect(comparePairs([5])).toEqual({ pairs: 1, mean: 5, halfWidth: null, effect: null, p: null });
    expect(comparePairs([])).toBeNull();
  });

  test("are adjusted as Holm says", () => {
    expect(adjustForSeveral([0.01, 0.04, null, 0.03])).toEqual([0.03, 0.06, null, 0.06]);
    expect(adjustForSeveral([0.9, 0.8])).toEqual([1, 1]);
    expect(adjustForSeveral([])).toEqual([]);
  });
});
