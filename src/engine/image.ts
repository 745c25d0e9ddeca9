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
  readonly costs: Costs;
  readonly durationNs: Nanoseconds;
  /** Unsigned 64 bits. */
  readonly seed: bigint;
  /** All programs, one after the other; TaskDocument.entry and jump targets are indices into it. */
  readonly instructions: readonly Instruction[];
  readonly distributions: readonly Distribution[];
  /** Channels and synchronisers whose names do not start with `.`. */
  readonly objects: readonly ObjectSpec[];
  /** Names of marks, in order of first appearance. */
  readonly marks: readonly string[];
  /** The workload's tasks in file order first (`count` > 0), then forked ones (`count` 0). */
  readonly documents: readonly TaskDocument[];
}

/** CPU time that a task needs before it goes on. */
export interface Costs {
  /** Whenever a CPU switches to it. */
  readonly contextSwitchNs: Nanoseconds;
  /** In addition, where it last ran on another CPU. */
  readonly migrationNs: Nanoseconds;
}

export type ObjectKind = "channel" | "mutex" | "condition" | "semaphore" | "barrier" | "suspension" | "timer";

/** What tasks meet at. Names of one kind say nothing of those of another. */
export interface ObjectSpec {
  readonly kind: ObjectKind;
  readonly name: string;
  /** Of a channel: messages that fit; a send to a full channel blocks. Of a barrier: its parties. null: no limit. */
  readonly limit: number | null;
  /** Messages in a channel, units of a semaphore. */
  readonly initial: number;
  /** Of a timer: where its grid begins; null: at its first use. */
  readonly startNs: Nanoseconds | null;
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
   * Channels and synchronisers of which every instance has its own set (names starting with `.`). Only top-level documents
   * have any: a forked child shares those of the workload task that it descends from.
   */
  readonly privateObjects: readonly ObjectSpec[];
  /** Within which its rounds are to be complete; null: whenever. */
  readonly deadlineNs: Nanoseconds | null;
  /** Whether its tasks wait for timers. */
  readonly periodic: boolean;
  /** Where the grid of each task's own timer begins; null: at its first use. */
  readonly timerStartNs: Nanoseconds | null;
  /** The address space that it shares with others; null: one of its own. */
  readonly mm: AddressSpaceRef | null;
  /** Address spaces of which every instance has its own set, shared with its descendants; 0 in forked documents. */
  readonly privateMms: number;
}

/** A span: constant, or drawn anew each time from the task's own random stream. */
export type Value =
  | { readonly ns: Nanoseconds; readonly distribution?: undefined }
  | { readonly distribution: number; readonly ns?: undefined };

export type ObjectRef =
  | { readonly shared: number; readonly own?: undefined }
  /** Index into the top-level document's privateObjects. */
  | { readonly own: number; readonly shared?: undefined };

export type AddressSpaceRef =
  | { readonly shared: number; readonly own?: undefined }
  /** 0 … privateMms - 1 of the top-level document. */
  | { readonly own: number; readonly shared?: undefined };

/** Operations on one synchroniser that need no more than its name. */
export type SynchroniserOp =
  | "lock"
  | "unlock"
  | "signal"
  | "broadcast"
  | "barrier"
  | "down"
  | "up"
  | "suspend"
  | "resume";

/** `releases`: the operation starts a round of a task with a deadline. */
export type Instruction = { readonly releases?: boolean } & (
  | { readonly op: "run" | "sleep" | "io"; readonly value: Value }
  | { readonly op: "send"; readonly object: ObjectRef; readonly sync: boolean }
  | { readonly op: "recv" | SynchroniserOp; readonly object: ObjectRef }
  /** `object`: the condition. */
  | { readonly op: "wait"; readonly object: ObjectRef; readonly mutex: ObjectRef }
  /** `object` null: the task's own timer. `rebases`: a late task begins a new grid. */
  | {
      readonly op: "until";
      readonly object: ObjectRef | null;
      readonly periodNs: Nanoseconds;
      readonly rebases: boolean;
    }
  | { readonly op: "join" }
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
  | { readonly op: "jump"; readonly target: number }
);

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
