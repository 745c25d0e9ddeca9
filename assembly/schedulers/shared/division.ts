/** Division of numbers that are large by right and small as a rule: in 32 bits it takes half the time, or less. */

/** dividend / divisor. */
export function divide(dividend: u64, divisor: u64): u64 {
  if ((dividend | divisor) >> 32) return dividend / divisor;
  return <u64>(<u32>dividend / <u32>divisor);
}
