/**
 * Draws of the lab: maps are the same on every machine. The generator is xorshift32 (Marsaglia 2003) behind a mixing
 * step.
 */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = Math.imul(seed + 1, 0x9e3779b1) | 1;
    for (let step = 0; step < 8; step++) this.#next();
  }

  /** 0 … bound - 1. */
  below(bound: number): number {
    return Math.floor((this.#next() / 2 ** 32) * bound);
  }

  /** first … last. */
  between(first: number, last: number): number {
    return first + this.below(last - first + 1);
  }

  chance(probability: number): boolean {
    return this.#next() < probability * 2 ** 32;
  }

  #next(): number {
    let state = this.#state;
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    this.#state = state;
    return Math.imul(state, 0x2c1b3c6d) >>> 0;
  }
}
