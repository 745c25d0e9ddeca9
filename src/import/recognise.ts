/** What a file is, told by its beginning. Names of files are not looked at: they lie too often. */
import { type ForeignFormat, foreignFormat, foreignText, HOW_TO_RECORD } from "../recording/index.js";
import type { FileHead, ImportKind } from "./importer.js";
import { IMPORTERS } from "./importers.js";

/** As much of a file as is looked at. */
export const HEAD_BYTES = 65_536;

export type Recognised =
  /** A kind of file that can be imported. */
  | { readonly kind: ImportKind }
  /** Something else in gzip; decompressed, it may be anything of these. */
  | { readonly kind: "gzip" }
  /** A known format that holds no workload and no scheduling events, or hides them. */
  | ({ readonly kind: "foreign" } & ForeignFormat)
  /** A workload in schedlab's own format, or nothing that is known. */
  | { readonly kind: "workload" };

export function recognise(head: FileHead): Recognised {
  if (head.bytes[0] === 0x1f && head.bytes[1] === 0x8b) return { kind: "gzip" };
  for (const importer of IMPORTERS) {
    const kind = importer.recognise(head);
    if (kind !== null) return { kind };
  }
  const foreign = foreignFormat(head.bytes, head.bytes.length) ?? foreignLines(head.text);
  return foreign === null ? { kind: "workload" } : { kind: "foreign", ...foreign };
}

const LINES_TO_TELL = 20;

function foreignLines(text: string): ForeignFormat | null {
  const what = foreignText(text.split("\n", LINES_TO_TELL));
  return what === null ? null : { what, advice: HOW_TO_RECORD };
}

/** @param complete whether the file ends with these bytes */
export function headOf(bytes: Uint8Array, complete: boolean): FileHead {
  const head = bytes.subarray(0, HEAD_BYTES);
  return { bytes: head, text: new TextDecoder().decode(head), complete: complete && head.length === bytes.length };
}
