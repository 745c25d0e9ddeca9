/** `schedlab sweep`: runs a plan, keeps every point, and prints what came of it. */
import { dirname, resolve } from "node:path";
import { engineFingerprint } from "../../engine/fingerprint.js";
import { type EngineModule, loadEngine } from "../../engine/load.js";
import { SchedlabError } from "../../errors.js";
import { checkAssertion } from "../../sweep/assertion.js";
import { Outcomes } from "../../sweep/outcomes.js";
import type { SweepPlan } from "../../sweep/plan.js";
import { formatPoint, Points } from "../../sweep/point.js";
import { PointRunner } from "../../sweep/point-runner.js";
import { readPlan } from "../../sweep/read-plan.js";
import { DEFAULT_MEMORY_LIMIT } from "../../sweep/sweep.js";
import { commandOf, failedRows, headOf, parametersOf, type SweepTable } from "../../sweep/table.js";
import { includedPoints } from "../../sweep/where.js";
import { UsageError } from "../errors.js";
import { exitCodes } from "../exit-codes.js";
import { writeErr, writeOut } from "../process-life.js";
import { formatExactCount, plural } from "../quantities.js";
import { readIncluded, readText, standardInputName } from "../read-input.js";
import { coloursFor, columnsOf } from "../terminal.js";
import { dryRun } from "./dry-run.js";
import { Journals } from "./journals.js";
import { lock } from "./lock.js";
import { makeFolder, prefixOf, readResults, removeLeftovers, writePlan, writeTable } from "./results.js";
import { runPoints } from "./run-sweep.js";
import { summaryLines } from "./summary-table.js";
import { checkSweepOptions, type SweepOptions, type TypedSweepOptions } from "./sweep-options.js";
import { createSweepProgress } from "./sweep-progress.js";

/** Failing points that are named; the summary has the others. */
const NAMED_FAILURES = 10;

/** Runs the command; the answer is the exit status. */
export async function sweep(file: string | undefined, typed: TypedSweepOptions): Promise<number> {
  const options = checkSweepOptions(typed);
  if (typed.from !== undefined) {
    if (file !== undefined) throw new UsageError("--from takes results that are there; it does not go with a plan");
    const table = await readResults(typed.from);
    if (!typed.from.endsWith(".parquet")) writeTable(typed.from, table, options);
    return report(table, prefixOf(typed.from), options);
  }
  if (file === undefined) throw new UsageError("expected a plan, or --from with a folder of results");
  const engine = await loadEngine();
  const plan = await readPlanFile(file, engine);
  if (!options.quiet) for (const warning of plan.warnings) writeErr(`schedlab: ${warning}\n`);
  const points = new Points(plan);
  const included = includedPoints(plan, points);
  const outcomes = new Outcomes(
    headOf(plan, engineFingerprint(engine.module), included.length, options.shard),
    points,
    included,
  );
  if (options.dryRun) {
    await dryRun(plan, engine, outcomes, options);
    return exitCodes.success;
  }
  return run(plan, engine, outcomes, file, options);
}

async function run(
  plan: SweepPlan,
  engine: EngineModule,
  outcomes: Outcomes,
  file: string,
  options: SweepOptions,
): Promise<number> {
  const folder = options.out ?? defaultFolder(plan, outcomes);
  makeFolder(folder);
  lock(`${folder}/.lock`, folder);
  removeLeftovers(folder);
  const journals = new Journals(options.cache ?? `${folder}/journal`, outcomes.head);
  const journal = journals.open(outcomes);
  const tell = (text: string) => {
    if (!options.quiet && !options.jsonProgress) writeErr(`schedlab: ${text}\n`);
  };
  const before = outcomes.knownCount;
  outcomes.forgetFailed();
  if (before > 0 && outcomes.knownCount < outcomes.rows) {
    tell(`going on: ${formatExactCount(outcomes.knownCount)} of ${plural(outcomes.rows, "point")} are there already`);
  }
  const assignment = { plan, engine, memoryLimit: options.memoryLimit ?? DEFAULT_MEMORY_LIMIT };
  const reused = journals.reuse(outcomes, new PointRunner(assignment), journal);
  if (reused > 0) tell(`${plural(reused, "point")} taken over from sweeps before`);
  writePlan(folder, plan, outcomes.head);
  const again = () =>
    `${formatExactCount(outcomes.knownCount)} of ${plural(outcomes.rows, "point")} are safe in ${folder}`;
  try {
    const ended = await runPoints(plan, engine, outcomes, journal, createSweepProgress(options), options);
    if (!ended) {
      tell(`stopped: ${again()}; the same command goes on from there`);
      return exitCodes.interrupted;
    }
    writeTable(folder, outcomes, options);
  } catch (error) {
    if (!(error instanceof SchedlabError)) throw error;
    throw new SchedlabError(`${error.message}\n${again()}; make room and give the same command again (${file})`);
  } finally {
    journal.close();
  }
  tell(`wrote ${plural(outcomes.rows, "point")} to ${folder}`);
  return report(outcomes, prefixOf(folder), options);
}

/** What a person reads, and the status that a script reads. */
function report(table: SweepTable, prefix: string, options: SweepOptions): number {
  const view = { width: columnsOf(process.stdout), colours: coloursFor(process.stdout) };
  writeOut(`${summaryLines(table, { ...(options.by === undefined ? {} : { by: options.by }) }, view).join("\n")}\n`);
  const failed = failedRows(table);
  const lines: string[] = [];
  if (failed.length > 0) {
    lines.push(`schedlab: ${plural(failed.length, "point")} of ${formatExactCount(table.rows)} failed`);
    lines.push(...named(table, failed, (row) => [`${table.error(row)}`, commandOf(table, row, prefix)]));
  }
  for (const text of options.assertions) {
    const { rows } = checkAssertion(table, text);
    if (rows.length === 0) continue;
    lines.push(`schedlab: --assert ${JSON.stringify(text)}: ${plural(rows.length, "point")} of ${table.rows} do not`);
    lines.push(...named(table, rows, (row) => [commandOf(table, row, prefix)]));
  }
  if (lines.length === 0) return exitCodes.success;
  writeErr(`${lines.join("\n")}\n`);
  return exitCodes.difference;
}

function named(table: SweepTable, rows: readonly number[], details: (row: number) => string[]): string[] {
  const lines = rows.slice(0, NAMED_FAILURES).flatMap((row) => {
    const what = formatPoint(table.head.parameters, parametersOf(table, row)) || "the only one";
    return [`  point ${table.point(row)}: ${what}`, ...details(row).map((detail) => `    ${detail}`)];
  });
  const more = rows.length - NAMED_FAILURES;
  return more > 0 ? [...lines, `  and ${plural(more, "other")}; summary.json and points.parquet have all`] : lines;
}

async function readPlanFile(file: string, engine: EngineModule): Promise<SweepPlan> {
  const { text, name } = await readText(file);
  const folder = name === standardInputName ? "." : dirname(file);
  const readFile = (path: string) => readText(folder === "." ? path : relativeTo(folder, path));
  return readPlan(text, engine, { file: name, readFile, readInclude: readIncluded });
}

/** As short as the plan's own path. */
function relativeTo(folder: string, path: string): string {
  return path.startsWith("/") ? path : resolve(folder, path).replace(`${process.cwd()}/`, "");
}

function defaultFolder({ name }: SweepPlan, { head: { shard } }: Outcomes): string {
  const part = shard === null ? "" : `.${shard.number}-of-${shard.of}`;
  return `${name.replace(/[^\w.-]/g, "_")}${part}.sweep`;
}
