/** Workload documents as importers write them: plain data for `loadWorkload`, and for a file. No code here. */
import type { Policy } from "../engine/types.js";

/** A duration in the format's notation, such as `275us`. */
export type DurationText = string;

/** Durations with blanks or newlines between them. */
export interface SequenceDocument {
  readonly sequence: string;
}

export type SpanDocument = DurationText | SequenceDocument;

export interface WorkloadDocument {
  readonly name: string;
  readonly about: string;
  readonly machine: { readonly cpus: number };
  readonly duration: DurationText;
  readonly tasks: readonly TaskDocument[];
}

export interface ChildDocument {
  readonly name: string;
  readonly nice?: number;
  readonly policy?: Policy;
  readonly rtprio?: number;
  readonly affinity?: readonly number[];
  readonly mm?: string;
  readonly deadline?: DurationText;
  readonly slice?: DurationText;
  readonly loop: boolean | number;
  readonly program: readonly OperationDocument[];
}

export interface TaskDocument extends ChildDocument {
  readonly count?: number;
  readonly start?: DurationText;
}

export type OperationDocument =
  /** Operations as lines of text, one or many: `yield`, `run 8ms`. */
  | string
  | { readonly run: SpanDocument }
  | { readonly sleep: SpanDocument }
  | { readonly io: SpanDocument }
  | { readonly send: string | { readonly to: string; readonly count: number } }
  | { readonly recv: string | { readonly from: string; readonly count: number } }
  | { readonly nice: number }
  | { readonly policy: { readonly policy: Policy; readonly rtprio: number } }
  | { readonly affinity: readonly number[] | null }
  | { readonly until: UntilDocument }
  | { readonly lock: string }
  | { readonly unlock: string }
  | { readonly wait: { readonly cond: string; readonly mutex: string } }
  | { readonly signal: string }
  | { readonly broadcast: string }
  | { readonly barrier: { readonly name: string; readonly parties: number } }
  | { readonly down: string }
  | { readonly up: string }
  | { readonly suspend: string }
  | { readonly resume: string }
  | { readonly fork: ChildDocument }
  | { readonly repeat: { readonly count: number | "forever"; readonly program: readonly OperationDocument[] } }
  | { readonly mark: string };

export interface UntilDocument {
  readonly period: DurationText;
  readonly mode: "relative" | "absolute";
  /** When the grid begins; absent: at the first use. */
  readonly start?: DurationText;
  /** Absent: the task's own. */
  readonly timer?: string;
}
