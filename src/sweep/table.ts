/** The outcome of a sweep: a row for each point, with parameters and figures; however it came about. */

import { version } from "../version.js";
import { type Digest, hex, planDigest } from "./digest.js";
import type { Measure } from "./measures.js";
import { type Parameter, type ParameterValue, type SweepPlan, WORKLOAD } from "./plan.js";
import { reproduceCommand, runOf } from "./point.js";

export const sweepFormat = "schedlab-sweep/1";

/** What all rows have in common. It goes into every file of results, so that each explains itself. */
export interface SweepHead {
  readonly format: typeof sweepFormat;
  readonly schedlab: string;
  /** See engineFingerprint. */
  readonly engine: string;
  /** See planDigest. */
  readonly plan: string;
  readonly name: string;
  readonly about: string | null;
  /** Of the whole plan; a shard has some of them. */
  readonly points: number;
  readonly shard: Shard | null;
  /** The first one is that of all points where `workload` is no parameter. */
  readonly workloads: readonly WorkloadFile[];
  readonly parameters: readonly Parameter[];
  readonly measures: readonly Measure[];
  readonly baseline: Readonly<Record<string, ParameterValue>> | null;
}

/** A workload in the folder of results. */
export interface WorkloadFile {
  readonly name: string;
  /** From that folder. */
  readonly file: string;
}

/** One of several parts of a sweep; `number` is 1 … `of`. */
export interface Shard {
  readonly number: number;
  readonly of: number;
}

export interface SweepTable {
  readonly head: SweepHead;
  /** Number of rows. */
  readonly rows: number;
  /** Which point of the plan a row is, 0, 1, 2 … Ascending. */
  point(row: number): number;
  /** See PointIdentity; null where a point failed before it had a name. */
  digest(row: number): Digest | null;
  parameter(row: number, column: number): ParameterValue;
  /** NaN: there is none. */
  figure(row: number, column: number): number;
  /** Why a point failed, or null. */
  error(row: number): string | null;
}

/** The rows that failed, ascending. */
export function failedRows(table: SweepTable): number[] {
  const failed: number[] = [];
  for (let row = 0; row < table.rows; row++) if (table.error(row) !== null) failed.push(row);
  return failed;
}

/** In hexadecimal digits. */
export function digestText(table: SweepTable, row: number): string | null {
  const digest = table.digest(row);
  return digest === null ? null : hex(digest);
}

export function parametersOf(table: SweepTable, row: number): ParameterValue[] {
  return table.head.parameters.map((_, column) => table.parameter(row, column));
}

/** @param engine see engineFingerprint */
export function headOf(plan: SweepPlan, engine: string, points: number, shard: Shard | null): SweepHead {
  const { name, about, measures, baseline, axes } = plan;
  return {
    format: sweepFormat,
    schedlab: version,
    engine,
    plan: hex(planDigest(plan, engine)),
    name,
    about,
    points,
    shard,
    workloads: workloadFiles(plan),
    parameters: axes.flatMap(({ parameters }) => parameters),
    measures,
    baseline,
  };
}

function workloadFiles({ workloads }: SweepPlan): WorkloadFile[] {
  return workloads.map(({ name, source, file, included }) => {
    // With what it includes it is written anew.
    const isText = typeof source === "string" && included === undefined;
    const ending = isText ? (/\.(ya?ml|json5?)$/i.exec(file ?? "")?.[1] ?? "yaml") : "json";
    return { name, file: `workloads/${name.replace(/[^\w.-]/g, "_")}.${ending.toLowerCase()}` };
  });
}

/** The command that runs a row's point alone. `folder`: where the results lie, with a slash behind it, or nothing. */
export function commandOf(table: SweepTable, row: number, folder = ""): string {
  const { parameters, workloads } = table.head;
  const column = parameters.findIndex(({ path }) => path === WORKLOAD);
  const name = column === -1 ? undefined : table.parameter(row, column);
  const workload = workloads.find((candidate) => candidate.name === name) ?? workloads[0];
  return reproduceCommand(runOf(parameters, parametersOf(table, row)), `${folder}${workload?.file ?? "workload.yaml"}`);
}
