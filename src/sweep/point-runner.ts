/** Runs points: what a worker does, and what happens in place where there are none. */
import { engineFingerprint } from "../engine/fingerprint.js";
import { SchedlabError } from "../errors.js";
import { chooseScheduler, valuesInForce } from "../scheduler-choice.js";
import { Simulation } from "../simulation.js";
import { compileWorkload, type Workload } from "../workload/index.js";
import type { Assignment, BatchOutcome } from "./batch.js";
import { DIGEST_BYTES, type Digest, imageDigest, pointDigest } from "./digest.js";
import { type MeasureReader, resolveMeasure } from "./measures.js";
import { Points } from "./point.js";

/** Tasks that get histograms of their own, where a figure needs them; groups and totals are as exact without. */
const OWN_HISTOGRAMS = 4096;

interface Prepared {
  /** See Grid.documentKey. */
  readonly key: number;
  readonly workload: Workload;
  /** See imageDigest. */
  readonly image: string;
}

export class PointRunner {
  readonly #assignment: Assignment;
  readonly #points: Points;
  readonly #readers: readonly MeasureReader[];
  readonly #ownHistograms: number;
  readonly #engine: string;
  /** The last workload: the runs of one configuration are neighbours, and differ in the seed alone. */
  #last: Prepared | undefined;

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
        digests.set(this.#identify(point), place * DIGEST_BYTES);
        const result = this.#runToEnd(await this.#simulation(point));
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

  /** The point's name, without running it; null where it has none, since it cannot run. */
  identify(point: number): Digest | null {
    try {
      return this.#identify(point);
    } catch (error) {
      if (error instanceof SchedlabError) return null;
      throw error;
    }
  }

  #identify(point: number): Digest {
    const { scheduler = "o1", long, seed, tunables } = this.#points.describe(point);
    const { workload, image } = this.#prepared(point);
    const { info } = chooseScheduler(this.#assignment.engine.description.schedulers, scheduler);
    return pointDigest({
      engine: this.#engine,
      image,
      scheduler: info.id,
      longBits: long ?? info.longBits[0] ?? 64,
      tunables: valuesInForce(info, tunables),
      seed: seed === undefined ? workload.seed : BigInt(seed),
    });
  }

  #simulation(point: number): Promise<Simulation> {
    const { scheduler, long, seed, tunables } = this.#points.describe(point);
    return Simulation.create(this.#prepared(point).workload, {
      ...(scheduler === undefined ? {} : { scheduler }),
      ...(long === undefined ? {} : { long }),
      ...(seed === undefined ? {} : { seed }),
      tunables,
      engine: this.#assignment.engine,
      trace: false,
      ownHistograms: this.#ownHistograms,
    });
  }

  #prepared(point: number): Prepared {
    const key = this.#points.grid.documentKey(point);
    if (this.#last?.key !== key) {
      const { workload: source, overrides } = this.#points.describe(point);
      const workload = this.#points.document(source).load(overrides);
      this.#last = { key, workload, image: imageDigest(compileWorkload(workload)) };
    }
    return this.#last;
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
