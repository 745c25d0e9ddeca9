/**
 * How everything here is timed: all contenders in one process, one after the other, round by round, so that what
 * disturbs the machine disturbs them all. The first rounds warm up and do not count; every round begins with another contender.
 */

import { noiseInWords, type RoundTimes, spreadOf as timesOfRounds } from "../../src/bitsearch/spread.js";

/** One run of a contender. */
export interface Sample {
  /** What times are divided by: events, rounds of a loop … */
  readonly units: number;
  readonly wallNs: number;
  readonly cpuNs: number;
}

export interface Contender {
  readonly name: string;
  /** Runs once, with set-up outside the sample. */
  sample(): Sample | Promise<Sample>;
}

/** Of several rounds. */
export interface Spread extends RoundTimes {
  readonly rounds: number;
}

export interface Figures {
  readonly name: string;
  /** Of one run; the same in every round. */
  readonly units: number;
  /** Nanoseconds for one unit. */
  readonly wall: Spread;
  readonly cpu: Spread;
  /** How far to trust the figures, in words. */
  readonly noise: string;
}

/** Times `run`, which returns the units that it did. */
export function timed(run: () => number): Sample {
  globalThis.gc?.();
  const cpu = process.cpuUsage();
  const wall = process.hrtime.bigint();
  const units = run();
  const wallNs = Number(process.hrtime.bigint() - wall);
  const { user, system } = process.cpuUsage(cpu);
  return { units, wallNs, cpuNs: (user + system) * 1000 };
}

/**
 * The contenders' figures, in their order.
 *
 * @param warmUps rounds that do not count: one for wasm, whose code is compiled once for all instances; JavaScript needs more
 */
export async function compete(contenders: readonly Contender[], rounds: number, warmUps = 1): Promise<Figures[]> {
  const samples = contenders.map((): Sample[] => []);
  for (let round = -warmUps; round < rounds; round++) {
    for (let place = 0; place < contenders.length; place++) {
      const index = (place + round + warmUps) % contenders.length;
      const sample = await contenders[index]!.sample();
      if (round >= 0) samples[index]!.push(sample);
    }
    // Compiling in the background comes to its end outside the samples.
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return contenders.map(({ name }, index) => figures(name, samples[index]!));
}

/** The number of rounds that the command line asks for, or the question's own. */
export function roundsOr(usual: number): number {
  return Number(process.argv[2] ?? usual);
}

export function spreadOf(values: readonly number[]): Spread {
  return { rounds: values.length, ...timesOfRounds(values) };
}

function figures(name: string, samples: readonly Sample[]): Figures {
  const wall = spreadOf(samples.map(({ units, wallNs }) => wallNs / units));
  const cpu = spreadOf(samples.map(({ units, cpuNs }) => cpuNs / units));
  return { name, units: samples[0]?.units ?? 0, wall, cpu, noise: inWords(wall, cpu) };
}

/** By the distance of the median from the minimum, and of the wall's time from the CPU's. */
export function inWords(wall: Spread, cpu: Spread = wall): string {
  const shared = wall.median > 1.25 * cpu.median ? ", CPU shared with others" : "";
  if (cpu.rounds < 3) return `too few rounds to tell${shared}`;
  return noiseInWords(cpu.spread) + shared;
}
