/**
 * docs/compare.md tells the truth: its commands are run, and the tables behind them show what came of it.
 * `npx vitest run --project cli test/cli/compare.test.ts -u` renews the tables.
 */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { inProject } from "../../scripts/build/files.mjs";
import type { SimulationResult } from "../../src/result/index.js";
import { renewPage, tablesOf } from "./compare/page.js";
import * as publishedFigures from "./compare/published.js";
import { tables } from "./compare/tables.js";
import { schedlab, shell } from "./schedlab.js";

const page = readFileSync(inProject("docs/compare.md"), "utf8");

function run(command: string): readonly SimulationResult[] {
  const { status, stdout, stderr } = shell(`${command} --format json`);
  expect({ status, stderr }, command).toEqual({ status: 0, stderr: "" });
  return [JSON.parse(stdout)].flat();
}

describe("the page that compares all schedulers", () => {
  const renewed = renewPage(page, run);

  it("has each table once, with all schedulers in each", () => {
    expect(tablesOf(renewed).sort()).toEqual(Object.keys(tables).sort());
    const listed: { id: string }[] = JSON.parse(schedlab(["list", "schedulers", "--format", "json"]).stdout);
    const ids = listed.map(({ id }) => id);
    for (const id of ids) {
      const rows = renewed.split("\n").filter((line) => line.startsWith(`| ${id} |`) || line.startsWith(`| ${id}† |`));
      expect(rows.length, id).toBe(Object.keys(tables).length);
    }
    const published = Object.values(publishedFigures).flatMap((figures) => Object.keys(figures));
    expect(published.filter((id) => !ids.includes(id))).toEqual([]);
  });

  it("shows what really comes of its commands", async () => {
    await expect(renewed).toMatchFileSnapshot(inProject("docs/compare.md"));
  });
});
