/** `schedlab sweep --dry-run`: what would be run, and how long it would take by a few points that are timed. */
import type { EngineModule } from "../../engine/load.js";
import { usualWorkers } from "../../sweep/default-workers.js";
import type { Outcomes } from "../../sweep/outcomes.js";
import type { SweepPlan } from "../../sweep/plan.js";
import { formatPoint } from "../../sweep/point.js";
import { PointRunner } from "../../sweep/point-runner.js";
import { DEFAULT_MEMORY_LIMIT } from "../../sweep/sweep.js";
import { parametersOf } from "../../sweep/table.js";
import { writeOut } from "../process-life.js";
import { formatExactCount, formatSpan, plural } from "../quantities.js";
import type { SweepOptions } from "./sweep-options.js";

/** Points that are timed, evenly spread over the sweep, as long as there is time for them. */
const PROBES = 16;
const PROBING_MS = 5000;
const SHOWN = 10;

export async function dryRun(
  plan: SweepPlan,
  engine: EngineModule,
  outcomes: Outcomes,
  options: SweepOptions,
): Promise<void> {
  const { rows, head } = outcomes;
  const lines = [
    `${plan.name}: ${plural(rows, "point")}${head.shard === null ? "" : ` of ${formatExactCount(head.points)}`}`,
  ];
  for (const { parameters, rows: values } of plan.axes) {
    const paths = parameters.map(({ path }) => path).join(", ");
    lines.push(`  ${plural(values.length, "value")} of ${paths}`);
  }
  if (plan.where !== null) lines.push(`  where ${plan.where}`);
  lines.push(`figures: ${plan.measures.map(({ path }) => path).join(", ")}`);

  const runner = new PointRunner({ plan, engine, memoryLimit: options.memoryLimit ?? DEFAULT_MEMORY_LIMIT });
  const probes = Math.min(PROBES, rows);
  let probed = 0;
  let failed = 0;
  let failure: string | undefined;
  let elapsedMs = 0;
  // What is compiled at the first run is not the price of a point.
  if (probes > 0) await runner.run([outcomes.number(0)]);
  for (; probed < probes && elapsedMs < PROBING_MS; probed++) {
    const row = Math.floor(((probed + 0.5) * rows) / probes);
    const outcome = await runner.run([outcomes.number(row)]);
    elapsedMs += outcome.elapsedMs;
    failed += outcome.errors.size;
    failure ??= outcome.errors.get(0);
  }
  if (probed > 0) {
    const workers = options.workers ?? usualWorkers();
    const pointMs = elapsedMs / probed;
    lines.push(
      `about ${formatSpan((pointMs * rows * 1e6) / workers)} with ${plural(workers, "worker")}: ` +
        `${formatSpan(pointMs * 1e6)} a point, by ${plural(probed, "probe")}${failed === 0 ? "" : ` (${failed} failed)`}`,
    );
    if (failure !== undefined) lines.push(`  ${failure}`);
  }
  lines.push("", rows > SHOWN ? `the first ${SHOWN}:` : "all of them:");
  for (let row = 0; row < Math.min(rows, SHOWN); row++) {
    lines.push(`  ${outcomes.point(row)}  ${formatPoint(head.parameters, parametersOf(outcomes, row))}`.trimEnd());
  }
  writeOut(`${lines.join("\n")}\n`);
}
