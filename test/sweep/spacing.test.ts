import fc from "fast-check";
import { expect, test } from "vitest";
import { latinHypercube, random, spaced } from "../../src/sweep/spacing.js";

const ends = fc.record({
  from: fc.integer({ min: 1, max: 1e6 }),
  to: fc.integer({ min: 1, max: 1e6 }),
  scale: fc.constantFrom("lin" as const, "log" as const),
  whole: fc.boolean(),
  steps: fc.integer({ min: 2, max: 100 }),
});

test("a range has both ends, goes one way, and repeats nothing", () => {
  fc.assert(
    fc.property(ends, ({ steps, ...range }) => {
      const values = spaced(range, steps);
      expect(values[0]).toBe(range.from);
      expect(values.at(-1)).toBe(range.to);
      const sign = Math.sign(range.to - range.from);
      for (let index = 1; index < values.length; index++) {
        expect(Math.sign(values[index]! - values[index - 1]!)).toBe(sign);
      }
      if (range.whole) expect(values.every(Number.isInteger)).toBe(true);
    }),
  );
});

test("a log scale goes by equal factors", () => {
  expect(spaced({ from: 1, to: 1000, scale: "log", whole: true }, 4)).toEqual([1, 10, 100, 1000]);
  expect(spaced({ from: 0.5, to: 8, scale: "log", whole: false }, 5)).toEqual([0.5, 1, 2, 4, 8]);
});

test("a latin hypercube has one point in each strip of each dimension", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 200 }),
      fc.integer({ min: 1, max: 5 }),
      fc.nat(),
      (count, dimensions, seed) => {
        for (const shares of latinHypercube(count, dimensions, seed)) {
          const strips = new Set(shares.map((share) => Math.floor(share * count)));
          expect(strips.size).toBe(count);
          expect(shares.every((share) => share >= 0 && share < 1)).toBe(true);
        }
      },
    ),
  );
});

test("draws are the same for a seed, differ between seeds, and are spread evenly", () => {
  expect(random(10, 2, 5)).toEqual(random(10, 2, 5));
  expect(random(10, 2, 5)).not.toEqual(random(10, 2, 6));
  const [shares] = random(10_000, 1, 1);
  const tenths = new Array<number>(10).fill(0);
  for (const share of shares!) tenths[Math.floor(share * 10)]! += 1;
  for (const count of tenths) expect(Math.abs(count - 1000)).toBeLessThan(150);
});
