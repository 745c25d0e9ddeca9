/**
 * Hands out points so that no core idles and none drowns in messages: short points in batches of some tens of milliseconds,
 * long ones one by one, and less at a time towards the end, where one slow batch would keep everybody waiting.
 */
import type { BatchOutcome, Pool } from "./batch.js";
import { DIGEST_BYTES } from "./digest.js";

/** What a message costs is nothing beside it, and Ctrl-C, progress and the disk have their turn often enough. */
const BATCH_MS = 40;
/** Until there are figures: how long a point takes. */
const FIRST_GUESS_MS = 10;
const MAX_BATCH = 4096;

export interface HandOutOptions {
  /** Figures of each point. */
  readonly measures: number;
  /** Ends the hand-out: what runs is finished, and nothing else begun. */
  readonly signal?: AbortSignal | undefined;
  /** Called for each batch in the order in which they end; the next ones run meanwhile. */
  readonly onBatch: (outcome: BatchOutcome) => void | Promise<void>;
}

/** Runs all points. Those that end with their worker are tried once more, alone, and then count as failed. */
export async function handOut(points: ArrayLike<number>, pool: Pool, options: HandOutOptions): Promise<void> {
  const { measures, signal, onBatch } = options;
  const alone: number[] = [];
  let next = 0;
  let pointMs = FIRST_GUESS_MS;
  const finished: BatchOutcome[] = [];
  let running = 0;
  let wake: () => void = () => {};

  const take = (): number[] => {
    const single = alone.pop();
    if (single !== undefined) return [single];
    const left = points.length - next;
    const share = Math.ceil(left / (2 * pool.workers));
    const size = Math.max(1, Math.min(MAX_BATCH, Math.round(BATCH_MS / pointMs), share, left));
    const batch = Array.from({ length: size }, (_, index) => points[next + index] ?? 0);
    next += size;
    return batch;
  };

  const start = async (batch: readonly number[]): Promise<void> => {
    running += 1;
    try {
      const outcome = await pool.run(batch);
      pointMs = pointMs * 0.7 + (outcome.elapsedMs / batch.length) * 0.3;
      finished.push(outcome);
    } catch (error) {
      if (batch.length > 1) alone.push(...batch);
      else finished.push(failedBatch(batch, measures, error));
    }
    running -= 1;
    wake();
  };

  for (;;) {
    // One batch in waiting for each worker bridges the message; long points are not begun before they must be.
    const depth = pointMs < BATCH_MS ? 2 * pool.workers : pool.workers;
    while (running < depth && (alone.length > 0 || next < points.length) && !signal?.aborted) {
      void start(take());
    }
    const outcome = finished.shift();
    if (outcome !== undefined) {
      await onBatch(outcome);
    } else if (running === 0) {
      break;
    } else {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  }
}

function failedBatch(points: readonly number[], measures: number, error: unknown): BatchOutcome {
  const reason = error instanceof Error ? error.message : String(error);
  return {
    points,
    digests: new Uint8Array(points.length * DIGEST_BYTES),
    figures: new Float64Array(points.length * measures).fill(Number.NaN),
    errors: new Map([[0, `the worker that ran it ended: ${reason}`]]),
    simulatedNs: 0,
    elapsedMs: 0,
  };
}
