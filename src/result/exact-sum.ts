/**
 * Sums of whole numbers that stay exact: 64 CPUs of 2^53 - 1 ns each are more than a double can
 * count. Only the answer is rounded, once.
 */
export class ExactSum {
  #spilled = 0n;
  #current = 0;

  add(value: number): void {
    const sum = this.#current + value;
    if (sum <= Number.MAX_SAFE_INTEGER) {
      this.#current = sum;
    } else {
      this.#spilled += BigInt(this.#current) + BigInt(value);
      this.#current = 0;
    }
  }

  /** Exact up to 2^53, else the nearest double. */
  toNumber(): number {
    return this.#spilled === 0n ? this.#current : Number(this.#spilled + BigInt(this.#current));
  }
}
