/** Runs points: what a worker does, and what happens in place where there are none. */
import { engineFingerprint } from "../engine/fingerprint.js";
import { SchedlabError } from "../errors.js";
import { Simulation } from "../simulation.js";
import type { Workload } from "../workload/index.js";
import type { Assignment, BatchOutcome } from "./batch.js";
import { DIGEST_BYTES, type Digest, imageDigest, pointDigest } from "./digest.js";
import { type MeasureReader, resolveMeasure } from "./measures.js";
import { Points } from "./point.js";

/** Tasks that get histograms of their own, where a figure needs them; groups and totals are as exact without. */
const OWN_HISTOGRAMS = 4096;

export class PointRunner {
  readonly #assignment: Assignment;
  readonly #points: Points;
  readonly #readers: readonly MeasureReader[];
  readonly #ownHistograms: number;
  readonly #engine: string;
  /** The last workload: the runs of one configuration are neighbours, and differ in the seed alone. */
  #last: { readonly key: number; readonly workload: Workload; image: string | undefined } | undefined;

  constructor(assignment: Assignment) {
    this.#assignment = assignment;
    this.#points = new Points(assignment.plan);
    const resolved = assignment.plan.measures.map(({ path }) => resolveMeasure(path, null));
    this.#readers = resolved.flatMap((measure) => ("read" in measure ? [measure.read] : []));
    const needed = resolved.some((measure) => "read" in measure && measure.needsTaskHistograms);
    this.#ownHistograms = needed ? OWN_HISTOGRAMS : 0;
    this.#engine = engineFingerprint(assignment.engine.module);
  }

  async run(points: readonly number[]): Promise<BatchOutcome> {
    const digests = new Uint8Array(points.length * DIGEST_BYTES);
    const figures = new Float64Array(points.length * this.#readers.length).fill(Number.NaN);
    const errors = new Map<number, string>();
    const begin = performance.now();
    let simulatedNs = 0;
    for (const [place, point] of points.entries()) {
      try {
        const simulation = await this.#simulation(point);
        digests.set(this.#digest(simulation, point), place * DIGEST_BYTES);
        const result = this.#runToEnd(simulation);
        simulatedNs += result.simulatedNs;
        for (const [column, read] of this.#readers.entries()) {
          figures[place * this.#readers.length + column] = read(result) ?? Number.NaN;
        }
      } catch (error) {
        errors.set(place, explain(error));
      }
    }
    return { points, digests, figures, errors, simulatedNs, elapsedMs: performance.now() - begin };
  }

  /** The point's name, without running it; null where it cannot even be set up. */
  async identify(point: number): Promise<Digest | null> {
    try {
      return this.#digest(await this.#simulation(point), point);
    } catch {
      return null;
    }
  }

  #simulation(point: number): Promise<Simulation> {
    const { scheduler, long, seed, tunables } = this.#points.describe(point);
    return Simulation.create(this.#workload(point), {
      ...(scheduler === undefined ? {} : { scheduler }),
      ...(long === undefined ? {} : { long }),
      ...(seed === undefined ? {} : { seed }),
      tunables,
      engine: this.#assignment.engine,
      trace: false,
      ownHistograms: this.#ownHistograms,
    });
  }

  #workload(point: number): Workload {
    const key = this.#points.grid.documentKey(point);
    if (this.#last?.key !== key) {
      const { workload, overrides } = this.#points.describe(point);
      this.#last = { key, workload: this.#points.document(workload).load(overrides), image: undefined };
    }
    return this.#last.workload;
  }

  #digest(simulation: Simulation, point: number): Digest {
    const last = this.#last;
    if (last === undefined || last.key !== this.#points.grid.documentKey(point))
      throw new Error("points ran out of order");
    last.image ??= imageDigest(simulation.image);
    const { id: scheduler } = simulation.scheduler;
    const { longBits, tunables, workload } = simulation;
    return pointDigest({ engine: this.#engine, image: last.image, scheduler, longBits, tunables, seed: workload.seed });
  }

  #runToEnd(simulation: Simulation) {
    const { memoryLimit } = this.#assignment;
    const { durationNs } = simulation.workload;
    do {
      if (simulation.memoryBytes <= memoryLimit) continue;
      throw new SchedlabError(
        `the simulation needs more than ${Math.round(memoryLimit / 2 ** 20)} MiB, the memory that a worker may take`,
      );
    } while (!simulation.advanceSlice(durationNs));
    return simulation.finalResult();
  }
}

function explain(error: unknown): string {
  if (error instanceof SchedlabError) return error.message;
  return `internal error, please report it: ${error instanceof Error ? error.message : String(error)}`;
}
