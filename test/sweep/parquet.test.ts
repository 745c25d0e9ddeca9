/** The file of points is read by others: DuckDB, and with it whatever reads Parquet. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readParquet, writeParquet } from "../../src/sweep/parquet.js";
import { parametersOf, type SweepHead, type SweepTable, sweepFormat } from "../../src/sweep/table.js";

const plain = { unit: null, json: false, scale: "lin" } as const;

const head: SweepHead = {
  format: sweepFormat,
  schedlab: "1.2.3",
  engine: "e",
  plan: "p",
  name: "typed",
  about: null,
  points: 250_000,
  shard: null,
  workloads: [{ name: "w", file: "workloads/w.yaml" }],
  parameters: [
    { path: "scheduler", type: "text", ...plain },
    { path: "machine.cpus", type: "whole", ...plain },
    { path: "alpha", type: "number", ...plain },
    { path: "flag", type: "boolean", ...plain },
    { path: "seed", type: "whole", ...plain },
  ],
  measures: [
    { path: "longestWait", unit: "ns", whole: true },
    { path: "share.jain", unit: "ratio", whole: false },
  ],
  baseline: { scheduler: "a" },
};

/** Made up, with everything that can be in a column. */
const table: SweepTable = {
  head,
  rows: 250_000,
  point: (row) => row,
  digest: (row) => {
    if (row === 3) return null;
    const bytes = new Uint8Array(16);
    new DataView(bytes.buffer).setUint32(12, row);
    return bytes;
  },
  parameter: (row, column) =>
    [row % 2 === 0 ? "a" : 'b "quoted", ü', row % 7 === 0 ? null : row % 5, row / 8, row % 3 === 0, row][column] ??
    null,
  figure: (row, column) => (row % 10 === 9 ? Number.NaN : column === 0 ? row * 36_028_797_018 : 1 / (row + 1)),
  error: (row) => (row % 10 === 9 ? `why ${row}` : null),
};

function bytesOf(it: SweepTable): Uint8Array {
  const pieces: Uint8Array[] = [];
  writeParquet(it, (bytes) => pieces.push(bytes.slice()));
  return Buffer.concat(pieces);
}

let folder: string;
let file: string;
let bytes: Uint8Array;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "parquet-test-"));
  file = join(folder, "points.parquet");
  bytes = bytesOf(table);
  writeFileSync(file, bytes);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function stored(of: Uint8Array) {
  const copy = Uint8Array.from(of).buffer;
  return readParquet({ byteLength: copy.byteLength, slice: (from, to) => copy.slice(from, to) }, "points.parquet");
}

async function ask(sql: string): Promise<unknown[][]> {
  const instance = await DuckDBInstance.create(":memory:");
  const connection = await instance.connect();
  try {
    return (await connection.runAndReadAll(sql.replace("POINTS", `'${file}'`))).getRowsJson();
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

describe("points.parquet", () => {
  test("has columns of the right types for DuckDB", async () => {
    const columns = await ask("DESCRIBE SELECT * FROM POINTS");
    expect(columns.map(([name, type]) => [name, type])).toEqual([
      ["point", "INTEGER"],
      ["digest", "UUID"],
      ["scheduler", "VARCHAR"],
      ["machine.cpus", "BIGINT"],
      ["alpha", "DOUBLE"],
      ["flag", "BOOLEAN"],
      ["seed", "BIGINT"],
      ["longestWait", "BIGINT"],
      ["share.jain", "DOUBLE"],
      ["error", "VARCHAR"],
    ]);
  });

  test("has the right values for DuckDB", async () => {
    const [totals] = await ask(
      `SELECT count(*), count("machine.cpus"), count("longestWait"), max("longestWait"), sum(alpha), count(DISTINCT digest),
         count(*) FILTER (flag) FROM POINTS`,
    );
    const last = 249_998;
    const sum = (249_999 * 250_000) / 2 / 8;
    expect(totals).toEqual(["250000", "214285", "225000", String(last * 36_028_797_018), sum, "249999", "83334"]);
    const [row] = await ask(`SELECT * FROM POINTS WHERE point = 200001`);
    expect(row).toEqual([
      200_001,
      "00000000-0000-0000-0000-000000030d41",
      'b "quoted", ü',
      "1",
      200_001 / 8,
      true,
      "200001",
      String(200_001 * 36_028_797_018),
      1 / 200_002,
      null,
    ]);
  });

  test("gives back the table that was written", async () => {
    const back = await stored(bytes);
    expect(back.head).toEqual(head);
    expect(back.rows).toBe(table.rows);
    for (let row = 0; row < table.rows; row += 997) {
      expect(back.point(row)).toBe(table.point(row));
      expect(back.digest(row)).toEqual(table.digest(row));
      expect(parametersOf(back, row)).toEqual(parametersOf(table, row));
      expect([back.figure(row, 0), back.figure(row, 1)]).toEqual([table.figure(row, 0), table.figure(row, 1)]);
      expect(back.error(row)).toBe(table.error(row));
    }
    expect(Buffer.from(bytesOf(back)).equals(Buffer.from(bytes))).toBe(true);
  });

  test("that is torn, or somebody else's, is refused", async () => {
    await expect(stored(bytes.slice(0, bytes.length - 5))).rejects.toThrow("not a Parquet file, or not a whole one");
    await expect(stored(new Uint8Array(100))).rejects.toThrow("not a Parquet file");
    const other = join(folder, "other.parquet");
    await ask(`COPY (SELECT 1 AS x) TO '${other}' (FORMAT parquet)`);
    const { readFileSync } = await import("node:fs");
    await expect(stored(readFileSync(other))).rejects.toThrow("it has no head");
  });
});
