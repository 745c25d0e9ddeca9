/** Loading a workload, whatever it is written in: our own format, or one that is imported on the way. */

import { SchedlabError } from "../errors.js";
import { type LoadOptions, loadWorkload as loadDocument, type Workload } from "../workload/index.js";
import { beginImport, importableKind } from "./import.js";
import type { Imported } from "./importer.js";
import { HEAD_BYTES, headOf, recognise } from "./recognise.js";
import { openSource, wholeOf } from "./source.js";

/**
 * Reads, changes and checks a workload. A text that is an rt-app workload or a recorded trace is imported first;
 * `format` says that it is not.
 *
 * @param source The text of a document, or the document as a plain object. A workload that was loaded before is
 *   returned as it is.
 * @throws WorkloadError with every mistake that was found; SchedlabError where a trace cannot be imported.
 */
export function loadWorkload(source: string | object, options: LoadOptions = {}): Workload {
  if (typeof source !== "string" || options.format !== undefined) return loadDocument(source, options);
  // Not encoded as a whole: a text of our own, the usual case, is looked at and no more.
  const head = headOf(new TextEncoder().encode(source.slice(0, HEAD_BYTES)), source.length <= HEAD_BYTES);
  const recognised = recognise(head);
  if (recognised.kind === "workload") return loadDocument(source, options);
  const { file } = options;
  const session = beginImport(importableKind(recognised, file), file === undefined ? {} : { file });
  session.push(new TextEncoder().encode(source));
  return loadImported(session.finish(), options);
}

/**
 * The same for the bytes of a file, which may also be in gzip, or no text at all.
 *
 * @throws as loadWorkload does.
 */
export async function loadWorkloadBytes(bytes: Uint8Array): Promise<Workload> {
  const { recognised, pieces } = await openSource(bytes, undefined);
  if (recognised.kind === "workload") return loadDocument(decode(await wholeOf(pieces)));
  const session = beginImport(importableKind(recognised), {});
  for await (const piece of pieces) session.push(piece);
  return loadImported(session.finish());
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new SchedlabError("these bytes are no text in UTF-8, and nothing that can be imported");
  }
}

/** The workload that an import made, changed and checked; it keeps the import's warnings. */
export function loadImported({ document, warnings }: Imported, { set }: Pick<LoadOptions, "set"> = {}): Workload {
  const workload = loadDocument(document, set === undefined ? {} : { set });
  return { ...workload, warnings: [...warnings, ...workload.warnings] };
}
