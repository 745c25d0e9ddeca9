/** `schedlab report`: what happened, in the tables of `perf sched`, of recordings and of simulated runs. */

import { SchedlabError } from "../errors.js";
import { exitCodes } from "./exit-codes.js";
import { writeOutChunks } from "./process-life.js";
import { createProgress } from "./progress.js";
import { kindOf, rereadable } from "./recorded-file.js";
import type { TypedReportOptions } from "./report-options.js";
import { type ReportSource, recordingSource, type SourceOptions, simulatedSources } from "./report-source.js";
import { csvChunks, jsonChunks, type ReportKind, textChunks } from "./report-writers.js";
import { checkSimulationChoice } from "./run-options.js";

/** Runs the command; the answer is the exit status. */
export async function report(files: readonly string[], typed: TypedReportOptions, kind: ReportKind): Promise<number> {
  const quiet = typed.quiet === true;
  const options = { choice: checkSimulationChoice(typed), progress: createProgress({ quiet }), quiet };
  // All of them before the first line is printed: a mistake in the last file must not cost the output of the others.
  const sources = (await Promise.all(files.map((file) => openSources(file, options)))).flat();
  const write = { text: textChunks, json: jsonChunks, csv: csvChunks }[typed.format];
  await writeOutChunks(write(sources, kind));
  return exitCodes.success;
}

/** One recording, or a run for each scheduler. */
async function openSources(file: string, options: SourceOptions): Promise<readonly ReportSource[]> {
  const input = await rereadable(file);
  switch (await kindOf(input)) {
    case "recording":
      return [recordingSource(input, options)];
    case "workload":
      return simulatedSources(input, options);
    case "result": {
      const advice = "give the workload, or the trace that `schedlab run --trace` writes";
      throw new SchedlabError(`${input.name}: this is a result, which does not tell what happened when; ${advice}`);
    }
  }
}
