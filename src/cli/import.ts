/** `schedlab import`: makes a workload of a file of another kind, and says what was understood of it. */
import type { Imported, ImportKind, ImportOptions } from "../import/importer.js";
import { formatWorkload } from "../import/write.js";
import { matchesPattern } from "../scheduler-patterns.js";
import { formatOfFile, formatProblem } from "../workload/index.js";
import { exitCodes } from "./exit-codes.js";
import { importFile } from "./load-workload.js";
import { timeWindow } from "./option-values.js";
import { OutputFile } from "./output-file.js";
import { writeErr, writeOutChunks } from "./process-life.js";
import { createProgress } from "./progress.js";

/** As the command line parser hands them over. */
export interface TypedImportOptions {
  readonly output?: string;
  readonly as?: ImportKind;
  readonly window?: string;
  readonly tasks?: readonly string[];
  readonly lastWins?: boolean;
  readonly quiet?: boolean;
}

/** Runs the command; the answer is the exit status. */
export async function importCommand(file: string, typed: TypedImportOptions): Promise<number> {
  const quiet = typed.quiet === true;
  const imported = await importFile(file, typed.as, importOptions(typed), createProgress({ quiet }));
  const { output } = typed;
  const text = formatWorkload(imported.document, (output === undefined ? null : formatOfFile(output)) ?? "yaml");
  if (output === undefined) await writeOutChunks([text]);
  else writeFile(output, text);
  if (!quiet) report(file, imported);
  return exitCodes.success;
}

function importOptions({ lastWins, window, tasks: patterns }: TypedImportOptions): ImportOptions {
  return {
    ...(lastWins === true ? { lastWins } : {}),
    ...(window === undefined ? {} : { window: timeWindow(window) }),
    ...(patterns === undefined
      ? {}
      : { tasks: (name: string) => patterns.some((pattern) => matchesPattern(name, pattern)) }),
  };
}

function writeFile(path: string, text: string): void {
  const file = new OutputFile(path);
  try {
    file.write(new TextEncoder().encode(text));
    file.commit();
  } catch (error) {
    file.abandon();
    throw error;
  }
}

function report(file: string, { kind, facts, warnings }: Imported): void {
  const width = Math.max(...facts.map(({ name }) => name.length));
  writeErr(`schedlab: ${file}: understood as ${kind}\n`);
  for (const { name, value } of facts) writeErr(`  ${name.padEnd(width)}  ${value}\n`);
  for (const warning of warnings) writeErr(`schedlab: ${formatProblem(warning)}\n`);
}
