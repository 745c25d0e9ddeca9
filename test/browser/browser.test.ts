/** The library in a browser decides exactly as it does in Node, and as the kernels did. */
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { inProject } from "../../scripts/build/files.mjs";
import {
  createFtraceWriter,
  createPerfettoWriter,
  explainWorkload,
  explanationLines,
  formatEvent,
  formatWorkload,
  importWorkload,
  loadWorkload,
  Simulation,
  schedulers,
} from "../../src/index.js";
import { simulatedTrace } from "../exported-traces/simulated.js";
import { inputBytes, readAll } from "../recording/read.js";
import { goldenCases } from "./golden-cases.js";
import { libraryPage, type OpenPage } from "./harness.js";
import type { Build, Options, pageFunctions, Run } from "./page.js";

declare const schedlabPage: typeof pageFunctions;

const cases = goldenCases();

let open: OpenPage;
beforeAll(async () => {
  open = await libraryPage("test/browser/page.ts");
}, 60_000);
afterAll(async () => {
  await open?.close();
});

function inBrowser(build: Build, workload: object, options: Options): Promise<Run> {
  const input = { build, workload, options };
  return open.page.evaluate(({ build, workload, options }) => schedlabPage.run(build, workload, options), input);
}

async function inNode(workload: object, options: Options): Promise<Run> {
  const simulation = await Simulation.create(workload, options);
  try {
    let trace = "";
    for await (const event of simulation.trace()) trace += `${formatEvent(event)}\n`;
    return { trace, result: JSON.stringify(simulation.result()) };
  } finally {
    simulation.dispose();
  }
}

test("there are golden traces of many schedulers to check", () => {
  expect(new Set(cases.map(({ folder }) => folder)).size).toBeGreaterThan(5);
});

describe.each<Build>(["library", "embedded"])("the %s build in Chromium", (build) => {
  test.each(cases)("reproduces the golden trace of $name on $folder", async ({ workload, options, trace }) => {
    const run = await inBrowser(build, workload, options);
    expect(run.trace).toBe(trace);
    const node = await inNode(workload, options);
    expect(JSON.parse(run.result).traceDigest).toMatch(/^[0-9a-f]{16}$/);
    expect(run.result).toBe(node.result);
  });

  test("goes back to a snapshot and decides the same again", async () => {
    const { workload, options } = cases[0]!;
    const digests = await open.page.evaluate(
      ({ build, workload, options }) => schedlabPage.runTwice(build, workload, options, 123_456_789),
      { build, workload, options },
    );
    const { traceDigest } = JSON.parse((await inNode(workload, options)).result);
    expect(digests).toEqual([traceDigest, traceDigest]);
  });

  test("knows the same schedulers as in Node", async () => {
    const ids = await open.page.evaluate((build) => schedlabPage.schedulerIds(build), build);
    expect(ids).toEqual((await schedulers()).map(({ id }) => id));
  });

  test.each([
    ["text, compressed", gzipSync(inputBytes("atrace_missing_tgids.txt"))],
    ["a page", inputBytes("trace_legacy_systrace.html")],
  ])("reads a recording as in Node: %s", async (_what, bytes) => {
    const base64 = Buffer.from(bytes).toString("base64");
    const inPage = await open.page.evaluate(({ build, base64 }) => schedlabPage.readFile(build, base64), {
      build,
      base64,
    });
    const { events, findings } = await readAll(bytes);
    expect(inPage.events).toEqual(events);
    expect(findings).toMatchObject(inPage.findings);
  });

  test("complains about a bad workload in the same words as in Node", async () => {
    const broken = '{ "duration": "1s", "tasks": [{ "name": "a", "program": [{ "rum": 5 }] }] }';
    const complaint = await open.page.evaluate(({ build, broken }) => schedlabPage.complaint(build, broken), {
      build,
      broken,
    });
    expect(complaint).toContain("broken.json");
    expect(() => loadWorkload(broken, { file: "broken.json" })).toThrow(
      expect.objectContaining({ message: complaint }),
    );
  });
});

test.each<Build>(["library", "embedded"])("the %s build imports an rt-app workload as Node does", async (build) => {
  const text = readFileSync(inProject("test/inputs/video-short.json"), "utf8");
  const inBrowser = await open.page.evaluate(({ build, text }) => schedlabPage.imported(build, text), { build, text });
  const { document } = await importWorkload(text);
  expect(document.tasks).toHaveLength(17);
  expect(inBrowser).toBe(formatWorkload(document, "yaml"));
});

test.each<Build>(["library", "embedded"])(
  "the %s build writes traces and explains waits as Node does",
  async (build) => {
    const workload = {
      duration: "50ms",
      tasks: [{ name: "t", count: 2, program: [{ run: "3ms" }, { mark: "turn" }, { sleep: "1ms" }] }],
    };
    const inPage = await open.page.evaluate(({ build, workload }) => schedlabPage.told(build, workload), {
      build,
      workload,
    });
    const { cpus, durationNs, recorded } = await simulatedTrace(workload);
    const perfetto = createPerfettoWriter({ cpus, name: "run", endNs: durationNs });
    expect(inPage.perfetto).toEqual([...perfetto.encode(recorded), ...perfetto.end()]);
    expect(inPage.text).toBe(createFtraceWriter({ cpus }).write(recorded));
    expect(inPage.text).toContain("tracing_mark_write: I|1|turn");
    expect(inPage.explanation).toEqual(explanationLines(await explainWorkload(workload, { task: "1" })));
  },
);

test("the library compiles its engine once, while it streams; the embedded build fetches nothing", async () => {
  expect(open.requests.filter((path) => path.endsWith(".wasm"))).toEqual(["/engine.wasm"]);
  expect(await open.page.evaluate(() => schedlabPage.compiled())).toEqual({ streaming: 1, fromBytes: 1 });
});

test("nothing went wrong in the page unnoticed", () => {
  expect(open.errors).toEqual([]);
});
