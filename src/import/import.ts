/** Importing a file: what it is, the importer for it, and its bytes through that. */
import { SchedlabError } from "../errors.js";
import { IMPORT_KINDS, type Imported, type ImportKind, type ImportOptions, type ImportSession } from "./importer.js";
import { importerOf } from "./importers.js";
import type { Recognised } from "./recognise.js";
import { type ImportSource, openSource } from "./source.js";

export interface ImportWorkloadOptions extends ImportOptions {
  /** What to take the file for; otherwise its content tells. */
  readonly as?: ImportKind;
}

/**
 * Makes a workload of a file of another kind: an rt-app workload, a recorded trace. What is compressed with gzip is
 * decompressed on the way.
 *
 * @throws SchedlabError where the file is of no kind that can be imported, or broken.
 */
export async function importWorkload(source: ImportSource, options: ImportWorkloadOptions = {}): Promise<Imported> {
  const { recognised, pieces } = await openSource(source, options.file);
  const session = beginImport(options.as ?? importableKind(recognised, options.file), options);
  for await (const piece of pieces) session.push(piece);
  return session.finish();
}

/** @throws SchedlabError where there is no importer for `kind`. */
export function beginImport(kind: ImportKind, options: ImportOptions): ImportSession {
  const importer = importerOf(kind);
  if (importer === undefined) throw new SchedlabError(`importing ${kind} is not supported yet by this version`);
  return importer.begin(kind, options);
}

/** What to import a file as. @throws SchedlabError where it cannot be imported. */
export function importableKind(recognised: Recognised, file = "the text"): ImportKind {
  switch (recognised.kind) {
    case "foreign":
      throw new SchedlabError(
        `${file}: this is ${recognised.what}, which cannot be read\n  hint: ${recognised.advice}`,
      );
    case "gzip":
      throw new SchedlabError(`${file}: compressed with gzip\n  hint: importWorkload() decompresses it`);
    case "workload": {
      const kinds = IMPORT_KINDS.join(", ");
      const hint = "a workload of schedlab's own needs no import: run it; otherwise say what the file is with --as";
      throw new SchedlabError(`${file}: not recognised as anything to import (${kinds})\n  hint: ${hint}`);
    }
    default:
      return recognised.kind;
  }
}
