/** Formats that people try and that are not read: what they are, by bytes or lines, and the way to one that is. */
import { standsAt, word } from "./text/ascii.js";

export interface ForeignFormat {
  /** With its article: stands after "this is". */
  readonly what: string;
  /** How to come to a readable file. */
  readonly advice: string;
}

interface Signature extends ForeignFormat {
  readonly bytes: Uint8Array;
  /** Where they stand. */
  readonly at: number;
}

function signature(bytes: Uint8Array, what: string, advice: string, at = 0): Signature {
  return { bytes, what, advice, at };
}

const convert = "convert it (iconv -f UTF-16 -t UTF-8)";
const decompressFirst = "decompress it first";
const anotherFile = "give a workload, or a trace of scheduling events";

const signatures: readonly Signature[] = [
  signature(
    Uint8Array.of(0x17, 0x08, 0x44, ...word("tracing")),
    "a binary trace of trace-cmd (trace.dat)",
    "turn it into text (trace-cmd report -i trace.dat > trace.txt)",
  ),
  signature(
    word("PERFILE2"),
    "a binary recording of perf (perf.data)",
    "turn it into text (perf script --ns -i perf.data > trace.txt)",
  ),
  signature(
    Uint8Array.of(0xc1, 0x1f, 0xfc, 0xc1),
    "a stream of the Common Trace Format (LTTng)",
    "record with trace-cmd, perf or Perfetto instead",
  ),
  signature(Uint8Array.of(0x50, 0x4b, 0x03, 0x04), "a zip archive", "unpack it first (unzip)"),
  signature(Uint8Array.of(0xfd, 0x37, 0x7a, 0x58, 0x5a), "compressed with xz", `${decompressFirst} (xz -d)`),
  signature(word("BZh"), "compressed with bzip2", `${decompressFirst} (bzip2 -d)`),
  signature(Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd), "compressed with zstd", `${decompressFirst} (zstd -d)`),
  signature(Uint8Array.of(0x04, 0x22, 0x4d, 0x18), "compressed with lz4", `${decompressFirst} (lz4 -d)`),
  signature(Uint8Array.of(0xff, 0xfe), "a text in UTF-16", convert),
  signature(Uint8Array.of(0xfe, 0xff), "a text in UTF-16", convert),
  signature(Uint8Array.of(0x7f, ...word("ELF")), "a program or core dump (ELF)", anotherFile),
  signature(word("SQLite format 3"), "an SQLite database", anotherFile),
  signature(word("%PDF-"), "a PDF document", anotherFile),
  signature(Uint8Array.of(0x89, ...word("PNG")), "a picture (PNG)", anotherFile),
  signature(word("ustar"), "a tar archive", "unpack it, and take the text of the trace in it", 257),
];

/** By the first `end` bytes. */
export function foreignFormat(bytes: Uint8Array, end: number): ForeignFormat | null {
  const found = signatures.find((each) => standsAt(bytes, each.at, end, each.bytes));
  return found === undefined ? null : { what: found.what, advice: found.advice };
}

export const HOW_TO_RECORD =
  "record the scheduler's events: trace-cmd record -e sched (then trace-cmd report), " +
  "or perf sched record (then perf script)";

/** Formats of text that are known by their lines. */
const texts: readonly { readonly line: RegExp; readonly what: string }[] = [
  { line: /\}, \{ .*=|\{ cpu_id = \d+ \}/, what: "an LTTng trace as babeltrace2 prints it" },
  { line: /^Attach(ed|ing)( to)? \d+ probe|^@\w*[[:]/, what: "the output of bpftrace" },
  { line: /^\s*\d+\)\s.*\|/, what: "a function graph" },
  { line: /^# tracer: (function|wakeup|irqsoff|preemptoff)/, what: "the output of another tracer" },
];

/** What a text is that has such lines; null where that is not known. */
export function foreignText(lines: readonly string[]): string | null {
  return texts.find(({ line }) => lines.some((each) => line.test(each)))?.what ?? null;
}
