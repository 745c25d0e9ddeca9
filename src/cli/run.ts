/** `schedlab run`: one workload under one scheduler or several, and what came of it. */
import type { SchedulerInfo } from "../engine/types.js";
import { resultCsvLines, resultJsonChunks, type SimulationResult } from "../result/index.js";
import { formatProblem, type Workload } from "../workload/index.js";
import { comparisonTable } from "./comparison-table.js";
import { exitCodes } from "./exit-codes.js";
import { loadWorkloadFile } from "./load-workload.js";
import { writeErr, writeOut, writeOutChunks } from "./process-life.js";
import { createProgress, type Progress } from "./progress.js";
import { formatExactCount, formatShare } from "./quantities.js";
import { resultTable, type View } from "./result-table.js";
import { formatAttributes } from "./rows.js";
import { checkRunOptions, type RunOptions, type TypedRunOptions } from "./run-options.js";
import { type Ran, runScheduler } from "./run-scheduler.js";
import { chooseSimulations, simulationOptions } from "./simulations.js";
import { coloursFor, columnsOf } from "./terminal.js";
import { timelineLines } from "./timeline.js";
import { traceTargetFor } from "./trace-file.js";

/** Runs the command; the answer is the exit status. */
export async function run(file: string, typed: TypedRunOptions): Promise<number> {
  const options = checkRunOptions(typed);
  const progress = createProgress(options);
  const workload = await loadWorkloadFile(file, options.overrides, progress);
  const { chosen, several, note } = await chooseSimulations(workload, options);
  if (!options.quiet) {
    for (const warning of workload.warnings) writeErr(`schedlab: ${formatProblem(warning)}\n`);
    if (note !== null) writeErr(`schedlab: ${note}\n`);
  }

  const runs: Ran[] = [];
  for (const scheduler of chosen) runs.push(await runOne(workload, scheduler, several, options, progress));
  await print(runs, several, workload, options);
  return exitCodes.success;
}

async function runOne(
  workload: Workload,
  scheduler: SchedulerInfo,
  several: boolean,
  options: RunOptions,
  progress: Progress,
): Promise<Ran> {
  const target = options.trace;
  const trace = target !== undefined && several ? traceTargetFor(target, scheduler.id) : target;
  const simulation = simulationOptions(scheduler, options);
  const run = await runScheduler(workload, simulation, { trace, timeline: options.timeline }, (share) => {
    progress.show(`${scheduler.id}  ${formatShare(share)} of ${workload.name}`);
  });
  progress.clear();
  if (!options.quiet) {
    if (trace !== undefined) {
      writeErr(`schedlab: wrote ${formatExactCount(run.result.traceEvents)} events to ${trace.path}\n`);
    }
    const known = new Set(workload.warnings.map(formatProblem));
    for (const warning of run.result.warnings) {
      if (!known.has(warning)) writeErr(`schedlab: ${scheduler.id}: ${warning}\n`);
    }
  }
  return run;
}

async function print(runs: readonly Ran[], several: boolean, workload: Workload, options: RunOptions): Promise<void> {
  const results = runs.map(({ result }) => result);
  const [first] = results;
  if (options.format === "csv") await writeOutChunks(csvChunks(results));
  else if (options.format === "json") {
    await writeOutChunks(resultJsonChunks(several || first === undefined ? results : first));
  } else printTables(runs, workload);
}

const linesPerChunk = 500;

function* csvChunks(results: readonly SimulationResult[]): Generator<string> {
  let lines: string[] = [];
  for (const line of resultCsvLines(results)) {
    lines.push(line);
    if (lines.length < linesPerChunk) continue;
    yield lines.join("");
    lines = [];
  }
  yield lines.join("");
}

function printTables(runs: readonly Ran[], workload: Workload): void {
  const results = runs.map(({ result }) => result);
  const [only] = results;
  const view: View = {
    width: columnsOf(process.stdout),
    colours: coloursFor(process.stdout),
    groupAttributes: attributesByName(workload),
  };
  const lines = results.length === 1 && only !== undefined ? resultTable(only, view) : comparisonTable(results, view);
  for (const { result, timeline, taskName } of runs) {
    if (timeline !== undefined) lines.push("", ...timelineLines(result.scheduler, timeline, taskName, view));
  }
  writeOut(`${lines.join("\n")}\n`);
}

/** How the tasks of each name begin; names whose tasks differ are left out. */
function attributesByName(workload: Workload): Map<string, string> {
  const attributes = new Map<string, string>();
  for (const task of workload.tasks) {
    const own = formatAttributes(task);
    const before = attributes.get(task.name);
    attributes.set(task.name, before === undefined || before === own ? own : "mixed");
  }
  return attributes;
}
