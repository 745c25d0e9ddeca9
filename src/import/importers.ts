/** The importers: a new one is a line here. The first that recognises a file gets it. */
import type { Importer, ImportKind } from "./importer.js";
import { rtAppImporter } from "./rt-app/importer.js";
import { traceImporter } from "./trace/importer.js";

export const IMPORTERS: readonly Importer[] = [rtAppImporter, traceImporter];

export function importerOf(kind: ImportKind): Importer | undefined {
  return IMPORTERS.find(({ kinds }) => kinds.includes(kind));
}
