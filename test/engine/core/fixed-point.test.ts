/** The core's fixed-point functions against exact integers, and against Math within the error that they promise. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { loadProbe, unsigned } from "./probe.js";

const probe = await loadProbe();
const seed = 1_614;
const largest = 2n ** 64n - 1n;
const one = 2n ** 32n;
/** What assembly/machine/fixed-point.ts promises. */
const error = 2 ** -28;

const anyWord = fc.oneof(
  fc.bigInt(0n, largest),
  fc.bigInt(0n, 1000n),
  fc.nat(64).map((bits) => unsigned((1n << BigInt(bits)) - 1n)),
  fc.nat(63).map((bits) => 1n << BigInt(bits)),
);
const realOf = (q32: bigint) => Number(q32) / 2 ** 32;

test("multiplyHigh is the upper half of the exact product", () => {
  const property = fc.property(anyWord, anyWord, (a, b) => {
    expect(unsigned(probe.multiplyHigh(a, b))).toBe((a * b) >> 64n);
  });
  fc.assert(property, { numRuns: 1000, seed });
});

test("scale is the exact product rounded down, and the largest number where that does not fit", () => {
  const property = fc.property(anyWord, anyWord, (value, factor) => {
    const exact = (value * factor) >> 32n;
    expect(unsigned(probe.scale(value, factor))).toBe(exact > largest ? largest : exact);
  });
  fc.assert(property, { numRuns: 1000, seed });
});

test("squareRoot is the exact root rounded down", () => {
  const near = fc
    .bigInt(1n, one - 1n)
    .chain((root) => fc.constantFrom(root * root - 1n, root * root, root * root + 1n));
  const property = fc.property(fc.oneof(anyWord, near), (value) => {
    const root = unsigned(probe.squareRoot(value));
    expect(root * root <= value && (root + 1n) * (root + 1n) > value).toBe(true);
  });
  fc.assert(property, { numRuns: 1000, seed });
});

test("negativeLogarithm is within 2^-28 of -ln(x / 2^64)", () => {
  const property = fc.property(anyWord, (word) => {
    const x = word === 0n ? 1n : word;
    // Near 1 the plain logarithm of a double has lost the digits that count.
    const missing = Number(2n ** 64n - x) / 2 ** 64;
    const expected = missing < 0.5 ? -Math.log1p(-missing) : -Math.log(Number(x) / 2 ** 64);
    const actual = realOf(unsigned(probe.negativeLogarithm(x)));
    expect(Math.abs(actual - expected)).toBeLessThan(error);
  });
  fc.assert(property, { numRuns: 3000, seed });
});

test("powerOfTwo is within a share of 2^-28, or half a unit of the last place, of 2^x", () => {
  const anyExponent = fc.oneof(
    fc.bigInt(-34n * one, 31n * one - 1n),
    fc.integer({ min: -33, max: 30 }).map((n) => BigInt(n) * one),
  );
  const property = fc.property(anyExponent, (x) => {
    const expected = 2 ** realOf(x);
    const actual = realOf(unsigned(probe.powerOfTwo(x)));
    expect(Math.abs(actual - expected)).toBeLessThanOrEqual(Math.max(expected * error, 2 ** -32));
  });
  fc.assert(property, { numRuns: 3000, seed });
});

test("powerOfTwo ends at the largest number and at nothing", () => {
  for (const whole of [31n, 32n, 62n, 1000n]) expect(unsigned(probe.powerOfTwo(whole * one))).toBe(largest);
  for (const whole of [-34n, -35n, -1000n]) expect(probe.powerOfTwo(whole * one)).toBe(0n);
});
