/** Differences of 64-bit figures, which an inspection gives as numbers or bigints. */
import type { Integer64 } from "../../engine/inspection/types.js";

/** a - b; exact up to 2^53. */
export function difference(a: Integer64, b: Integer64): number {
  return Number(BigInt(a) - BigInt(b));
}
