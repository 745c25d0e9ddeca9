/** `schedlab verify`: runs recorded workloads and compares every trace with the recorded one, to the last byte. */
import { schedulers } from "../simulation.js";
import { exitCodes } from "./exit-codes.js";
import { findGoldenCases, type GoldenCase } from "./golden-folders.js";
import { writeErr, writeOut } from "./process-life.js";
import { createProgress } from "./progress.js";
import { plural } from "./quantities.js";
import { coloursFor } from "./terminal.js";
import { type VerifyResult, verifyCase } from "./verify-case.js";
import { reportFailure, reportFolder, reportTotals } from "./verify-report.js";

export interface VerifyOptions {
  readonly scheduler?: string;
  readonly format: "table" | "json";
  readonly quiet?: boolean;
}

/** Runs the command; the answer is the exit status. */
export async function verify(directory: string, options: VerifyOptions): Promise<number> {
  const { cases, problems } = findGoldenCases(directory, options.scheduler, await schedulers());
  const progress = createProgress({ quiet: options.quiet === true });
  const wrong = [...problems];
  const results: VerifyResult[] = [];
  for (const [index, golden] of cases.entries()) {
    progress.show(`${index} of ${plural(cases.length, "trace")}  ${golden.folder}/${golden.workload}`);
    const outcome = await verifyCase(golden);
    if (typeof outcome === "string") wrong.push(outcome);
    else results.push(outcome);
  }
  progress.clear();

  const failed = results.filter(({ ok }) => !ok).length;
  const status = wrong.length > 0 ? exitCodes.badInput : failed > 0 ? exitCodes.difference : exitCodes.success;
  process.exitCode = status;
  for (const problem of wrong) writeErr(`schedlab: ${problem}\n`);
  if (options.format === "json") {
    writeOut(`${JSON.stringify({ passed: results.length - failed, failed, problems: wrong, results }, null, 2)}\n`);
  } else {
    writeReport(cases, results, wrong.length);
  }
  return status;
}

function writeReport(cases: readonly GoldenCase[], results: readonly VerifyResult[], problems: number): void {
  const colours = coloursFor(process.stdout);
  for (const folder of new Set(cases.map((golden) => golden.folder))) {
    const own = results.filter(({ scheduler }) => scheduler === folder);
    const expected = cases.filter((golden) => golden.folder === folder).length;
    writeOut(`${reportFolder(folder, own, expected, colours)}\n`);
    for (const result of own) if (!result.ok) writeOut(`${reportFailure(result, colours)}\n`);
  }
  writeOut(`${reportTotals(results, problems, colours)}\n`);
}
