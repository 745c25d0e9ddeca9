/**
 * A sweep of very many points, none of which is run: argument 1 is a folder, argument 2 what to do. `write` makes a plan and a
 * journal in which all points are finished; `resume` does what a second start of the sweep does before it could hand out a
 * point; `results` writes the files of results. Prints a JSON object with times and the most memory that was taken.
 */
import { statSync } from "node:fs";
import { join } from "node:path";
import { Journals } from "../../src/cli/sweep/journals.js";
import { writeTable } from "../../src/cli/sweep/results.js";
import { engineFingerprint } from "../../src/engine/fingerprint.js";
import { loadEngine } from "../../src/index.js";
import { Outcomes } from "../../src/sweep/outcomes.js";
import { Points } from "../../src/sweep/point.js";
import { readPlan } from "../../src/sweep/read-plan.js";
import { headOf } from "../../src/sweep/table.js";
import { includedPoints } from "../../src/sweep/where.js";

const [folder = "", task = ""] = process.argv.slice(2);
const CONFIGURATIONS = 50_000;
const SEEDS = 20;
const PER_FRAME = 4096;

const begin = performance.now();
const engine = await loadEngine();
const plan = await readPlan(
  {
    workload: { name: "w", duration: "1s", tasks: [{ name: "hog", count: 2, program: [{ run: "1ms" }] }] },
    vary: {
      scheduler: ["o1-2.6.0", "o1-2.6.22", "vanilla-2.4.17", "cfs-5.19"],
      "tasks.hog.count": { from: 1, to: CONFIGURATIONS / 4, steps: CONFIGURATIONS / 4 },
    },
    seed: { count: SEEDS },
  },
  engine,
);
const points = new Points(plan);
const included = includedPoints(plan, points);
const outcomes = new Outcomes(headOf(plan, engineFingerprint(engine.module), included.length, null), points, included);
const journal = new Journals(folder, outcomes.head).open(outcomes);
const readyMs = performance.now() - begin;
const readyCpuMs = cpuMs();

if (task === "write") writeAll();
else if (outcomes.unknown().length > 0) throw new Error(`${outcomes.unknown().length} points are missing`);
const resultsBegin = performance.now();
if (task === "results") writeTable(folder, outcomes, { csv: false, jsonl: false });
const resultsMs = performance.now() - resultsBegin;
const resultsCpuMs = cpuMs() - readyCpuMs;
const parquetBytes = task === "results" ? statSync(join(folder, "points.parquet")).size : 0;
const maxRssBytes = process.resourceUsage().maxRSS * 1024;
process.stdout.write(
  JSON.stringify({ points: included.length, readyMs, readyCpuMs, resultsMs, resultsCpuMs, parquetBytes, maxRssBytes }),
);

/** Figures as noisy as those of real runs: 52 random bits in a mean, some 30 in times and counts. */
function writeAll(): void {
  let state = 1;
  const next = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state;
  };
  for (let from = 0; from < included.length; from += PER_FRAME) {
    const batch = [...included.subarray(from, from + PER_FRAME)];
    const figures = new Float64Array(batch.length * plan.measures.length);
    for (let index = 0; index < figures.length; index++) {
      const { whole = false } = plan.measures[index % plan.measures.length] ?? {};
      figures[index] = whole ? next() >>> 2 : next() / 2 ** 32 + next() / 2 ** 64;
    }
    const digests = Uint8Array.from({ length: batch.length * 16 }, () => next() >>> 24);
    journal.append({ points: batch, digests, figures, errors: new Map() });
  }
}

/** Of this process so far, its start included. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
