/** `schedlab merge`: the parts of a sweep to one, as if one machine had run it all. */
import { cpSync } from "node:fs";
import { join } from "node:path";
import { MergedTable } from "../../sweep/merged-table.js";
import { fileError } from "../errors.js";
import { exitCodes } from "../exit-codes.js";
import { writeErr } from "../process-life.js";
import { plural } from "../quantities.js";
import { makeFolder, PLAN_FILE, readResults, writeTable } from "./results.js";

export interface MergeOptions {
  readonly out: string;
  readonly csv?: boolean;
  readonly jsonl?: boolean;
  readonly quiet?: boolean;
}

export async function merge(folders: readonly string[], options: MergeOptions): Promise<number> {
  const parts = await Promise.all(folders.map(async (name) => ({ name, table: await readResults(name) })));
  const table = new MergedTable(parts);
  makeFolder(options.out);
  copyPlan(folders[0] ?? "", options.out);
  writeTable(options.out, table, { csv: options.csv === true, jsonl: options.jsonl === true });
  if (options.quiet !== true) writeErr(`schedlab: wrote ${plural(table.rows, "point")} to ${options.out}\n`);
  return exitCodes.success;
}

function copyPlan(from: string, to: string): void {
  for (const name of [PLAN_FILE, "workloads"]) {
    try {
      cpSync(join(from, name), join(to, name), { recursive: true });
    } catch (error) {
      throw fileError("copy", join(from, name), error);
    }
  }
}
