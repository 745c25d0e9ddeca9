/** From a file (or standard input) to a workload: our own format, or what can be imported. */
import { beginImport, importableKind } from "../import/import.js";
import type { Imported, ImportKind, ImportOptions } from "../import/importer.js";
import { loadImported } from "../import/load.js";
import { type OpenedSource, openSource } from "../import/source.js";
import { loadWorkload, type Override, type Workload } from "../workload/index.js";
import type { Progress } from "./progress.js";
import { openInput, readIncluded, textOf } from "./read-input.js";

/** Throws SchedlabError where the file cannot be read, and WorkloadError where it is no workload. */
export async function loadWorkloadFile(path: string, set: readonly Override[], progress?: Progress): Promise<Workload> {
  const { name: file, pieces } = openInput(path);
  return loadOpenedWorkload(await openSource(pieces, file), file, set, progress);
}

/** The same from a file that is open already. */
export async function loadOpenedWorkload(
  source: OpenedSource,
  file: string,
  set: readonly Override[],
  progress?: Progress,
): Promise<Workload> {
  if (source.recognised.kind === "workload") {
    return loadWorkload(await textOf(source.pieces, file), { file, set, readInclude: readIncluded });
  }
  return loadImported(await importSource(source, undefined, { file }, progress), { set });
}

/** Throws SchedlabError where the file cannot be read or imported. */
export async function importFile(
  path: string,
  as: ImportKind | undefined,
  options: ImportOptions,
  progress: Progress,
): Promise<Imported> {
  const { name: file, pieces } = openInput(path);
  return importSource(await openSource(pieces, file), as, { ...options, file }, progress);
}

async function importSource(
  { recognised, pieces }: OpenedSource,
  as: ImportKind | undefined,
  options: ImportOptions,
  progress: Progress | undefined,
): Promise<Imported> {
  const session = beginImport(as ?? importableKind(recognised, options.file), options);
  let read = 0;
  for await (const piece of pieces) {
    session.push(piece);
    read += piece.length;
    progress?.show(`reading ${options.file}  ${(read / 1e6).toFixed(0)} MB`);
  }
  const imported = session.finish();
  progress?.clear();
  return imported;
}
