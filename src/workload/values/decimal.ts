/**
 * Exact decimal numbers. A workload says `2.5ms` and means 2 500 000 ns, not the nearest binary
 * fraction: numbers are kept as digits and a power of ten until they are whole.
 */

/** ± digits × 10^exponent; digits have no zeros at either end and are empty for 0. */
export interface Decimal {
  readonly negative: boolean;
  readonly digits: string;
  readonly exponent: number;
}

/** Reads `12`, `-0.5`, `1e9`, `.5`, `5.`, `0x1F` and `0o17`; null for anything else. */
export function parseDecimal(text: string): Decimal | null {
  const based = /^([+-]?)(0x[0-9a-f]{1,64}|0o[0-7]{1,64})$/i.exec(text);
  if (based !== null) return normalise(based[1] === "-", BigInt(based[2] ?? "0").toString(), 0);
  const match = /^([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d{1,9}))?$/i.exec(text);
  if (match === null) return null;
  const [, sign, whole = "", fraction = "", exponent = "0"] = match;
  if (whole === "" && fraction === "") return null;
  return normalise(sign === "-", whole + fraction, Number(exponent) - fraction.length);
}

function normalise(negative: boolean, allDigits: string, exponent: number): Decimal {
  let start = 0;
  let end = allDigits.length;
  while (start < end && allDigits[start] === "0") start += 1;
  while (end > start && allDigits[end - 1] === "0") end -= 1;
  if (start === end) return { negative: false, digits: "", exponent: 0 };
  return { negative, digits: allDigits.slice(start, end), exponent: exponent + allDigits.length - end };
}

/** Far more digits than any number that fits has, and few enough to be cheap. */
const MAX_MAGNITUDE = 40;

/** `decimal` × `factor` where that is a whole number; else why it is not one that we can use. */
export function wholeMultiple(decimal: Decimal, factor: bigint): bigint | "fraction" | "too large" {
  const { negative, digits, exponent } = decimal;
  if (digits === "") return 0n;
  if (digits.length + exponent > MAX_MAGNITUDE) return "too large";
  // Digits do not end in 0 and no factor has that many zeros, so a longer tail is always left over.
  if (exponent < -MAX_MAGNITUDE) return "fraction";
  const scaled = BigInt(digits) * factor * 10n ** BigInt(Math.max(exponent, 0));
  const divisor = 10n ** BigInt(Math.max(-exponent, 0));
  if (scaled % divisor !== 0n) return "fraction";
  return negative ? -(scaled / divisor) : scaled / divisor;
}
