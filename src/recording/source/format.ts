/** What a file is, by its first bytes. */
import { type ForeignFormat, foreignFormat } from "../foreign.js";
import { CARRIAGE_RETURN, decode, find, isBlank, NEWLINE, word } from "../text/ascii.js";
import { MAX_COMM_LENGTH, RecordHead } from "../text/record-head.js";

export type Format =
  | { readonly is: "text" | "html" | "json" | "protobuf" | "gzip" | "zlib" | "base64" }
  /** Text and what was printed before it; the trace begins at `start`, and may be compressed. */
  | { readonly is: "dump"; readonly start: number }
  /** Something that is known, but not read. */
  | ({ readonly is: "foreign" } & ForeignFormat);

/** So many bytes are enough to tell. */
export const ENOUGH_TO_TELL = 4096;

const dumpBegins = word("TRACE:\n");

/** By the first `ENOUGH_TO_TELL` bytes, or all if there are fewer. A byte order mark is not among them. */
export function recogniseFormat(bytes: Uint8Array): Format {
  const end = Math.min(bytes.length, ENOUGH_TO_TELL);
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return { is: "gzip" };
  if (isZlib(bytes)) return { is: "zlib" };
  const foreign = foreignFormat(bytes, end);
  if (foreign !== null) return { is: "foreign", ...foreign };
  if (isTrace(bytes, end) && !isEmptyLine(bytes, end)) return { is: "protobuf" };
  const dump = find(bytes, 0, end, dumpBegins);
  if (dump !== -1) return { is: "dump", start: dump + dumpBegins.length };
  if (bytes.subarray(0, end).includes(0)) {
    const advice =
      "expected the text of ftrace, trace-cmd or perf, a trace of Perfetto or Chrome, or a page of systrace";
    return { is: "foreign", what: "a binary file of an unknown kind", advice };
  }
  return { is: textFormat(bytes, end) };
}

function textFormat(bytes: Uint8Array, end: number): "text" | "html" | "json" | "base64" {
  let at = 0;
  while (at < end && isSpace(bytes[at])) at++;
  let lineEnd = at;
  while (lineEnd < end && bytes[lineEnd] !== NEWLINE) lineEnd++;
  // A task may be named like the beginning of a page or of JSON.
  const head = new RecordHead({ originSeconds: 0 });
  if (head.read(bytes, at, lineEnd) && head.commEnd - head.commStart <= MAX_COMM_LENGTH) return "text";
  const begin = decode(bytes, at, Math.min(end, at + 256));
  // The first bytes of gzip.
  if (/^H4sI[A-Za-z0-9+/]{60}/.test(begin)) return "base64";
  if (/^<(!doctype\s+html|html|head|script|!--)/i.test(begin)) return "html";
  return /^(\{\s*["}]|\[\s*[{\]])/.test(begin) ? "json" : "text";
}

function isSpace(byte: number | undefined): boolean {
  return isBlank(byte) || byte === NEWLINE || byte === CARRIAGE_RETURN;
}

/** Method 8 and a checksum over the two bytes. */
function isZlib(bytes: Uint8Array): boolean {
  const [method = 0, flags = 0] = bytes;
  return method === 0x78 && ((method << 8) | flags) % 31 === 0 && (flags & 0x20) === 0;
}

/**
 * Whether it is a sequence of packets, each a field 1 with a length and in it fields that fit. An empty line begins
 * alike.
 */
function isTrace(bytes: Uint8Array, end: number): boolean {
  let at = 0;
  let packets = 0;
  while (at < end) {
    if (bytes[at] !== 0x0a) return false;
    let length = 0;
    let shift = 0;
    for (at++; ; at++, shift += 7) {
      if (at >= end || shift > 28) return at >= end && packets > 0;
      length += ((bytes[at] as number) & 0x7f) * 2 ** shift;
      if ((bytes[at] as number) < 0x80) break;
    }
    at++;
    if (!beginsWithTag(bytes, at, Math.min(end, at + length))) return false;
    packets++;
    at += length;
  }
  return packets > 0 && (at === end || packets > 1 || end === ENOUGH_TO_TELL || at > bytes.length);
}

/** A field number above 0, and one of the wire types that are in use. */
function beginsWithTag(bytes: Uint8Array, at: number, end: number): boolean {
  if (at >= end) return true;
  const tag = bytes[at] as number;
  const wireType = tag & 7;
  return (tag >= 0x80 || tag >> 3 > 0) && (wireType === 0 || wireType === 1 || wireType === 2 || wireType === 5);
}

/**
 * A text that begins with an empty line and blanks looks like a packet; packets of 32 bytes have some that no text has.
 */
function isEmptyLine(bytes: Uint8Array, end: number): boolean {
  if (!isBlank(bytes[1]) && bytes[1] !== NEWLINE) return false;
  return !bytes.subarray(0, end).some((byte) => byte < 0x09 || (byte > 0x0d && byte < 0x20 && byte !== 0x1b));
}
