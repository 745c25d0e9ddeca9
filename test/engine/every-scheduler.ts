/** Properties that hold for every scheduler that the engine lists, over random workloads. */
import fc from "fast-check";
import { describe, test } from "vitest";
import type { SchedulerInfo } from "../../src/engine/types.js";
import { schedulers } from "../../src/simulation.js";
import { anyWorkload, limitsOf } from "./arbitrary-workload.js";

/** What to run a workload under. */
export interface Choice {
  readonly scheduler: string;
  readonly long: 32 | 64;
}

export const allSchedulers: readonly SchedulerInfo[] = await schedulers();

/** The same workloads in every run of the tests: a failure is one that everybody sees. */
const seed = 20_071_009;

const anyLong = ({ longBits }: SchedulerInfo) => fc.constantFrom(...longBits);

/** Moments of a run, as shares of its duration, in order. */
const someMoments = fc
  .array(fc.integer({ min: 0, max: 10_000 }), { minLength: 1, maxLength: 5 })
  .map((moments) => moments.sort((a, b) => a - b).map((moment) => moment / 10_000));

/** One test for each scheduler, over so many workloads, each with some moments at random. */
export function testEveryScheduler(
  sentence: string,
  runs: number,
  property: (workload: object, choice: Choice, moments: readonly number[]) => Promise<void>,
): void {
  describe(sentence, () => {
    test.each(allSchedulers)("$id", async (info) => {
      const inputs = fc.asyncProperty(
        anyWorkload(limitsOf(info)),
        anyLong(info),
        someMoments,
        (workload, long, moments) => property(workload, { scheduler: info.id, long }, moments),
      );
      await fc.assert(inputs, { numRuns: runs, seed });
    });
  });
}

/** Some of the random workloads, each with one of the schedulers. */
export function sampleWorkloads(count: number): { workload: object; scheduler: string }[] {
  return Array.from({ length: count }, (_, index) => {
    const info = allSchedulers[index % allSchedulers.length]!;
    const [workload] = fc.sample(anyWorkload(limitsOf(info)), { numRuns: 1, seed: seed + index });
    return { workload: workload!, scheduler: info.id };
  });
}
