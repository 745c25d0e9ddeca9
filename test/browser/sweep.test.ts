/** A sweep in a browser, in two Web Workers, has the figures that it has in Node. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { sweep } from "../../src/index.js";
import { libraryPage, type OpenPage } from "./harness.js";
import type { pageFunctions } from "./sweep-page.js";

declare const schedlabPage: typeof pageFunctions;

const plan = {
  workload: {
    name: "mix",
    machine: { cpus: 2 },
    duration: "100ms",
    tasks: [
      { name: "intr", count: 4, program: [{ run: "2ms" }, { sleep: { uniform: ["1ms", "3ms"] } }] },
      { name: "hog", program: [{ run: "10ms" }] },
    ],
  },
  vary: {
    scheduler: ["o1-2.6.22", "cfs-5.19", "vanilla"],
    "tasks.intr.count": { from: 1, to: 50, steps: 6, scale: "log" },
  },
  seed: { count: 5 },
};

let open: OpenPage;
let inNode: string[];
beforeAll(async () => {
  open = await libraryPage("test/browser/sweep-page.ts");
  inNode = [];
  for await (const point of sweep(plan, { workers: 0 })) inNode.push(JSON.stringify(point));
}, 60_000);
afterAll(async () => {
  await open?.close();
});

test("the plan has points that run and points that fail", () => {
  const failed = inNode.filter((point) => JSON.parse(point).error !== null);
  expect([inNode.length, failed.length]).toEqual([90, 30]);
});

test.each(["library", "embedded"] as const)("the %s build sweeps with two Web Workers as Node does", async (build) => {
  const { points, started, seen } = await open.page.evaluate(({ build, plan }) => schedlabPage.sweep(build, plan, 2), {
    build,
    plan,
  });
  expect(started).toBe(2);
  expect(points).toEqual(inNode);
  expect(seen.sort((left, right) => left - right)).toEqual(points.map((_, index) => index));
});

test("without workers the page itself runs the points", async () => {
  const { points, started } = await open.page.evaluate((plan) => schedlabPage.sweep("library", plan, 0), plan);
  expect(started).toBe(0);
  expect(points).toEqual(inNode);
});

test("a sweep can be given up, and a wrong plan is refused", async () => {
  expect(await open.page.evaluate((plan) => schedlabPage.giveUp(plan), plan)).toBe("Error: enough");
  const wrong = { ...plan, measure: ["latency.p98"] };
  expect(await open.page.evaluate((plan) => schedlabPage.complaint(plan), wrong)).toContain(
    'did you mean "latency.p95"?',
  );
});

test("the engine is fetched once and compiled once: workers share it", () => {
  expect(open.requests.filter((path) => path.endsWith(".wasm"))).toEqual(["/engine.wasm"]);
  expect(open.errors).toEqual([]);
});
