/** docs/result-format.md is complete: every field of the schema is in it, and the CSV columns are the real ones. */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { buildResult, resultCsvLines, resultSchema } from "../../src/result/index.js";
import { madeUpRun } from "./made-up-run.js";

const documentation = readFileSync(new URL("../../docs/result-format.md", import.meta.url), "utf8");

function propertyNames(schema: unknown): string[] {
  if (typeof schema !== "object" || schema === null) return [];
  const { properties } = schema as { properties?: object };
  return [...Object.keys(properties ?? {}), ...Object.values(schema).flatMap(propertyNames)];
}

it("every field of a result is documented", () => {
  const fields = new Set(propertyNames(resultSchema));
  expect(fields.size).toBeGreaterThan(60);
  const words = new Set(documentation.match(/\w+/g));
  for (const field of fields) expect(words.has(field), field).toBe(true);
});

it("the documented columns of CSV are the columns of CSV", () => {
  const listed = /`(scheduler, provenance, workload, seed,[^`]*)`/.exec(documentation)?.[1]?.split(/,\s+/);
  const [header] = resultCsvLines([buildResult(madeUpRun({ tasks: [], marks: [] }))]);
  expect(listed).toEqual(header?.trim().split(","));
});

it("the documented columns of marks are those of CSV", () => {
  const [header] = resultCsvLines([buildResult(madeUpRun({ tasks: [], marks: ["NAME"] }))]);
  const columns = header
    ?.trim()
    .split(",")
    .filter((column) => column.startsWith("mark."));
  expect(columns).toHaveLength(6);
  for (const column of columns ?? []) expect(documentation).toContain(`${column?.replace("mark.NAME", "")}\``);
});
