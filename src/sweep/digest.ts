/**
 * A point's name: a digest over all that decides its figures. The workload is taken as the engine gets it, compiled, so that
 * whatever reads or compiles workloads differently makes another name; the engine is its wasm's own digest. A point with a
 * name that is known need not run again, whichever plan asked for it.
 */
import { sha256 } from "@noble/hashes/sha2.js";
import type { WorkloadImage } from "../engine/image.js";
import type { SweepPlan } from "./plan.js";

/** Bytes of a name: the first half of a SHA-256; no two of a billion points are alike by chance. */
export const DIGEST_BYTES = 16;

/** To be raised whenever a figure is computed differently from the same counts of the core. */
const FIGURES_VERSION = 1;

export type Digest = Uint8Array;

/**
 * The part of a point's name that its workload makes, without name and seed, which change nothing or are added later.
 */
export function imageDigest({ name: _name, seed: _seed, ...image }: WorkloadImage): string {
  return hex(digest(JSON.stringify(image, (_, value) => (typeof value === "bigint" ? `${value}n` : value))));
}

export interface PointIdentity {
  /** See engineFingerprint. */
  readonly engine: string;
  readonly image: string;
  readonly scheduler: string;
  readonly longBits: 32 | 64;
  /** All in force. */
  readonly tunables: Readonly<Record<string, number>>;
  readonly seed: bigint;
}

export function pointDigest({ engine, image, scheduler, longBits, tunables, seed }: PointIdentity): Digest {
  const sorted = Object.entries(tunables).sort(([left], [right]) => (left < right ? -1 : 1));
  return digest(JSON.stringify([FIGURES_VERSION, engine, image, scheduler, longBits, sorted, String(seed)]));
}

/** The name of a plan: equal for plans that have the same points, of the same numbers, with the same figures. */
export function planDigest({ workloads, axes, chosenByPattern, where, measures }: SweepPlan, engine: string): Digest {
  const sources = workloads.map(({ name, source, included }) =>
    included === undefined ? [name, source] : [name, source, included.map(({ path, text }) => [path, text])],
  );
  const patterned = chosenByPattern.map(({ id }) => id);
  return digest(JSON.stringify([FIGURES_VERSION, engine, sources, axes, patterned, where, measures]));
}

/** The name of anything in text. */
export function digest(text: string): Digest {
  return sha256(new TextEncoder().encode(text)).slice(0, DIGEST_BYTES);
}

export function hex(bytes: Digest): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
