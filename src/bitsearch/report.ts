/** What runBitsearch returns: plain data, which JSON carries unchanged (bitsearch.schema.json). */
import type { BitsearchCheck } from "./check.js";
import type { Environment } from "./environment.js";
import type { RoundTimes } from "./spread.js";
import type { Language } from "./subject.js";

/** `throughput`: searches may overlap; `latency`: each waits for the one before; `update`: an insert and a remove. */
export const measures = ["throughput", "latency", "update"] as const;
export type Measure = (typeof measures)[number];

export interface BitsearchReport {
  readonly kind: "bitsearch";
  readonly schedlab: string;
  readonly bits: number;
  readonly environment: Environment;
  /** How it was timed. */
  readonly method: {
    readonly timeNs: number;
    readonly rounds: number;
    /** What figures and ranks are made of. */
    readonly clock: "cpu" | "wall";
  };
  readonly noise: Noise;
  readonly check: BitsearchCheck;
  readonly variants: readonly MeasuredVariant[];
  /** What was not measured and why. */
  readonly notes: readonly string[];
  readonly inputs: readonly InputReport[];
  /** Over all inputs together: by the sum of the figures. Whoever lacks one is not in it. */
  readonly overall: readonly Ranking[];
}

export interface MeasuredVariant {
  readonly id: string;
  readonly language: Language;
  readonly idea: string;
  readonly source: string;
  /** By the check; a wrong variant is never ranked. */
  readonly correct: boolean;
  readonly isControl: boolean;
}

export interface Noise {
  /** Median of all figures' spreads. */
  readonly medianSpread: number;
  /** Wall time over CPU time, median; null where there is no CPU time. */
  readonly wallOverCpu: number | null;
  readonly inWords: string;
  /** False where the differences between ranks may well be the machine's. */
  readonly rankingIsSafe: boolean;
}

export interface InputReport {
  readonly name: string;
  readonly about: string;
  readonly figures: readonly Figure[];
  readonly rankings: readonly Ranking[];
}

export interface Figure {
  readonly variant: string;
  readonly measure: Measure;
  /** Searches (or updates, or replayed operations) in each round. */
  readonly units: number;
  /** ns for one, the loop included; null where it is withheld. */
  readonly ns: RoundTimes | null;
  /** The same by the clock on the wall. */
  readonly wallNs: RoundTimes | null;
  /** Least ns over the least of the empty loop of its language. */
  readonly overEmptyNs: number | null;
  /** Why there is no figure. */
  readonly withheld: string | null;
}

export interface Ranking {
  readonly measure: Measure;
  /** Fastest first; those who share a rank cannot be told apart. */
  readonly ranks: readonly { readonly rank: number; readonly variant: string; readonly ns: number }[];
  /** All of rank 1. */
  readonly winners: readonly string[];
}
