import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { formatWorkload, importWorkload, loadWorkload } from "../../src/import/index.js";
import { compileWorkload } from "../../src/workload/index.js";

const rtApp =
  '{"tasks": {"a": {"loop": 3, "run": 5, "sleep": 10, "run": 7, "colour": "red"}}, "global": {"duration": 2}}';

describe("the library", () => {
  it("loads an rt-app workload like any other, with the import's warnings", () => {
    const workload = loadWorkload(rtApp, { file: "a.json" });
    expect(workload.tasks).toMatchObject([{ name: "a-0", loop: 3, program: [{ op: "run", span: 5000 }, {}, {}] }]);
    expect(workload.warnings.map(({ file, line, path }) => [file, line, path])).toEqual([
      ["a.json", 1, ""],
      ["a.json", 1, "tasks.a.colour"],
    ]);
  });

  it("changes an imported workload", () => {
    const workload = loadWorkload(rtApp, { set: [{ path: "tasks.a-0.nice", value: 5 }] });
    expect(workload.tasks[0]?.nice).toBe(5);
  });

  it("takes a text for our own where the format is given", () => {
    expect(() => loadWorkload(rtApp, { format: "json5" })).toThrow("stands here twice");
  });

  it("names what it cannot read", async () => {
    expect(() => loadWorkload("PERFILE2....", { file: "perf.data" })).toThrow(/^perf\.data: this is .*\n {2}hint: /);
    await expect(importWorkload("PERFILE2....")).rejects.toThrow("perf script");
    await expect(importWorkload("tasks: []", { file: "a.yaml" })).rejects.toThrow("needs no import");
  });
});

describe("an import", () => {
  it("is the same whole, in pieces, and in gzip", async () => {
    const whole = await importWorkload(rtApp);
    const packed = gzipSync(rtApp);
    async function* pieces() {
      for (const byte of packed) yield Uint8Array.of(byte);
    }
    expect(await importWorkload(new TextEncoder().encode(rtApp))).toEqual(whole);
    expect(await importWorkload(packed)).toEqual(whole);
    expect(await importWorkload(pieces())).toEqual(whole);
  });

  it("says that gzip data is cut off", async () => {
    const packed = gzipSync(rtApp);
    const error = "a.json.gz: the file is compressed with gzip, but its data is damaged or cut off";
    await expect(importWorkload(packed.subarray(0, -12), { file: "a.json.gz" })).rejects.toThrow(error);
  });

  it("leaves a failure to read as it is", async () => {
    // More than is looked at to tell the kind.
    const incompressible = Uint32Array.from({ length: 50_000 }, (_, index) => Math.imul(index, 0x9e3779b1));
    async function* broken(): AsyncGenerator<Uint8Array> {
      yield gzipSync(incompressible);
      throw new Error("the disk is on fire");
    }
    await expect(importWorkload(broken(), { as: "rt-app" })).rejects.toThrow("the disk is on fire");
  });

  it.each(["yaml", "json"] as const)("can be written as %s and read again", async (format) => {
    const { document } = await importWorkload(rtApp);
    const text = formatWorkload(document, format);
    expect(compileWorkload(loadWorkload(text, { format }))).toEqual(compileWorkload(loadWorkload(document)));
  });
});
