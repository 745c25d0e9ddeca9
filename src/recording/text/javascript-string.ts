/**
 * Old systrace pages keep the trace in a string of JavaScript, a line of it in each line of the file, ending with
 * `\n\`; the text is found like that outside of pages, too.
 */
import { BACKSLASH, standsAt, word } from "./ascii.js";

/** A newline, and the string goes on in the next line. */
const continued = word("\\n\\");
const lastLine = word('\\n";');

const escapes: Readonly<Record<number, number>> = { 110: 0x0a, 116: 0x09, 114: 0x0d };

/** The text of a line of such a string, without its newline; null if the line is none. */
export function unescapeJavaScript(bytes: Uint8Array, start: number, end: number): Uint8Array | null {
  let textEnd = -1;
  if (standsAt(bytes, end - 3, end, continued)) textEnd = end - 3;
  else if (standsAt(bytes, end - 4, end, lastLine)) textEnd = end - 4;
  if (textEnd < start) return null;
  const text = bytes.subarray(start, textEnd);
  return text.includes(BACKSLASH) ? withoutEscapes(text) : text;
}

function withoutEscapes(text: Uint8Array): Uint8Array {
  const plain = new Uint8Array(text.length);
  let length = 0;
  for (let at = 0; at < text.length; at++) {
    const isEscape = text[at] === BACKSLASH && at + 1 < text.length;
    if (isEscape) at++;
    const byte = text[at] as number;
    plain[length++] = isEscape ? (escapes[byte] ?? byte) : byte;
  }
  return plain.subarray(0, length);
}
