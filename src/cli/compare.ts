/** `schedlab compare`: what changed from one run to another. */
import { SchedlabError } from "../errors.js";
import { compareRuns, FiguresOfRecording, figuresOfResult, type RunFigures } from "../report/index.js";
import type { SimulationResult } from "../result/index.js";
import { comparisonCsv, comparisonJson } from "./compare-output.js";
import { runComparisonTable } from "./compare-table.js";
import { UsageError } from "./errors.js";
import { exitCodes } from "./exit-codes.js";
import { writeOut, writeOutChunks } from "./process-life.js";
import { createProgress } from "./progress.js";
import { textOf } from "./read-input.js";
import { type FileKind, kindOf, type RereadableInput, rereadable } from "./recorded-file.js";
import { recordingSource, type SimulatedSource, type SourceOptions, simulatedSources } from "./report-source.js";
import { sourceLabel } from "./report-writers.js";
import { checkSimulationChoice, type OutputFormat, type TypedSimulationOptions } from "./run-options.js";
import { coloursFor, columnsOf } from "./terminal.js";

export interface TypedCompareOptions extends TypedSimulationOptions {
  readonly format: OutputFormat;
  readonly quiet?: boolean;
}

interface Opened {
  readonly input: RereadableInput;
  readonly kind: FileKind;
}

/** Runs the command; the answer is the exit status. */
export async function compare(files: readonly string[], typed: TypedCompareOptions): Promise<number> {
  if (files.length > 2) {
    throw new UsageError(`two runs are compared, not ${files.length}: \`schedlab run\` puts several side by side`);
  }
  const quiet = typed.quiet === true;
  const options = { choice: checkSimulationChoice(typed), progress: createProgress({ quiet }), quiet };
  const opened: Opened[] = [];
  for (const file of files) {
    const input = await rereadable(file);
    opened.push({ input, kind: await kindOf(input) });
  }
  const [first, second] = opened as [Opened, Opened | undefined];
  const runs = second === undefined ? await runsOfOne(first, options) : await runsOfTwo(first, second, options);
  const comparison = compareRuns(runs[0], runs[1]);
  if (typed.format === "json") writeOut(comparisonJson(comparison));
  else if (typed.format === "csv") await writeOutChunks(comparisonCsv(comparison));
  else {
    const view = { width: columnsOf(process.stdout), colours: coloursFor(process.stdout) };
    writeOut(`${runComparisonTable(comparison, view).join("\n")}\n`);
  }
  return exitCodes.success;
}

type Pair = readonly [RunFigures, RunFigures];

/**
 * A workload, or a recording, under two schedulers; a recording and what becomes of it under one; a list of two
 * results.
 */
async function runsOfOne({ input, kind }: Opened, options: SourceOptions): Promise<Pair> {
  if (kind === "result") return pairOf(await resultsIn(input), input.name, "results: give the second as another file");
  if (kind === "recording" && options.choice.schedulers.length > 0) {
    const simulated = await simulate(input, options);
    if (simulated.length === 1) return [await figuresOfRecorded(input, options), ...simulated] as unknown as Pair;
    return pairOf(simulated, input.name, "schedulers: name one to compare it with the recording, or two");
  }
  if (kind === "recording") {
    const advice = "give another run, or --scheduler to simulate what was recorded";
    throw new UsageError(`${input.name} is one run; ${advice}`);
  }
  return pairOf(await simulate(input, options), input.name, "schedulers: name two, such as --scheduler o1,cfs");
}

/** Each as it is; workloads under the one scheduler, or each under its own. */
async function runsOfTwo(first: Opened, second: Opened, options: SourceOptions): Promise<Pair> {
  const { choice } = options;
  const schedulers = choice.schedulers.flatMap((text) => text.split(","));
  const workloads = [first, second].filter(({ kind }) => kind === "workload").length;
  if (schedulers.length > Math.max(1, workloads)) {
    const count = workloads === 0 ? "none of the files is a workload" : "one of the files is a workload";
    throw new UsageError(
      `--scheduler ${choice.schedulers.join(",")}: ${count}, so that there is nothing to run under each`,
    );
  }
  const own = (index: number): SourceOptions => {
    const scheduler = schedulers[Math.min(index, schedulers.length - 1)];
    return { ...options, choice: { ...choice, schedulers: scheduler === undefined ? [] : [scheduler] } };
  };
  return [await runOf(first, own(0)), await runOf(second, own(1))];
}

async function runOf({ input, kind }: Opened, options: SourceOptions): Promise<RunFigures> {
  if (kind === "recording") return figuresOfRecorded(input, options);
  const runs = kind === "result" ? await resultsIn(input) : await simulate(input, options);
  const [run] = runs;
  if (run !== undefined && runs.length === 1) return run;
  const what = kind === "result" ? "results in one file" : "schedulers for one workload";
  throw new SchedlabError(`${input.name}: ${runs.length} ${what}, expected one beside another file`);
}

function pairOf(runs: readonly RunFigures[], name: string, expected: string): Pair {
  const [a, b] = runs;
  if (a !== undefined && b !== undefined && runs.length === 2) return [a, b];
  throw new UsageError(`${name}: two runs are compared, and these are ${runs.length} ${expected}`);
}

async function figuresOfRecorded(input: RereadableInput, options: SourceOptions): Promise<RunFigures> {
  const figures = new FiguresOfRecording();
  for await (const events of recordingSource(input, options).events()) for (const event of events) figures.add(event);
  return figures.finish(input.name);
}

async function simulate(input: RereadableInput, options: SourceOptions): Promise<RunFigures[]> {
  const runs: RunFigures[] = [];
  for (const source of await simulatedSources(input, options)) runs.push(await figuresOfSimulated(source));
  return runs;
}

/** Most figures are the result's; lag is counted over the events. */
async function figuresOfSimulated(source: SimulatedSource): Promise<RunFigures> {
  const lag = new FiguresOfRecording({ cpus: await source.cpuCount(), startNs: 0 });
  for await (const events of source.events()) for (const event of events) lag.add(event);
  const result = source.result();
  const label = sourceLabel(source);
  return figuresOfResult(result, label, lag.finish(label, result.simulatedNs));
}

/** What `schedlab run --format json` printed: one result, or a list of them. */
async function resultsIn(input: RereadableInput): Promise<RunFigures[]> {
  const text = await textOf(input.open(), input.name);
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new SchedlabError(`${input.name}: a result that is not complete JSON: ${reason}`);
  }
  const results = (Array.isArray(parsed) ? parsed : [parsed]) as SimulationResult[];
  return results.map((result, index) => {
    if (!isResult(result)) {
      const place = results.length > 1 ? ` (number ${index + 1})` : "";
      throw new SchedlabError(`${input.name}${place}: not a whole result of schedlab run --format json`);
    }
    return figuresOfResult(result, sourceLabel({ file: input.name, scheduler: result.scheduler }));
  });
}

function isResult(result: Partial<SimulationResult> | null): result is SimulationResult {
  return (
    typeof result === "object" &&
    result !== null &&
    Array.isArray(result.tasks) &&
    typeof result.totals?.wakeupLatencyNs === "object" &&
    typeof result.machine?.cpus === "number" &&
    result.tasks.every((task) => typeof task?.wakeupLatencyNs === "object" && typeof task.contextSwitches === "object")
  );
}
