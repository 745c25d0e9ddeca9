/** Spans drawn at random, or taken from a list in order. Source: workload.md, "Values". */
import { LOG2_E_Q32, negativeLogarithm, ONE_Q32, powerOfTwo, scale, squareRoot } from "./fixed-point";
import { machine } from "./machine";
import { Distribution, DistributionKind } from "./program";
import { nextBelow, nextRandom } from "./random";
import { Task } from "./task";

/** Spans are at most 2^53 - 1 ns, as everywhere. */
const LONGEST: u64 = (1 << 53) - 1;

/** One draw, ns. `place`: where the task stands in a `sequence`; the caller counts it on. */
export function draw(task: Task, index: u32, place: u32): u64 {
  const distribution = changetype<Distribution>(machine.distributions + <usize>index * offsetof<Distribution>());
  return min<u64>(drawUnlimited(task, distribution, place), LONGEST);
}

function drawUnlimited(task: Task, distribution: Distribution, place: u32): u64 {
  const a = distribution.a;
  const b = distribution.b;
  switch (distribution.kind) {
    case DistributionKind.Uniform:
      return a + nextBelow(task, b - a + 1);
    case DistributionKind.Exponential:
      return scale(a, negativeLogarithm(nextRandom(task) | 1));
    case DistributionKind.Normal: {
      const deviation = standardNormal(task);
      const size = scale(b, magnitude(deviation));
      if (deviation >= 0) return a + min<u64>(size, LONGEST);
      return size < a ? a - size : 0;
    }
    case DistributionKind.Lognormal: {
      // median × e^(sigma × z) = median × 2^(sigma × z / ln 2)
      const z = standardNormal(task);
      const exponent = scale(scale(b, magnitude(z)), LOG2_E_Q32);
      const limited = <i64>min<u64>(exponent, 62 * ONE_Q32);
      return scale(a, powerOfTwo(z >= 0 ? limited : -limited));
    }
    case DistributionKind.Pareto: {
      // minimum × U^(-1/alpha) = minimum × 2^(-ln(U) / alpha / ln 2)
      const exponent = scale(scale(negativeLogarithm(nextRandom(task) | 1), b), LOG2_E_Q32);
      return scale(a, powerOfTwo(<i64>min<u64>(exponent, 62 * ONE_Q32)));
    }
    case DistributionKind.Choice:
      return valueOf(distribution, weightedIndex(distribution, nextBelow(task, b)));
    case DistributionKind.Empirical:
      return valueOf(distribution, <u32>nextBelow(task, distribution.count));
    default:
      return valueOf(distribution, place % distribution.count);
  }
}

function magnitude(value: i64): u64 {
  return <u64>(value < 0 ? -value : value);
}

function valueOf(distribution: Distribution, index: u32): u64 {
  return load<u64>(machine.distributionValues + ((<usize>(distribution.firstValue + index)) << 3));
}

/** The first value whose running sum of weights is above `point`; a binary search. */
function weightedIndex(distribution: Distribution, point: u64): u32 {
  const sums = distribution.firstValue + distribution.count;
  let low: u32 = 0;
  let high = distribution.count - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (load<u64>(machine.distributionValues + ((<usize>(sums + middle)) << 3)) > point) high = middle;
    else low = middle + 1;
  }
  return low;
}

/**
 * A draw from the standard normal distribution, signed Q32: Marsaglia's polar method, which needs no trigonometry.
 * (Marsaglia, Bray: "A convenient method for generating normal variables", SIAM Review 6, 1964.)
 */
function standardNormal(task: Task): i64 {
  for (;;) {
    const bits = nextRandom(task);
    // Two coordinates in (-1, 1), Q31.
    const u = <i64>(bits & 0xffffffff) - 0x80000000;
    const v = <i64>(bits >> 32) - 0x80000000;
    const radius = <u64>(u * u + v * v); // Q62
    // Outside the circle, or (1 in 10^8) so near its centre that the quotient below would overflow: again.
    if (radius < (<u64>1) << 36 || radius >= (<u64>1) << 62) continue;
    // z = u × sqrt(-2 ln(s) / s), the square root taken with all bits that there are.
    const quotient = quotientQ32(2 * negativeLogarithm(radius << 2), radius);
    const spare = clz(quotient) & ~1;
    const root = (squareRoot(quotient << spare) << 16) >> (spare >> 1);
    return u < 0 ? -(<i64>scale(root, (<u64>-u) << 1)) : <i64>scale(root, (<u64>u) << 1);
  }
}

/** numerator (Q32) / radius (Q62), in Q32. */
function quotientQ32(numerator: u64, radius: u64): u64 {
  const shift = clz(numerator);
  const quotient = (numerator << shift) / (radius >> 31); // has 1 + shift fractional bits
  return shift >= 31 ? quotient >> (shift - 31) : quotient << (31 - shift);
}
