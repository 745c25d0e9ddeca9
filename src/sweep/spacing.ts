/** The values of a range, evenly spaced on a linear or a logarithmic scale; and points drawn from ranges. */

export interface Range {
  readonly from: number;
  readonly to: number;
  readonly scale: "lin" | "log";
  /** Only whole numbers. */
  readonly whole: boolean;
}

/** `steps` values, both ends among them; without repetitions, which rounding can make. */
export function spaced(range: Range, steps: number): number[] {
  const values = Array.from({ length: steps }, (_, step) => valueAt(range, steps === 1 ? 0 : step / (steps - 1)));
  return [...new Set(values)];
}

/** The value at a share (0 … 1) of the way. */
export function valueAt({ from, to, scale, whole }: Range, share: number): number {
  if (share === 0) return from;
  if (share === 1) return to;
  const value = scale === "log" ? from * (to / from) ** share : from + (to - from) * share;
  // Powers may differ in the last bits between platforms; eleven digits do not.
  return whole ? Math.round(Number(value.toPrecision(15))) : Number(value.toPrecision(11));
}

/** Shares (0 … 1) for `count` points in `dimensions` dimensions: `shares[dimension][point]`. */
export type Sampling = (count: number, dimensions: number, seed: number) => number[][];

/** Every point on its own, evenly over the whole space. */
export const random: Sampling = (count, dimensions, seed) => {
  const draw = new Generator(seed);
  const shares = Array.from({ length: dimensions }, () => new Array<number>(count).fill(0));
  for (let point = 0; point < count; point++) {
    for (const dimension of shares) dimension[point] = draw.next();
  }
  return shares;
};

/**
 * Each dimension cut into as many strips as there are points, with one point in each (McKay, Beckman, Conover 1979).
 */
export const latinHypercube: Sampling = (count, dimensions, seed) => {
  const draw = new Generator(seed);
  return Array.from({ length: dimensions }, () => {
    const strips = Array.from({ length: count }, (_, strip) => strip);
    for (let last = count - 1; last > 0; last--) {
      const other = Math.floor(draw.next() * (last + 1));
      const strip = strips[last] ?? 0;
      strips[last] = strips[other] ?? 0;
      strips[other] = strip;
    }
    return strips.map((strip) => (strip + draw.next()) / count);
  });
};

/** mulberry32 (Tommy Ettinger, public domain): the same draws everywhere, good enough to place points. */
export class Generator {
  #state: number;

  constructor(seed: number) {
    this.#state = seed | 0;
  }

  /** 0 ≤ x < 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
}
