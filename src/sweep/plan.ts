/** A sweep plan that was read and checked: plain data that can be sent to workers. `readPlan` makes it. */
import type { SchedulerInfo } from "../engine/types.js";
import type { IncludedFile, WorkloadFormat } from "../workload/index.js";
import type { Measure } from "./measures.js";

/** `null`: as the workload has it (a point of a list that does not say). A structure is its JSON text. */
export type ParameterValue = number | string | boolean | null;

/** What a sweep varies. */
export interface Parameter {
  /** `scheduler`, `long`, `workload`, `seed`, `tunables.NAME`, or a path of the workload as `--set` takes it. */
  readonly path: string;
  readonly type: "whole" | "number" | "text" | "boolean";
  /** Durations are whole nanoseconds. */
  readonly unit: "ns" | null;
  /** Texts are JSON, since some value is a list or a mapping. */
  readonly json: boolean;
  /** How its axis is spaced: what a plot does by default. */
  readonly scale: "lin" | "log";
}

/** Parameters that vary together: row by row. All axes are crossed. */
export interface Axis {
  readonly parameters: readonly Parameter[];
  readonly rows: readonly (readonly ParameterValue[])[];
}

export interface WorkloadSource {
  readonly name: string;
  readonly source: string | object;
  /** Named in messages. */
  readonly file?: string;
  readonly format?: WorkloadFormat;
  /** What it includes, read beforehand: whoever runs points has no files. */
  readonly included?: readonly ReadAnswer[];
}

/** What was read for an `include`: a ReadInclude's question and its answer. */
export interface ReadAnswer extends IncludedFile {
  readonly path: string;
  readonly includedFrom: string | undefined;
}

export interface SweepPlan {
  /** Tells a plan from a document that has yet to be read. */
  readonly kind: "sweep-plan";
  readonly name: string;
  readonly about: string | null;
  readonly workloads: readonly WorkloadSource[];
  /** Outermost first; the seeds are the last one, so that the runs of one configuration are neighbours. */
  readonly axes: readonly Axis[];
  /** Schedulers that only a pattern chose: what they cannot run is left out, rather than failing. */
  readonly chosenByPattern: readonly SchedulerInfo[];
  /** An expression that a point must fulfil. */
  readonly where: string | null;
  readonly measures: readonly Measure[];
  /** What every other configuration is compared with: some of its parameters. */
  readonly baseline: Readonly<Record<string, ParameterValue>> | null;
  readonly warnings: readonly string[];
  /** The plan as it was written, but for its workloads. */
  readonly document: Readonly<Record<string, unknown>>;
}

export const SEED = "seed";
export const SCHEDULER = "scheduler";
export const LONG = "long";
export const WORKLOAD = "workload";
export const TUNABLE_PREFIX = "tunables.";

/** Whether a parameter changes the workload's document, rather than how it is run. */
export function changesDocument(path: string): boolean {
  return path !== SEED && path !== SCHEDULER && path !== LONG && path !== WORKLOAD && !path.startsWith(TUNABLE_PREFIX);
}

export function isPlan(value: unknown): value is SweepPlan {
  return typeof value === "object" && value !== null && (value as { kind?: unknown }).kind === "sweep-plan";
}
