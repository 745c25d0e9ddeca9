/** Runs what is not known of a sweep: points go out, come back, and are on the disk before they count. */
import type { EngineModule } from "../../engine/load.js";
import type { BatchOutcome } from "../../sweep/batch.js";
import { createPool, usualWorkers } from "../../sweep/default-workers.js";
import { DIGEST_BYTES } from "../../sweep/digest.js";
import { handOut } from "../../sweep/hand-out.js";
import type { Outcomes } from "../../sweep/outcomes.js";
import type { SweepPlan } from "../../sweep/plan.js";
import { DEFAULT_MEMORY_LIMIT } from "../../sweep/sweep.js";
import { catchInterrupt, writeErr } from "../process-life.js";
import type { Entries, JournalWriter } from "./journal.js";
import type { SweepOptions } from "./sweep-options.js";
import type { SweepProgress, SweepState } from "./sweep-progress.js";

/** How long a point may wait for the disk: one wait for the disk serves all that came meanwhile. */
const FLUSH_MS = 250;
/** Points after which nobody waits any longer. */
const FLUSH_POINTS = 16_384;

/** @returns false where Ctrl-C ended it before its end */
export async function runPoints(
  plan: SweepPlan,
  engine: EngineModule,
  outcomes: Outcomes,
  journal: JournalWriter,
  progress: SweepProgress,
  options: Pick<SweepOptions, "workers" | "memoryLimit" | "quiet">,
): Promise<boolean> {
  const points = outcomes.unknown();
  if (points.length === 0) return true;
  const workers = Math.min(options.workers ?? usualWorkers(), points.length);
  const memoryLimit = options.memoryLimit ?? DEFAULT_MEMORY_LIMIT;
  const stop = new AbortController();
  const release = catchInterrupt(() => {
    stop.abort();
    if (!options.quiet) writeErr("\nschedlab: stopping: what runs is finished first (again Ctrl-C: at once)\n");
  });
  const pool = await createPool({ plan, engine, memoryLimit }, workers);
  const writer = new BatchedWriter(journal, outcomes, plan.measures.length, (state) => progress.show(state));
  try {
    await handOut(points, pool, {
      measures: plan.measures.length,
      signal: stop.signal,
      onBatch: (outcome) => writer.add(outcome),
    });
    writer.flush();
  } finally {
    writer.end();
    release();
    progress.end(writer.state());
    await pool.close();
  }
  return outcomes.knownCount === outcomes.rows;
}

/** Collects batches until it is worth a wait for the disk. */
class BatchedWriter {
  readonly #journal: JournalWriter;
  readonly #outcomes: Outcomes;
  readonly #columns: number;
  readonly #onFlush: (state: SweepState) => void;
  #batches: BatchOutcome[] = [];
  #points = 0;
  #lastFlush = performance.now();
  #timer: NodeJS.Timeout | undefined;
  #failure: { readonly error: unknown } | undefined;
  #ran = 0;
  #simulatedNs = 0;

  constructor(journal: JournalWriter, outcomes: Outcomes, columns: number, onFlush: (state: SweepState) => void) {
    this.#journal = journal;
    this.#outcomes = outcomes;
    this.#columns = columns;
    this.#onFlush = onFlush;
  }

  state(): SweepState {
    const { knownCount: done, rows: total, failedCount: failed } = this.#outcomes;
    return { done, total, failed, ran: this.#ran, simulatedNs: this.#simulatedNs };
  }

  add(batch: BatchOutcome): void {
    if (this.#failure !== undefined) throw this.#failure.error;
    this.#batches.push(batch);
    this.#points += batch.points.length;
    if (this.#points >= FLUSH_POINTS || performance.now() - this.#lastFlush >= FLUSH_MS) {
      this.flush();
      return;
    }
    // Where the next point takes long, this one must not wait for it.
    this.#timer ??= setTimeout(() => {
      try {
        this.flush();
      } catch (error) {
        this.#failure = { error };
      }
    }, FLUSH_MS);
  }

  /** @throws SchedlabError where there is no room left */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#failure !== undefined) throw this.#failure.error;
    this.#lastFlush = performance.now();
    if (this.#points === 0) return;
    const entries = together(this.#batches, this.#points, this.#columns);
    this.#journal.append(entries);
    this.#outcomes.add(entries);
    this.#ran += this.#points;
    for (const { simulatedNs } of this.#batches) this.#simulatedNs += simulatedNs;
    this.#batches = [];
    this.#points = 0;
    this.#onFlush(this.state());
  }

  end(): void {
    clearTimeout(this.#timer);
  }
}

function together(batches: readonly BatchOutcome[], count: number, columns: number): Entries {
  const points: number[] = [];
  const digests = new Uint8Array(count * DIGEST_BYTES);
  const figures = new Float64Array(count * columns);
  const errors = new Map<number, string>();
  for (const batch of batches) {
    digests.set(batch.digests, points.length * DIGEST_BYTES);
    figures.set(batch.figures, points.length * columns);
    for (const [place, error] of batch.errors) errors.set(points.length + place, error);
    points.push(...batch.points);
  }
  return { points, digests, figures, errors };
}
