/** The random generator: SplitMix64, to the bit. */
import { expect, test } from "vitest";
import { loadProbe, unsigned } from "./probe.js";

const probe = await loadProbe();

test("a stream is SplitMix64: these are the values that its authors' code gives for the state 1234567", () => {
  const stream = probe.newStream(1_234_567n);
  const values = Array.from({ length: 5 }, () => unsigned(probe.streamNext(stream)));
  expect(values).toEqual([
    6457827717110365317n,
    3203168211198807973n,
    9817491932198370423n,
    4593380528125082431n,
    16408922859458223821n,
  ]);
});

test("a number below a bound is the upper half of bits × bound, and all bits where there is no bound", () => {
  for (const bound of [1n, 2n, 3n, 1000n, 2n ** 53n, 2n ** 64n - 1n]) {
    const bits = unsigned(probe.streamNext(probe.newStream(bound)));
    expect(unsigned(probe.streamBelow(probe.newStream(bound), bound))).toBe((bits * bound) >> 64n);
  }
  const bits = probe.streamNext(probe.newStream(9n));
  expect(probe.streamBelow(probe.newStream(9n), 0n)).toBe(bits);
});

test("all remainders of a small bound are equally frequent", () => {
  const stream = probe.newStream(7n);
  const counts = new Array<number>(10).fill(0);
  for (let draw = 0; draw < 20_000; draw++) counts[Number(probe.streamBelow(stream, 10n))]! += 1;
  // Chi-square with 9 degrees of freedom: above 27.9 once in a thousand streams.
  const chiSquare = counts.reduce((sum, count) => sum + (count - 2000) ** 2 / 2000, 0);
  expect(chiSquare).toBeLessThan(27.9);
});
