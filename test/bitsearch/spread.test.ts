/** Ties are ties: who is slower must be slower in more rounds than chance explains. */
import { describe, expect, test } from "vitest";
import { rank } from "../../src/bitsearch/evaluate.js";
import { isSlower, noiseInWords, spreadOf } from "../../src/bitsearch/spread.js";

test("a spread is minimum, median, and how far they lie apart", () => {
  expect(spreadOf([3, 2, 4])).toEqual({ min: 2, median: 3, spread: 0.5 });
  expect(spreadOf([4, 2])).toEqual({ min: 2, median: 3, spread: 0.5 });
});

describe("the second is slower", () => {
  const base = Array.from({ length: 11 }, (_, round) => 10 + (round % 3));
  const plus = (difference: number, from = 0) => base.map((time, round) => time + (round >= from ? difference : -1));

  test("if it lost nearly every round", () => {
    expect(isSlower(base, plus(0.5))).toBe(true);
    expect(
      isSlower(
        base,
        [...plus(0.5).slice(0, 9), 9.9, 10.9].map((time) => Math.max(time, 10.5)),
      ),
    ).toBe(true);
  });

  test("but not if it won some, though its minimum is larger", () => {
    expect(isSlower([10, 20, 10, 20, 10, 20, 10, 20, 10, 20, 10], Array(11).fill(15))).toBe(false);
  });

  test("nor by a hundredth, however often", () => {
    expect(isSlower(base, plus(0.05))).toBe(false);
  });

  test("nor where there are too few rounds to tell", () => {
    expect(isSlower([1, 1], [2, 2])).toBe(false);
  });
});

test("those who cannot be told apart share a rank, and the next one counts them", () => {
  const steady = (ns: number) => Array.from({ length: 11 }, () => ns);
  const ranked = [
    { variant: "c", times: steady(3) },
    { variant: "a", times: steady(1) },
    { variant: "b", times: steady(1.005) },
    { variant: "d", times: steady(3.01) },
  ];
  const { ranks, winners } = rank("latency", ranked);
  expect(ranks.map(({ rank, variant }) => `${rank} ${variant}`)).toEqual(["1 a", "1 b", "3 c", "3 d"]);
  expect(winners).toEqual(["a", "b"]);
});

test.each([
  [0.03, "steady"],
  [0.1, "some noise (+10 %)"],
  [0.3, "noisy (+30 %)"],
  [0.5, "very noisy (+50 %): a hint, no more"],
])("a spread of %d is %s", (spread, words) => {
  expect(noiseInWords(spread)).toBe(words);
});
