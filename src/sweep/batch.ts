/** What passes between whoever hands out points and whoever runs them: columns, since there can be very many. */
import type { EngineModule } from "../engine/load.js";
import type { Digest } from "./digest.js";
import type { SweepPlan } from "./plan.js";

/** What a worker is given once. All of it can be cloned; the compiled module is shared, not copied. */
export interface Assignment {
  readonly plan: SweepPlan;
  readonly engine: EngineModule;
  /** Bytes that the engine's memory of one point may take. */
  readonly memoryLimit: number;
}

export interface BatchOutcome {
  /** The points' numbers, in the order in which they were handed out. */
  readonly points: readonly number[];
  /** 16 bytes each; zeros where a point failed before it had a name. */
  readonly digests: Uint8Array;
  /** One row of figures for each point; NaN: it has none. */
  readonly figures: Float64Array;
  /** Why a point failed, by its place; empty where all went well. */
  readonly errors: ReadonlyMap<number, string>;
  /** Simulated time of all points, and the time that this took. */
  readonly simulatedNs: number;
  readonly elapsedMs: number;
}

/** Runs points, however many at a time. */
export interface Pool {
  /** How many run at the same time. */
  readonly workers: number;
  /** @throws (rejects) where the worker itself ended; that of several points was one too many. */
  run(points: readonly number[]): Promise<BatchOutcome>;
  close(): Promise<void>;
}

export type { Digest };
