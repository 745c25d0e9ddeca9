/** How long from a cold process to the first result of the massive_intr example, and where does the time go? */
import { spawnSync } from "node:child_process";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { inWords, roundsOr, spreadOf } from "../harness/measure.js";
import { printTable } from "../harness/table.js";

const EXAMPLE = "examples/02-massive-intr.yaml";
/** Of the steps: what the engine is answerable for. */
const ENGINE_STEPS = ["compile the engine", "instantiate and describe", "instantiate and set up", "run"];

interface ChildReport {
  /** When the process began, ms on the clock of performance.timeOrigin. */
  readonly origin: number;
  /** Ends of the steps, ms after the origin. */
  readonly times: readonly (readonly [step: string, ms: number])[];
  readonly cpuMs: number;
}

/** The lines of the table, in order of their first measurement: ms. */
class Lines {
  readonly #values = new Map<string, number[]>();

  add(name: string, ms: number): void {
    const values = this.#values.get(name) ?? [];
    this.#values.set(name, values);
    values.push(ms);
  }

  clear(): void {
    this.#values.clear();
  }

  /** `reference`: the time that a bare Node takes. */
  rows(reference: number | null): string[][] {
    return [...this.#values].map(([name, values]) => {
      const spread = spreadOf(values);
      const times = reference === null ? "" : (spread.min / reference).toFixed(2);
      return [name, spread.min.toFixed(1), spread.median.toFixed(1), times, inWords(spread)];
    });
  }

  min(name: string): number {
    return spreadOf(this.#values.get(name) ?? []).min;
  }
}

const whole = new Lines();
const steps = new Lines();

const BARE = "bare Node, to its end";

function clock(): number {
  return performance.timeOrigin + performance.now();
}

/** Runs Node; ms from before to after, and what it printed. */
function node(...args: string[]): { begin: number; end: number; stdout: string } {
  const begin = clock();
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
  const end = clock();
  if (status !== 0) throw new Error(`node ${args.join(" ")} failed:\n${stderr}`);
  return { begin, end, stdout };
}

function bareNode(): void {
  const print = "const {user, system} = process.cpuUsage(); console.log((user + system) / 1000)";
  const { begin, end, stdout } = node("--eval", print);
  whole.add(BARE, end - begin);
  whole.add("bare Node, CPU time", Number(stdout));
}

function library(): void {
  const entry = pathToFileURL(resolve("dist/index.js")).href;
  const { begin, end, stdout } = node("build/bench/cold-start-child.mjs", entry, "dist/engine.wasm", EXAMPLE);
  const report: ChildReport = JSON.parse(stdout);
  steps.add("  create the process", report.origin - begin);
  let before = 0;
  let engineMs = 0;
  for (const [step, ms] of report.times) {
    steps.add(`  ${step}`, ms - before);
    if (ENGINE_STEPS.includes(step)) engineMs += ms - before;
    before = ms;
  }
  steps.add("  end the process", end - report.origin - before);
  whole.add("library, to its result", report.origin + before - begin);
  whole.add("library, CPU time", report.cpuMs);
  whole.add("library, of which the engine", engineMs);
}

function commandLine(): void {
  const { begin, end, stdout } = node("dist/cli.js", "run", EXAMPLE, "--format", "json");
  if (typeof JSON.parse(stdout).traceDigest !== "string") throw new Error("the command printed no result");
  whole.add("schedlab run, to its end", end - begin);
}

const contenders = [bareNode, library, commandLine];
const rounds = roundsOr(11);
// Once to fill the page cache.
for (const contender of contenders) contender();
whole.clear();
steps.clear();
for (let round = 0; round < rounds; round++) {
  // Always in this order, which is that of the table: processes leave nothing to each other.
  for (const contender of contenders) contender();
}

printTable({
  title: `Cold start: ms from nothing to the first result of ${EXAMPLE}`,
  columns: ["what", "min", "median", "x bare Node", "spread"],
  rows: [...whole.rows(whole.min(BARE)), ["the library's steps:"], ...steps.rows(null)],
  notes: [
    "Wall time, what a person waits, unless it says CPU. The engine: compile, describe, set up, run. Each line's minimum is its own, so",
    "the steps need not add up. Targets: the library's result under 150 ms, of which the engine under 20.",
  ],
});
