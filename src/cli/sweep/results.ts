/**
 * The folder of results: the table as Parquet (and CSV, JSON lines), plan, workloads and summary. Each file whole or
 * not at all.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import type { AsyncBuffer } from "hyparquet";
import { stringify } from "yaml";
import { SchedlabError } from "../../errors.js";
import { readParquet, writeParquet } from "../../sweep/parquet.js";
import type { SweepPlan } from "../../sweep/plan.js";
import { readSource } from "../../sweep/point.js";
import { summarize } from "../../sweep/summary.js";
import { commandOf, digestText, failedRows, parametersOf, type SweepHead, type SweepTable } from "../../sweep/table.js";
import { fileError } from "../errors.js";
import { OutputFile } from "../output-file.js";
import { csvLines, jsonLines } from "./rows.js";

export const POINTS_FILE = "points.parquet";
export const PLAN_FILE = "plan.yaml";
export const SUMMARY_FILE = "summary.json";

/** More configurations than anybody reads; the Parquet file has them all. */
const MAX_CONFIGURATIONS = 2000;
const MAX_FAILED = 1000;

export interface ExtraFiles {
  readonly csv: boolean;
  readonly jsonl: boolean;
}

export function writeTable(folder: string, table: SweepTable, extra: ExtraFiles): void {
  writeFile(join(folder, POINTS_FILE), (write) => writeParquet(table, write));
  if (extra.csv) writeFile(join(folder, "points.csv"), (write) => writeLines(csvLines(table), write));
  if (extra.jsonl) writeFile(join(folder, "points.jsonl"), (write) => writeLines(jsonLines(table), write));
  writeFile(join(folder, SUMMARY_FILE), (write) => write(Buffer.from(summaryText(table))));
}

/** The plan with its workloads beside it: what is needed to run it again, wherever the folder goes. */
export function writePlan(folder: string, plan: SweepPlan, { workloads }: SweepHead): void {
  makeFolder(join(folder, "workloads"));
  for (const [index, workload] of plan.workloads.entries()) {
    const { source, included } = workload;
    const whole = included === undefined ? source : readSource(workload).toPlain();
    const text = typeof whole === "string" ? whole : `${JSON.stringify(whole, null, 2)}\n`;
    const file = workloads[index]?.file ?? "";
    writeFile(join(folder, file), (write) => write(Buffer.from(text)));
  }
  const files = workloads.map(({ file }) => file);
  const document = { ...plan.document, workload: files.length === 1 ? files[0] : files };
  writeFile(join(folder, PLAN_FILE), (write) => write(Buffer.from(stringify(document))));
}

/** @param folder of results, or the Parquet file itself */
export async function readResults(folder: string): Promise<SweepTable> {
  const path = folder.endsWith(".parquet") ? folder : join(folder, POINTS_FILE);
  if (!existsSync(path)) {
    const hint = existsSync(folder) ? "the sweep has not come to its end yet" : "no such folder";
    throw new SchedlabError(`cannot read ${path}: ${hint}`);
  }
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    throw fileError("read", path, error);
  }
  const { buffer, byteOffset, byteLength } = bytes;
  const file: AsyncBuffer = {
    byteLength,
    slice: (from, to) => buffer.slice(byteOffset + from, byteOffset + (to ?? byteLength)) as ArrayBuffer,
  };
  return readParquet(file, path);
}

/** What processes that were killed left half-written; only to be called by whoever has the folder for itself. */
export function removeLeftovers(folder: string): void {
  for (const place of [folder, join(folder, "workloads")]) {
    if (!existsSync(place)) continue;
    for (const name of readdirSync(place))
      if (/^\..+\.\d+\.tmp$/.test(name)) rmSync(join(place, name), { force: true });
  }
}

export function makeFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true });
  } catch (error) {
    throw fileError("create", path, error);
  }
}

/** The folder of a path, with a slash behind it: what is put before the files in it. */
export function prefixOf(folder: string): string {
  const path = folder.endsWith(".parquet") ? dirname(folder) : folder;
  return path === "." ? "" : `${path.replace(/\/+$/, "")}/`;
}

function writeFile(path: string, produce: (write: (bytes: Uint8Array) => void) => void): void {
  const file = new OutputFile(path);
  try {
    produce((bytes) => file.write(bytes));
    file.commit();
  } catch (error) {
    file.abandon();
    throw error;
  }
}

function writeLines(lines: Iterable<string>, write: (bytes: Uint8Array) => void): void {
  let piece = "";
  for (const line of lines) {
    piece += line;
    if (piece.length < 1 << 20) continue;
    write(Buffer.from(piece));
    piece = "";
  }
  write(Buffer.from(piece));
}

function summaryText(table: SweepTable): string {
  const { by, configurations } = summarize(table);
  const failed = failedRows(table);
  const document = {
    schema: "schedlab-sweep-summary/1",
    ...table.head,
    rows: table.rows,
    failed: failed.length,
    failures: failed.slice(0, MAX_FAILED).map((row) => ({
      point: table.point(row),
      digest: digestText(table, row),
      parameters: Object.fromEntries(
        table.head.parameters.map(({ path }, column) => [path, parametersOf(table, row)[column] ?? null]),
      ),
      error: table.error(row),
      command: commandOf(table, row),
    })),
    by: by.map(({ path }) => path),
    configurationCount: configurations.length,
    configurations: configurations.slice(0, MAX_CONFIGURATIONS),
  };
  return `${JSON.stringify(document, null, 1)}\n`;
}
