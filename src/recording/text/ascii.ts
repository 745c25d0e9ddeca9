/**
 * Reading plain ASCII out of lines that are still bytes. A line costs 3 µs or less at 40 MB/s, so nothing here makes a
 * string or an object; `end` is always the end of the line, exclusive.
 */

export const TAB = 0x09;
export const NEWLINE = 0x0a;
export const CARRIAGE_RETURN = 0x0d;
export const SPACE = 0x20;
export const QUOTE = 0x22;
export const HASH = 0x23;
export const OPENING_PARENTHESIS = 0x28;
export const CLOSING_PARENTHESIS = 0x29;
export const PLUS = 0x2b;
export const MINUS = 0x2d;
export const POINT = 0x2e;
export const SLASH = 0x2f;
export const ZERO = 0x30;
export const NINE = 0x39;
export const COLON = 0x3a;
export const LESS = 0x3c;
export const QUESTION_MARK = 0x3f;
export const OPENING_BRACKET = 0x5b;
export const BACKSLASH = 0x5c;
export const CLOSING_BRACKET = 0x5d;
export const BAR = 0x7c;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** A word to look for. */
export function word(text: string): Uint8Array {
  return encoder.encode(text);
}

/** Bytes that are no UTF-8 become U+FFFD. */
export function decode(bytes: Uint8Array, start: number, end: number): string {
  return decoder.decode(bytes.subarray(start, end));
}

export function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= ZERO && byte <= NINE;
}

export function isBlank(byte: number | undefined): boolean {
  return byte === SPACE || byte === TAB;
}

/** The first position from `at` on that is no blank. */
export function skipBlanks(bytes: Uint8Array, at: number, end: number): number {
  let position = at;
  while (position < end && isBlank(bytes[position])) position++;
  return position;
}

/** The first position from `at` on that is no digit. */
export function skipDigits(bytes: Uint8Array, at: number, end: number): number {
  let position = at;
  while (position < end && isDigit(bytes[position])) position++;
  return position;
}

/** The first position from `at` on that is a blank. */
export function skipWord(bytes: Uint8Array, at: number, end: number): number {
  let position = at;
  while (position < end && !isBlank(bytes[position])) position++;
  return position;
}

/** The digits from `start` to `end` as a number; exact up to 15 of them. */
export function natural(bytes: Uint8Array, start: number, end: number): number {
  let value = 0;
  for (let position = start; position < end; position++) value = value * 10 + (bytes[position] as number) - ZERO;
  return value;
}

/**
 * The first position from `at` on where the line is no longer a whole number with or without a sign; `at` if it is
 * none.
 */
export function skipInteger(bytes: Uint8Array, at: number, end: number): number {
  const digits = bytes[at] === MINUS ? at + 1 : at;
  const after = skipDigits(bytes, digits, end);
  return after === digits ? at : after;
}

export function integer(bytes: Uint8Array, start: number, end: number): number {
  return bytes[start] === MINUS ? -natural(bytes, start + 1, end) : natural(bytes, start, end);
}

/** Whether `wanted` stands at `at`. */
export function standsAt(bytes: Uint8Array, at: number, end: number, wanted: Uint8Array): boolean {
  const { length } = wanted;
  if (at + length > end) return false;
  for (let index = 0; index < length; index++) if (bytes[at + index] !== wanted[index]) return false;
  return true;
}

/** Where `wanted` next stands, or -1. */
export function find(bytes: Uint8Array, at: number, end: number, wanted: Uint8Array): number {
  const first = wanted[0] as number;
  const last = end - wanted.length;
  for (let position = at; position <= last; position++) {
    if (bytes[position] === first && standsAt(bytes, position, end, wanted)) return position;
  }
  return -1;
}
