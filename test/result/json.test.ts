import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { buildResult, resultJsonChunks, resultSchema, writeResultJson } from "../../src/result/index.js";
import { madeUpRun } from "./made-up-run.js";

const validate = new Ajv2020({ strict: true, allErrors: true, allowUnionTypes: true }).compile(resultSchema);

const aRun = madeUpRun({
  cpus: 2,
  seed: 2n ** 60n,
  tunables: { min_timeslice: 5 },
  documents: [
    { name: "hog", count: 1 },
    { name: "child", count: 0 },
  ],
  tasks: [
    {
      document: 0,
      cpuTimeNs: 300,
      latenciesNs: [10, 20],
      otherWaitsNs: [500],
      intervalsNs: [4, 5],
      rounds: { count: 5, missed: 2, maxLatenessNs: 7 },
      periods: { count: 3, missed: 0, maxLatenessNs: 0 },
    },
    { document: 1, cpuTimeNs: 100, latenciesNs: [30], shared: true, exitedNs: 900, parent: 1 },
    { document: 1, cpuTimeNs: 0, startedNs: null },
  ],
});

function textOf(results: Parameters<typeof resultJsonChunks>[0]): string {
  return [...resultJsonChunks(results)].join("");
}

describe("the schema", () => {
  it("accepts results, finished, unfinished and empty", () => {
    const runs = [aRun, madeUpRun({ tasks: [] }), madeUpRun({ timeNs: 0, durationNs: 5, tasks: [] })];
    for (const run of runs) {
      validate(JSON.parse(textOf(buildResult(run))));
      expect(validate.errors ?? []).toEqual([]);
    }
  });

  it("accepts totals over more nanoseconds than a double counts exactly", () => {
    const run = madeUpRun({ cpus: 64, timeNs: Number.MAX_SAFE_INTEGER, busyNs: 5, tasks: [] });
    validate(JSON.parse(textOf(buildResult(run))));
    expect(validate.errors ?? []).toEqual([]);
  });

  it("refuses any missing, any unknown and any negative field, wherever it stands", () => {
    const plain = () => JSON.parse(textOf(buildResult(aRun)));
    const objects = (value: unknown): Record<string, unknown>[] => {
      if (typeof value !== "object" || value === null) return [];
      const inner = Object.values(value).flatMap(objects);
      return Array.isArray(value) ? inner : [value as Record<string, unknown>, ...inner];
    };
    // Objects with names of the user's for keys take any key.
    const free = (object: Record<string, unknown>) =>
      "loop" in object || "min_timeslice" in object || Object.keys(object).length === 0;
    const count = objects(plain()).length;
    expect(count).toBeGreaterThan(40);
    for (let index = 0; index < count; index += 1) {
      const at = () => {
        const whole = plain();
        const object = objects(whole)[index] ?? {};
        return { whole, object };
      };
      if (free(at().object)) continue;
      for (const key of Object.keys(at().object)) {
        const missing = at();
        delete missing.object[key];
        expect(validate(missing.whole), `without ${key}`).toBe(false);
        if (typeof at().object[key] === "number" && key !== "nice") {
          const negative = at();
          negative.object[key] = -21;
          expect(validate(negative.whole), `with negative ${key}`).toBe(false);
        }
      }
      const unknown = at();
      unknown.object.surprise = 1;
      expect(validate(unknown.whole)).toBe(false);
    }
  });
});

describe("JSON", () => {
  it("holds exactly the object that the library gives", () => {
    const result = buildResult(aRun);
    expect(JSON.parse(textOf(result))).toEqual(JSON.parse(JSON.stringify(result)));
    expect(Object.keys(JSON.parse(textOf(result)))).toEqual(Object.keys(JSON.parse(JSON.stringify(result))));
  });

  it("parsed and written again is the same text", () => {
    const text = textOf(buildResult(aRun));
    expect(textOf(JSON.parse(text))).toBe(text);
    expect(textOf([JSON.parse(text), JSON.parse(text)])).toBe(textOf([buildResult(aRun), buildResult(aRun)]));
  });

  it("of several results is an array of them", () => {
    const result = buildResult(aRun);
    expect(JSON.parse(textOf([result, result]))).toEqual([result.toJSON(), result.toJSON()]);
    expect(JSON.parse(textOf([result]))).toEqual([result.toJSON()]);
    expect(textOf([])).toBe("[]\n");
  });

  it("has a line for each task and ends in a newline", () => {
    const lines = textOf(buildResult(aRun)).split("\n");
    expect(lines.filter((line) => line.startsWith('    {"pid":'))).toHaveLength(3);
    expect(lines.at(-1)).toBe("");
  });

  it("comes in chunks, without ever holding all tasks", () => {
    const tasks = Array.from({ length: 1000 }, () => ({ document: 0, cpuTimeNs: 1 }));
    const chunks: string[] = [];
    writeResultJson(buildResult(madeUpRun({ tasks })), (chunk) => chunks.push(chunk));
    expect(chunks.length).toBeGreaterThan(5);
    expect(Math.max(...chunks.map((chunk) => chunk.length))).toBeLessThan(70_000);
    expect(JSON.parse(chunks.join("")).tasks).toHaveLength(1000);
  });

  it("keeps any name of a mark, even those that JavaScript objects treat in their own way", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.constantFrom("__proto__", "constructor", "1", "")), (name) => {
        const run = madeUpRun({ marks: [name], tasks: [{ document: 0, cpuTimeNs: 1, intervalsNs: [5] }] });
        const parsed = JSON.parse(textOf(buildResult(run)));
        expect(Object.keys(parsed.marks)).toEqual([name]);
        expect(Object.keys(parsed.tasks[0].marks)).toEqual([name]);
      }),
    );
  });
});
