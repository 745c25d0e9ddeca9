/** Traces in the library: as text, as bytes, in gzip; and long ones. */
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { inProject } from "../../../scripts/build/files.mjs";
import {
  createFtraceWriter,
  formatWorkload,
  importWorkload,
  loadWorkload,
  measureFidelity,
  simulate,
} from "../../../src/index.js";
import { completeSlices } from "./complete-slices.js";
import { recordRun } from "./recorded-run.js";

const android = readFileSync(inProject("test/inputs/android_systrace.txt"));

test("simulate takes a trace as text, as bytes and in gzip, and workloads as bytes", async () => {
  const digest = async (source: string | object) => (await simulate(source)).traceDigest;
  const expected = await digest(android.toString());
  expect(await digest(android)).toBe(expected);
  expect(await digest(gzipSync(android))).toBe(expected);
  const { document } = await importWorkload(android);
  expect(await digest(new TextEncoder().encode(formatWorkload(document, "yaml")))).toBe(expected);
  await expect(digest(Uint8Array.of(0x61, 0xff, 0x62))).rejects.toThrow("no text in UTF-8");
});

test("fidelity refuses what was not recorded", async () => {
  const imported = await importWorkload('{"tasks": {"a": {"run": 1000, "loop": 1}}}');
  await expect(measureFidelity(imported)).rejects.toThrow("this is no trace");
});

describe("a long recording", () => {
  const document = {
    machine: { cpus: 4 },
    duration: "400ms",
    tasks: [
      { name: "hog", count: 2, program: [{ run: "100ms" }, { sleep: "1ms" }] },
      {
        name: "interactive",
        count: 20,
        program: [{ run: { lognormal: ["100us", 1] } }, { sleep: { exponential: "7ms" } }],
      },
      { name: "server", count: 20, program: [{ recv: "req" }, { run: { exponential: "30us" } }, { send: "rsp" }] },
      {
        name: "client",
        count: 40,
        program: [
          { run: { exponential: "40us" } },
          { send: "req" },
          { recv: "rsp" },
          { run: { exponential: "10us" } },
          { sleep: { exponential: "1ms" } },
        ],
      },
      { name: "disk", count: 10, program: [{ run: { exponential: "30us" } }, { io: { exponential: "2ms" } }] },
    ],
  };

  test("goes through text and back, is done under every kind of scheduler, and stays short", async () => {
    const events = await recordRun(document, { scheduler: "cfs-2.6.24" });
    const writer = createFtraceWriter({ cpus: 4 });
    const text = new TextEncoder().encode(writer.write(events) + writer.end());
    expect(text.length).toBeGreaterThan(12e6);

    const imported = await importWorkload(text);
    const truth = completeSlices(events);
    const run = new Map(imported.recorded?.tasks.map(({ name, runNs }) => [Number(/-(\d+)$/.exec(name)?.[1]), runNs]));
    expect(run).toEqual(truth);
    const yaml = formatWorkload(imported.document, "yaml");
    expect(yaml.length).toBeLessThan(text.length / 4);
    expect(loadWorkload(yaml).tasks).toEqual(loadWorkload(imported.document).tasks);

    for (const scheduler of ["cfs-2.6.24", "o1-2.6.22", "bfs-2.6.35", "vanilla-2.4.27"]) {
      const report = await measureFidelity(imported, { scheduler });
      expect([scheduler, report.exactTasks]).toEqual([scheduler, report.tasks.length]);
      expect(report.doneNs).not.toBeNull();
    }
  });
});
