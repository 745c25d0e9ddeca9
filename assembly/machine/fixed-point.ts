/**
 * Fixed-point arithmetic for random draws: numbers with 32 fractional bits (Q32) in u64. Integers alone, so that every platform
 * draws the same values; the results are good to about 2^-28, far below what a workload can tell.
 */

export const ONE_Q32: u64 = 1 << 32;
/** ln 2 and 1 / ln 2. */
export const LN2_Q32: u64 = 2977044472;
export const LOG2_E_Q32: u64 = 6196328019;

/** The upper 64 bits of the 128-bit product. */
export function multiplyHigh(a: u64, b: u64): u64 {
  const aLow = a & 0xffffffff;
  const aHigh = a >> 32;
  const bLow = b & 0xffffffff;
  const bHigh = b >> 32;
  const cross = aHigh * bLow + ((aLow * bLow) >> 32);
  const middle = aLow * bHigh + (cross & 0xffffffff);
  return aHigh * bHigh + (cross >> 32) + (middle >> 32);
}

/** value × factor (Q32), rounded down; the largest u64 if that is too big for one. */
export function scale(value: u64, factorQ32: u64): u64 {
  const high = multiplyHigh(value, factorQ32);
  if (high >> 32) return u64.MAX_VALUE;
  return (high << 32) | ((value * factorQ32) >> 32);
}

/** -ln(x / 2^64) in Q32, for x > 0. */
export function negativeLogarithm(x: u64): u64 {
  // x = m × 2^-zeros with m in [1/2, 1); brought to [0.7, 1.42) so that the series below converges fast.
  const zeros = clz(x);
  let mantissa = (x << zeros) >> 31; // Q32 × 2: [1, 2)
  let exponent = zeros + 1;
  if (mantissa > SQRT2_Q32) {
    mantissa >>= 1;
    exponent -= 1;
  }
  // ln m = 2 (s + s^3/3 + s^5/5 + …), s = (m - 1) / (m + 1), |s| < 0.172.
  const negative = mantissa < ONE_Q32;
  const difference = negative ? ONE_Q32 - mantissa : mantissa - ONE_Q32;
  const s = (difference << 31) / ((mantissa + ONE_Q32) >> 1);
  const square = (s * s) >> 32;
  let sum: u64 = 0;
  for (let term: u64 = 13; term >= 3; term -= 2) sum = ((ONE_Q32 / term + sum) * square) >> 32;
  const logarithm = 2 * (((ONE_Q32 + sum) * s) >> 32);
  const whole = exponent * LN2_Q32;
  return negative ? whole + logarithm : whole - min<u64>(logarithm, whole);
}

const SQRT2_Q32: u64 = 6074000999;

/** 2^x in Q32 for x in Q32, |x| below 31; the largest u64 / 0 beyond. */
export function powerOfTwo(xQ32: i64): u64 {
  const whole = xQ32 >> 32;
  if (whole >= 31) return u64.MAX_VALUE;
  if (whole < -33) return 0;
  // e^y = 1 + y (1 + y/2 (1 + y/3 (…))), y = fraction × ln 2 < 0.694.
  const y = (<u64>(xQ32 & 0xffffffff) * LN2_Q32) >> 32;
  let sum = ONE_Q32;
  for (let n: u64 = 12; n >= 1; n--) sum = ONE_Q32 + ((y * sum) >> 32) / n;
  return whole >= 0 ? sum << (<u64>whole) : sum >> <u64>-whole;
}

/** The square root, rounded down. */
export function squareRoot(value: u64): u64 {
  if (value == 0) return 0;
  let root: u64 = 0;
  let bit: u64 = (<u64>1) << ((63 - clz(value)) & ~1);
  while (bit) {
    if (value >= root + bit) {
      value -= root + bit;
      root = (root >> 1) + bit;
    } else {
      root >>= 1;
    }
    bit >>= 2;
  }
  return root;
}
