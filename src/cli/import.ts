/** `schedlab import`: makes a workload of a file of another kind, and says what was understood of it. */
import { measureFidelity } from "../fidelity.js";
import type { Imported, ImportKind, ImportOptions } from "../import/importer.js";
import { formatWorkload } from "../import/write.js";
import { matchesPattern } from "../scheduler-patterns.js";
import { formatOfFile, formatProblem } from "../workload/index.js";
import { UsageError } from "./errors.js";
import { exitCodes } from "./exit-codes.js";
import { fidelityLines } from "./fidelity-table.js";
import { importFile } from "./load-workload.js";
import { timeWindow } from "./option-values.js";
import { OutputFile } from "./output-file.js";
import { writeErr, writeOut, writeOutChunks } from "./process-life.js";
import { createProgress, type Progress } from "./progress.js";
import { formatShare } from "./quantities.js";
import { coloursFor, columnsOf } from "./terminal.js";

/** As the command line parser hands them over. */
export interface TypedImportOptions {
  readonly output?: string;
  readonly as?: ImportKind;
  readonly window?: string;
  readonly tasks?: readonly string[];
  readonly lastWins?: boolean;
  readonly fidelity?: boolean;
  readonly scheduler?: string;
  readonly format?: "table" | "json";
  readonly quiet?: boolean;
}

/** Runs the command; the answer is the exit status. */
export async function importCommand(file: string, typed: TypedImportOptions): Promise<number> {
  checkFidelityOptions(typed);
  const quiet = typed.quiet === true;
  const progress = createProgress({ quiet });
  const imported = await importFile(file, typed.as, importOptions(typed), progress);
  const { output } = typed;
  if (output !== undefined) writeFile(output, formatWorkload(imported.document, formatOfFile(output) ?? "yaml"));
  if (!quiet) report(file, imported);
  if (typed.fidelity === true) await printFidelity(imported, typed, progress);
  else if (output === undefined) await writeOutChunks([formatWorkload(imported.document, "yaml")]);
  return exitCodes.success;
}

function checkFidelityOptions({ fidelity, scheduler, format }: TypedImportOptions): void {
  if (fidelity === true || (scheduler === undefined && format === undefined)) return;
  throw new UsageError(`--${scheduler === undefined ? "format" : "scheduler"} goes with --fidelity`);
}

async function printFidelity(imported: Imported, typed: TypedImportOptions, progress: Progress): Promise<void> {
  const { scheduler } = typed;
  const measured = await measureFidelity(imported, {
    ...(scheduler === undefined ? {} : { scheduler }),
    onProgress: ({ timeNs, durationNs }) => {
      progress.show(`simulating again  ${formatShare(Math.min(1, timeNs / durationNs))}`);
    },
  });
  progress.clear();
  if (typed.format === "json") {
    writeOut(`${JSON.stringify(measured, null, 2)}\n`);
    return;
  }
  const lines = fidelityLines(measured, { width: columnsOf(process.stdout), colours: coloursFor(process.stdout) });
  writeOut(`${lines.join("\n")}\n`);
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
