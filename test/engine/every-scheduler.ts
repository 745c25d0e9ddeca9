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

/** Where originals are known, and recorded, to break a rule that holds for all others. */
export const quirks = {
  /** A sync wake-up puts the task on the waker's CPU, whatever the task may use. */
  syncWakeupsIgnoreAffinity: [
    "o1-2.5.2-pre10",
    "o1-swapcnt",
    "o1-g1",
    "o1-2.5.2-pre11",
    "o1-2.5.2",
  ] as readonly string[],
  /** A pulled task can be left waiting on an idle CPU: the idle task's priority is as good as its own. */
  leavesTasksOnIdleCpus: ["o1-2.5.2.1.1"] as readonly string[],
};

/** The same workloads in every run of the tests: a failure is one that everybody sees. */
const seed = 20_071_009;

/**
 * What a property may cost stays the same however many schedulers there are: then each sees fewer workloads, but
 * others.
 */
const schedulersAtFullCost = 6;
const fewestRuns = 4;

/** So many workloads where there are few schedulers, fewer for each where there are many. */
export function shareOf(runs: number): number {
  return Math.max(fewestRuns, Math.round((runs * schedulersAtFullCost) / allSchedulers.length));
}

const anyLong = ({ longBits }: SchedulerInfo) => fc.constantFrom(...longBits);

/** Moments of a run, as shares of its duration, in order. */
const someMoments = fc
  .array(fc.integer({ min: 0, max: 10_000 }), { minLength: 1, maxLength: 5 })
  .map((moments) => moments.sort((a, b) => a - b).map((moment) => moment / 10_000));

/** One test for each scheduler, over about so many workloads, each with some moments at random. */
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
      await fc.assert(inputs, { numRuns: shareOf(runs), seed: seed + allSchedulers.indexOf(info) });
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
