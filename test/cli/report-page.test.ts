/** docs/reports.md shows what is really printed. `npx vitest run test/cli/report-page.test.ts -u` renews it. */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { inProject } from "../../scripts/build/files.mjs";
import { latencyFields, mapFields, summaryFields, timehistFields } from "../../src/report/index.js";
import { withPresentOutput } from "./shown-output.js";

const path = inProject("docs/reports.md");
const page = readFileSync(path, "utf8");

it("shows what is really printed", async () => {
  await expect(withPresentOutput(page)).toMatchFileSnapshot(path);
});

it("explains every field of JSON and CSV", () => {
  for (const field of [...timehistFields, ...summaryFields, ...latencyFields, ...mapFields]) {
    expect(page, field).toContain(`\`${field}\``);
  }
});
