/** The library's way to run a sweep: a plan in, its points out, one by one. */
import { type EngineModule, loadEngine } from "../engine/load.js";
import { SchedlabError } from "../errors.js";
import type { BatchOutcome } from "./batch.js";
import { createPool, usualWorkers } from "./default-workers.js";
import { DIGEST_BYTES, hex } from "./digest.js";
import { handOut } from "./hand-out.js";
import { isPlan, type ParameterValue, type SweepPlan } from "./plan.js";
import { Points } from "./point.js";
import { type ReadPlanOptions, readPlan } from "./read-plan.js";
import { includedPoints } from "./where.js";
import { runInPlace } from "./workers/in-place.js";

/** Bytes of the engine's memory that one point may take, where nobody says. */
export const DEFAULT_MEMORY_LIMIT = 2 ** 30;

export interface SweepOptions extends ReadPlanOptions {
  /**
   * How many points run at the same time, each in a worker of its own; 0: none, here and now. Default: one for each
   * core.
   */
  readonly workers?: number;
  /** Ends the sweep: the iteration throws the signal's reason. */
  readonly signal?: AbortSignal;
  /** Each point as soon as it has run, in whatever order. */
  readonly onPoint?: (point: SweepPoint) => void;
  readonly engine?: EngineModule;
  /** Bytes that the engine's memory of one point may take; one that needs more fails. Default: 1 GiB. */
  readonly memoryLimit?: number;
}

export interface SweepPoint {
  /** 0, 1, 2 … in the order of the plan. */
  readonly index: number;
  /** Names what was computed: equal digests, equal figures. Empty where the point failed before it could run. */
  readonly digest: string;
  /** By path; durations in nanoseconds. */
  readonly parameters: Readonly<Record<string, ParameterValue>>;
  /** By path; null where the run has no such figure. */
  readonly figures: Readonly<Record<string, number | null>>;
  /** Why it failed, or null. */
  readonly error: string | null;
}

/**
 * Runs a plan. Points come in its order, however many workers there are.
 *
 * @throws WorkloadError where the plan is wrong; the signal's reason.
 */
export async function* sweep(
  source: string | object | SweepPlan,
  options: SweepOptions = {},
): AsyncGenerator<SweepPoint, void, undefined> {
  const { signal, onPoint } = options;
  signal?.throwIfAborted();
  const engine = options.engine ?? (await loadEngine());
  const plan = isPlan(source) ? source : await readPlan(source, engine, options);
  const points = new Points(plan);
  const included = includedPoints(plan, points);
  const workers = Math.min(checkedWorkers(options.workers ?? usualWorkers()), included.length);
  const assignment = { plan, engine, memoryLimit: options.memoryLimit ?? DEFAULT_MEMORY_LIMIT };
  const pool = workers === 0 ? runInPlace(assignment) : await createPool(assignment, workers);

  const indexOf = new Map(Array.from(included, (point, index) => [point, index]));
  const waiting = new Map<number, SweepPoint>();
  const stop = new AbortController();
  let wake: () => void = () => {};
  const onAbort = () => stop.abort();
  signal?.addEventListener("abort", onAbort);
  const onBatch = (outcome: BatchOutcome) => {
    for (const point of pointsOf(outcome, plan, points, indexOf)) {
      waiting.set(point.index, point);
      onPoint?.(point);
    }
    wake();
  };
  let ended = false;
  let failure: { readonly error: unknown } | undefined;
  handOut(included, pool, { measures: plan.measures.length, signal: stop.signal, onBatch })
    .catch((error: unknown) => {
      failure = { error };
    })
    .finally(() => {
      ended = true;
      wake();
    });
  try {
    for (let index = 0; index < included.length; ) {
      signal?.throwIfAborted();
      const point = waiting.get(index);
      if (point !== undefined) {
        waiting.delete(index++);
        yield point;
      } else if (failure !== undefined) {
        throw failure.error;
      } else if (ended) {
        throw new Error(`a sweep ended before its point ${index}`);
      } else {
        await new Promise<void>((resolve) => {
          wake = resolve;
          signal?.addEventListener("abort", () => resolve(), { once: true });
        });
      }
    }
  } finally {
    stop.abort();
    signal?.removeEventListener("abort", onAbort);
    await pool.close();
  }
}

function checkedWorkers(workers: number): number {
  if (Number.isInteger(workers) && workers >= 0 && workers <= 1024) return workers;
  throw new SchedlabError(`workers is ${workers}; expected a whole number, 0 to 1024`);
}

function* pointsOf(
  outcome: BatchOutcome,
  plan: SweepPlan,
  { grid }: Points,
  indexOf: ReadonlyMap<number, number>,
): Generator<SweepPoint> {
  for (const [place, point] of outcome.points.entries()) {
    const error = outcome.errors.get(place) ?? null;
    const bytes = outcome.digests.subarray(place * DIGEST_BYTES, (place + 1) * DIGEST_BYTES);
    const figures = plan.measures.map(({ path }, column) => {
      const figure = outcome.figures[place * plan.measures.length + column] ?? Number.NaN;
      return [path, Number.isNaN(figure) ? null : figure] as const;
    });
    const values = grid.values(point);
    yield {
      index: indexOf.get(point) ?? 0,
      digest: bytes.some((byte) => byte !== 0) ? hex(bytes) : "",
      parameters: Object.fromEntries(grid.parameters.map(({ path }, column) => [path, values[column] ?? null])),
      figures: Object.fromEntries(figures),
      error,
    };
  }
}
