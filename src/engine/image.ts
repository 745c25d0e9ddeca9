/**
 * What the engine runs: a workload compiled to flat tables. `src/workload` makes it, the engine
 * writes it into the core's memory. Everything is resolved here (names are indices, durations are
 * nanoseconds, string affinities are masks); nothing depends on the scheduler. Types only.
 */
import type { Nanoseconds, Policy } from "./types.js";

export interface WorkloadImage {
  readonly name: string;
  /** 1 … 64. */
  readonly cpus: number;
  /** Any divisor of 1e9. */
  readonly hz: number;
  readonly timers: "hrtimer" | "jiffies";
  readonly durationNs: Nanoseconds;
  /** Unsigned 64 bits. */
  readonly seed: bigint;
  /** All programs, one after the other; TaskDocument.entry and jump targets are indices into it. */
  readonly instructions: readonly Instruction[];
  readonly distributions: readonly Distribution[];
  /** Channels whose names do not start with `.`. */
  readonly channels: readonly ChannelSpec[];
  /** Names of marks, in order of first appearance. */
  readonly marks: readonly string[];
  /** The workload's tasks in file order first (`count` > 0), then forked ones (`count` 0). */
  readonly documents: readonly TaskDocument[];
}

export interface ChannelSpec {
  readonly name: string;
  /** Messages that fit; a send to a full channel blocks. null: no limit. */
  readonly capacity: number | null;
  readonly initial: number;
}

export interface TaskDocument {
  readonly name: string;
  /** Tasks made of it at load; 0 for a document that only `fork` uses. */
  readonly count: number;
  /** Unsigned 64 bits: names the random streams of its instances, independent of other documents. */
  readonly streamKey: bigint;
  /** null (forked documents only): inherited from the forking parent. */
  readonly nice: number | null;
  readonly policy: Policy | null;
  /** 0 unless fifo or rr. */
  readonly rtprio: number | null;
  /** Bit c set: CPU c is allowed. null: all CPUs, or inherited in a forked document. */
  readonly affinity: bigint | null;
  readonly start: Value;
  /** Where it is first put; null: the machine's rule. */
  readonly cpu: number | null;
  /** Index of the first instruction. Every program ends in `exit` or `jump`. */
  readonly entry: number;
  /** Loop counters that its program needs (`begin` … `end` nesting). */
  readonly loopDepth: number;
  /** The marks that its program sets, as indices into WorkloadImage.marks. */
  readonly marks: readonly number[];
  /**
   * Channels of which every instance has its own set (names starting with `.`). Only top-level documents
   * have any: a forked child shares those of the workload task that it descends from.
   */
  readonly privateChannels: readonly ChannelSpec[];
  /** The address space that it shares with others; null: one of its own. */
  readonly mm: AddressSpaceRef | null;
  /** Address spaces of which every instance has its own set, shared with its descendants; 0 in forked documents. */
  readonly privateMms: number;
}

/** A span: constant, or drawn anew each time from the task's own random stream. */
export type Value =
  | { readonly ns: Nanoseconds; readonly distribution?: undefined }
  | { readonly distribution: number; readonly ns?: undefined };

export type ChannelRef =
  | { readonly shared: number; readonly own?: undefined }
  /** Index into the top-level document's privateChannels. */
  | { readonly own: number; readonly shared?: undefined };

export type AddressSpaceRef =
  | { readonly shared: number; readonly own?: undefined }
  /** 0 … privateMms - 1 of the top-level document. */
  | { readonly own: number; readonly shared?: undefined };

export type Instruction =
  | { readonly op: "run" | "sleep" | "io"; readonly value: Value }
  | { readonly op: "send"; readonly channel: ChannelRef; readonly sync: boolean }
  | { readonly op: "recv"; readonly channel: ChannelRef }
  | { readonly op: "yield" | "exit" }
  /** `document`: index into WorkloadImage.documents. */
  | { readonly op: "fork"; readonly document: number }
  | { readonly op: "nice"; readonly nice: number }
  | { readonly op: "policy"; readonly policy: Policy; readonly rtprio: number }
  | { readonly op: "affinity"; readonly mask: bigint }
  /** `mark`: index into the document's own `marks`. */
  | { readonly op: "mark"; readonly mark: number }
  /** Sets loop counter `slot` to `count`; with count 0 jumps to `target`, the instruction after the `end`. */
  | { readonly op: "begin"; readonly slot: number; readonly count: number; readonly target: number }
  /** Counts `slot` down and jumps to `target` (the instruction after the `begin`) while it is not 0. */
  | { readonly op: "end"; readonly slot: number; readonly target: number }
  | { readonly op: "jump"; readonly target: number };

/**
 * A distribution of spans. Real parameters are unsigned fixed point with 32 fractional bits
 * (`…Q32`, at most 2^53 - 1), so that the core draws with integers alone.
 */
export type Distribution =
  | { readonly kind: "uniform"; readonly lowNs: Nanoseconds; readonly highNs: Nanoseconds }
  | { readonly kind: "exponential"; readonly meanNs: Nanoseconds }
  | { readonly kind: "normal"; readonly meanNs: Nanoseconds; readonly deviationNs: Nanoseconds }
  | { readonly kind: "lognormal"; readonly medianNs: Nanoseconds; readonly sigmaQ32: number }
  | { readonly kind: "pareto"; readonly minimumNs: Nanoseconds; readonly inverseAlphaQ32: number }
  /** Drawn with the given weights (positive integers, sum below 2^32). */
  | { readonly kind: "choice"; readonly valuesNs: readonly Nanoseconds[]; readonly weights: readonly number[] }
  | { readonly kind: "empirical"; readonly valuesNs: readonly Nanoseconds[] }
  /** In order, round and round; each task has its own place in it. */
  | { readonly kind: "sequence"; readonly valuesNs: readonly Nanoseconds[] };
