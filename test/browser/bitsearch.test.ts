/** The bit-search lab in a browser: it measures and checks as in Node, and a page shows it. */
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { inProject } from "../../scripts/build/files.mjs";
import { bitsearchVariants, checkBitsearch } from "../../src/bitsearch/index.js";
import type { Build, bitsearchPage as functions } from "./bitsearch-page.js";
import { libraryPage, type OpenPage } from "./harness.js";

declare const bitsearchPage: typeof functions;

const entry = "test/browser/bitsearch-page.ts";
const workload = readFileSync(inProject("examples/18-transcode-and-dd.yaml"), "utf8");
const controls = ["empty-loop", "js-empty-loop"];

let open: OpenPage;
beforeAll(async () => {
  open = await libraryPage(entry);
}, 60_000);
afterAll(async () => {
  await open?.close();
});

describe.each<Build>(["library", "embedded"])("the %s build in Chromium", (build) => {
  test("measures all variants, and the page shows a table and a heat map", async () => {
    const report = await open.page.evaluate(({ build, workload }) => bitsearchPage.show(build, workload), {
      build,
      workload,
    });
    const ids = (await bitsearchVariants(168)).map(({ id }) => id);
    expect(report.variants.map(({ id }) => id).sort()).toEqual([...ids, ...controls].sort());
    expect(report.method.clock).toBe("wall");
    expect(report.environment).toMatchObject({ cpu: null, v8: expect.stringMatching(/^\d+\.\d$/) });
    expect(report.notes).toEqual([]);
    const withheld = report.inputs[0]?.figures.filter((one) => one.withheld !== null).map(({ variant }) => variant);
    expect(new Set(withheld)).toEqual(new Set(["big-endian-bug", "inv-64-3-rth"]));

    const rows = await open.page.locator("tr").allTextContents();
    expect(rows[0]).toBe("variantrt-50%sequence");
    expect(rows.filter((row) => /^two-level\d+\.\d\d\d+\.\d\d$/.test(row))).toHaveLength(1);
    expect(rows).toHaveLength(1 + report.variants.length);
    expect(await open.page.locator("svg text", { hasText: /^two-level$/ }).count()).toBeGreaterThan(0);
  });

  test("finds the same right and wrong as in Node", async () => {
    const inBrowser = await open.page.evaluate((build) => bitsearchPage.check(build), build);
    expect(inBrowser).toEqual(await checkBitsearch({ randomMaps: 500 }));
  });
});

test("the library fetches the lab and the recorder alone, each where it is used", () => {
  const fetched = open.requests.filter((path) => path.endsWith(".wasm"));
  expect(new Set(fetched)).toEqual(new Set(["/bitsearch.wasm", "/recorder.wasm"]));
});

test("a page that forbids code made at run time measures WebAssembly alone, and says why", async () => {
  const strict = await libraryPage(entry, "script-src 'self' 'wasm-unsafe-eval'");
  try {
    const { notes, variants, inputs } = await strict.page.evaluate(() => bitsearchPage.strict());
    expect(notes).toEqual([expect.stringContaining("content security policy")]);
    expect(variants.every(({ language }) => language === "wasm")).toBe(true);
    expect(inputs[0]?.rankings[0]?.winners).not.toEqual([]);
  } finally {
    await strict.close();
  }
});

test("nothing went wrong in the page unnoticed", () => {
  expect(open.errors).toEqual([]);
});
