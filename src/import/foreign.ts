/** Formats that people try and that cannot be imported: what they are, and how to get at what is in them. */
import type { FileHead } from "./importer.js";

export interface ForeignFormat {
  /** With its article: stands after "this is". */
  readonly what: string;
  /** What to do instead. */
  readonly advice: string;
}

interface Signature extends ForeignFormat {
  /** The first bytes, as characters of one byte each. */
  readonly starts: string;
}

const signatures: readonly Signature[] = [
  {
    starts: "PERFILE2",
    what: "a recording of perf in its binary form (perf.data)",
    advice: "write its events as text first: perf script -i perf.data > perf.txt",
  },
  {
    starts: "\x17\x08\x44tracing",
    what: "a recording of trace-cmd in its binary form (trace.dat)",
    advice: "write its events as text first: trace-cmd report -i trace.dat > trace.txt",
  },
  { starts: "PK\x03\x04", what: "a ZIP archive", advice: "unpack it, and give the trace that is in it" },
  { starts: "\x28\xb5\x2f\xfd", what: "compressed with zstd", advice: "decompress it first: zstd -d" },
  { starts: "\xfd7zXZ\x00", what: "compressed with xz", advice: "decompress it first: xz -d" },
  { starts: "BZh", what: "compressed with bzip2", advice: "decompress it first: bzip2 -d" },
  { starts: "\x04\x22\x4d\x18", what: "compressed with lz4", advice: "decompress it first: lz4 -d" },
  { starts: "\x7fELF", what: "a program or core dump (ELF)", advice: "give a workload or a trace" },
  {
    starts: "\xc1\x1f\xfc\xc1",
    what: "a trace in the Common Trace Format (LTTng, barectf)",
    advice: "record sched_switch and sched_waking with perf, trace-cmd or Perfetto instead",
  },
  { starts: "SQLite format 3\0", what: "an SQLite database", advice: "give a workload or a trace" },
  { starts: "%PDF-", what: "a PDF document", advice: "give a workload or a trace" },
  { starts: "\x89PNG", what: "a picture (PNG)", advice: "give a workload or a trace" },
];

/** The name of a tar archive's first entry is padded with zeros up to this magic word. */
const tarMagic = { offset: 257, text: "ustar" };

export function foreignFormat({ bytes }: FileHead): ForeignFormat | null {
  const found = signatures.find(({ starts }) => hasText(bytes, 0, starts));
  if (found !== undefined) return { what: found.what, advice: found.advice };
  if (hasText(bytes, tarMagic.offset, tarMagic.text)) {
    return { what: "a tar archive", advice: "unpack it, and give the trace that is in it" };
  }
  return null;
}

function hasText(bytes: Uint8Array, offset: number, text: string): boolean {
  for (let at = 0; at < text.length; at += 1) {
    if (bytes[offset + at] !== text.charCodeAt(at)) return false;
  }
  return true;
}
