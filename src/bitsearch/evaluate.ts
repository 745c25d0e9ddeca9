/** From timed rounds to figures, ranks and winners. */
import type { Measured } from "./measure.js";
import type { Figure, Measure, Noise, Ranking } from "./report.js";
import { isSlower, noiseInWords, spreadOf } from "./spread.js";
import type { LoopName } from "./subject.js";

export const measureOf: Readonly<Record<LoopName, Measure>> = {
  throughput: "throughput",
  replayThroughput: "throughput",
  latency: "latency",
  replayLatency: "latency",
  update: "update",
};

/** CPU time where there is any: on a machine that others use, the clock on the wall tells of them. */
export function timesOf({ cpuNs, wallNs }: Measured): readonly number[] {
  return cpuNs ?? wallNs;
}

export function figuresOf(measured: readonly Measured[]): Figure[] {
  return measured.map((one) => {
    const { subject, loop, units, wallNs, withheld } = one;
    const control = measured.find(
      (other) => other.subject.isControl && other.subject.language === subject.language && other.loop === loop,
    );
    const ns = withheld === null ? spreadOf(timesOf(one)) : null;
    return {
      variant: subject.id,
      measure: measureOf[loop],
      units,
      ns,
      wallNs: withheld === null ? spreadOf(wallNs) : null,
      overEmptyNs: ns === null || control === undefined ? null : ns.min - Math.min(...timesOf(control)),
      withheld,
    };
  });
}

/** One who takes part in a ranking, with ns round by round. */
export interface Ranked {
  readonly variant: string;
  readonly times: readonly number[];
}

/** Who is not slower than the first of a rank, beyond chance, shares it. */
export function rank(measure: Measure, ranked: readonly Ranked[]): Ranking {
  const least = ({ times }: Ranked) => Math.min(...times);
  const sorted = [...ranked].sort((a, b) => least(a) - least(b));
  const ranks: { rank: number; variant: string; ns: number }[] = [];
  let leader = sorted[0];
  let current = 1;
  for (const [index, one] of sorted.entries()) {
    if (leader !== undefined && isSlower(leader.times, one.times)) {
      leader = one;
      current = index + 1;
    }
    ranks.push({ rank: current, variant: one.variant, ns: least(one) });
  }
  return { measure, ranks, winners: ranks.filter(({ rank }) => rank === 1).map(({ variant }) => variant) };
}

/** It remembers the answer, so searching costs it nothing; it counts where what it pays for that counts too. */
const remembering = "cached-min";

/** Those that may be ranked: right, with a figure, and no control. */
export function rankable(measured: readonly Measured[], wrong: ReadonlySet<string>): Measured[] {
  return measured.filter(
    ({ subject, loop, withheld }) =>
      withheld === null &&
      !subject.isControl &&
      !wrong.has(subject.id) &&
      (subject.id !== remembering || (loop !== "throughput" && loop !== "latency")),
  );
}

/** By the sum over the inputs, round by round. */
export function sumOver(inputs: readonly (readonly Measured[])[], measure: Measure): Ranked[] {
  const sums = new Map<string, { count: number; times: number[] }>();
  for (const measured of inputs) {
    for (const one of measured) {
      if (measureOf[one.loop] !== measure) continue;
      const sum = sums.get(one.subject.id) ?? { count: 0, times: timesOf(one).map(() => 0) };
      sums.set(one.subject.id, sum);
      sum.count++;
      timesOf(one).forEach((time, round) => {
        sum.times[round] = (sum.times[round] ?? 0) + time;
      });
    }
  }
  const most = Math.max(0, ...[...sums.values()].map(({ count }) => count));
  return [...sums].filter(([, { count }]) => count === most).map(([variant, { times }]) => ({ variant, times }));
}

/** From here on medians lie so far above minima that neighbours in a ranking may change places the next time. */
const unsafeSpread = 0.1;
const sharedCpu = 1.25;

export function noiseOf(measured: readonly Measured[]): Noise {
  const medianSpread = spreadOf(measured.map((one) => spreadOf(timesOf(one)).spread)).median;
  const ratios = measured.flatMap(({ cpuNs, wallNs }) =>
    cpuNs === null ? [] : [spreadOf(wallNs).median / spreadOf(cpuNs).median],
  );
  const wallOverCpu = ratios.length === 0 ? null : spreadOf(ratios).median;
  const shared = wallOverCpu !== null && wallOverCpu > sharedCpu ? ", CPU shared with others" : "";
  return {
    medianSpread,
    wallOverCpu,
    inWords: noiseInWords(medianSpread) + shared,
    rankingIsSafe: medianSpread <= unsafeSpread,
  };
}
