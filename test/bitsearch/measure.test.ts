/**
 * Measuring: what is found is compared with the reference in every round, and nothing wrong gets a figure or a rank.
 */
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { reference } from "../../src/bitsearch/check.js";
import { ExpectedFolds, sliceRounds } from "../../src/bitsearch/expected-folds.js";
import {
  type BitsearchReport,
  bitsearchCsv,
  bitsearchHeatMap,
  bitsearchInputs,
  bitsearchSchema,
  bitsearchVariants,
  runBitsearch,
} from "../../src/bitsearch/index.js";
import { inputNames, prepareInput } from "../../src/bitsearch/inputs.js";
import { listCounts } from "../../src/bitsearch/subject.js";
import { everySubject } from "./every-subject.js";

const wrongOnes = ["inv-64-3-rth", "big-endian-bug"];
/** So short that it tells nothing about speed, which is not asked here. */
const quick = { timeNs: 1000, rounds: 2 } as const;
const loops = ["throughput", "latency", "update"] as const;

describe.each(listCounts)("with %i lists", (lists) => {
  test("every variant's loops end with the reference's fold, in any number of slices", async () => {
    const subjects = (await everySubject(lists)).filter(({ id }) => !wrongOnes.includes(id));
    for (const name of inputNames(lists)) {
      const input = prepareInput(name, lists);
      const answers = input.maps.map((priorities) => reference(priorities, lists));
      for (const loop of loops) {
        const expected = ExpectedFolds.ofInput(loop, input, answers, 7);
        for (const subject of subjects) {
          subject.reserve(input.logMaps);
          subject.setSpares(input.spares);
          for (const [map, priorities] of input.maps.entries()) subject.fill(map, priorities, answers[map]!);
          subject.begin(7);
          for (let slice = 0; slice < 2; slice++) subject.run(loop, sliceRounds);
          expect(subject.fold(), `${subject.id} ${name} ${loop}`).toBe(expected.after(2));
        }
      }
    }
  });

  test("inputs are the same every time, and their spares are not in their maps", () => {
    for (const name of inputNames(lists)) {
      const input = prepareInput(name, lists);
      expect(prepareInput(name, lists)).toEqual(input);
      const wrong = input.maps.filter((priorities, map) => {
        const spare = input.spares[map] ?? -1;
        return priorities.includes(spare) || [...priorities, spare].some((one) => one < 0 || one >= lists);
      });
      expect(wrong).toEqual([]);
    }
  });
});

describe("the inputs of the record", () => {
  const maps = (name: string, lists = 168) => prepareInput(name, lists).maps;

  test("hold what they should", () => {
    for (const [only] of maps("no-rt")) expect(only).toBeGreaterThanOrEqual(128);
    expect(new Set(maps("no-rt").map(([only]) => only)).size).toBe(40);
    expect(new Set(maps("hogs").map(String))).toEqual(new Set(["161", "167"]));
    expect(new Set(maps("worst").map(String))).toEqual(new Set(["167"]));
    expect(new Set(maps("2048-last", 2048).map(String))).toEqual(new Set(["2047"]));
    expect(maps("empty").flat()).toEqual([]);
    const queued = maps("dense").flat().length / maps("dense").length;
    expect(queued / 168).toBeCloseTo(0.5, 1);
    for (const priorities of maps("interactive")) expect([2, 3, 4, 5]).toContain(priorities.length);
  });

  test("have exactly so many real-time tasks as their names say", () => {
    const share = (name: string) => maps(name).filter((one) => one.some((priority) => priority < 99)).length / 512;
    expect(share("rt-1%")).toBeCloseTo(0.01, 2);
    expect(share("rt-50%")).toBe(0.5);
  });
});

describe("a run", () => {
  const run = (options: Parameters<typeof runBitsearch>[0]) => runBitsearch({ ...quick, ...options });

  test("has a figure for each variant on each input, and its report is what the schema says", async () => {
    const report = await run({ inputs: ["no-rt", "dense"] });
    const validate = new Ajv2020({ strict: true, allErrors: true, allowUnionTypes: true }).compile(bitsearchSchema);
    validate(JSON.parse(JSON.stringify(report)));
    expect(validate.errors ?? []).toEqual([]);
    const ids = report.variants.map(({ id }) => id);
    for (const { figures } of report.inputs) {
      for (const measure of loops) {
        expect(figures.filter((one) => one.measure === measure).map(({ variant }) => variant)).toEqual(ids);
      }
      for (const { ns, withheld, overEmptyNs } of figures) {
        expect(ns === null).toBe(withheld !== null);
        expect(overEmptyNs === null).toBe(withheld !== null);
      }
    }
    expect(validate({ ...report, extra: 1 })).toBe(false);
  });

  test("withholds the figures of what finds something else, and ranks nothing that is wrong", async () => {
    const report = await run({ inputs: ["no-rt", "rt-50%"] });
    const withheld = (input: number) =>
      report.inputs[input]!.figures.filter((one) => one.withheld !== null).map(({ variant }) => variant);
    expect(new Set(withheld(0))).toEqual(new Set(["big-endian-bug"]));
    expect(new Set(withheld(1))).toEqual(new Set(wrongOnes));
    const ranked = [...report.overall, ...report.inputs.flatMap(({ rankings }) => rankings)].flatMap(({ ranks }) =>
      ranks.map(({ variant }) => variant),
    );
    expect(ranked.length).toBeGreaterThan(0);
    for (const id of [...wrongOnes, "empty-loop", "js-empty-loop"]) expect(ranked).not.toContain(id);
  });

  test("measures what is asked for, with the empty loop of its language", async () => {
    const report = await run({ inputs: ["worst"], variants: ["two-level", "plain-64-3"], mode: "throughput" });
    expect(report.variants.map(({ id }) => id).sort()).toEqual(["empty-loop", "plain-64-3", "two-level"]);
    expect(report.overall.map(({ measure }) => measure)).toEqual(["throughput", "update"]);
  });

  test("takes its clock from outside, and says what it is", async () => {
    let now = 0;
    const clock = { wallNs: () => (now += 1e6), cpuNs: () => null };
    const report = await run({ inputs: ["worst"], variants: ["two-level"], clock });
    expect(report.method.clock).toBe("wall");
    expect(report.noise).toMatchObject({ medianSpread: 0, wallOverCpu: null, inWords: "steady", rankingIsSafe: true });
  });

  test("tells how far it is, and can be cancelled", async () => {
    const shares: number[] = [];
    const controller = new AbortController();
    const cancelled = run({
      inputs: ["worst", "empty"],
      signal: controller.signal,
      onProgress({ share }) {
        shares.push(share);
        if (shares.length === 2) controller.abort(new Error("enough"));
      },
    });
    await expect(cancelled).rejects.toThrow("enough");
    expect(shares).toEqual([0.25, 0.5]);
  });

  test.each([
    [{ bits: 100 as never }, "bits is 100; expected one of 140, 168, 256, 2048"],
    [{ variants: ["two-levels"] }, /^no such variant for 168 lists: two-levels; there are .*two-level/],
    [{ inputs: ["2048-last"] }, /^no such input for 168 lists: 2048-last; there are no-rt/],
    [{ inputs: ["sequence"] }, "the input sequence needs a recording: see recordSequence"],
    [{ timeNs: 0 }, "timeNs is 0; expected more than 0"],
    [{ rounds: 0.5 }, "rounds is 0.5; expected 1 or more"],
  ])("refuses %o in words", async (options, message) => {
    await expect(runBitsearch(options)).rejects.toThrow(message);
  });
});

test("variants and inputs can be listed", async () => {
  const variants = await bitsearchVariants(140);
  expect(variants.find(({ id }) => id === "plain-32-5")).toEqual({
    id: "plain-32-5",
    language: "wasm",
    idea: "chain of five 32-bit words",
    source: "Linux 2.6 i386, ppc, mips32",
  });
  expect(variants.some(({ id }) => id.endsWith("empty-loop"))).toBe(false);
  expect(bitsearchInputs(2048)).toContain("2048-clustered");
  expect(bitsearchInputs(168)).not.toContain("2048-clustered");
});

describe("the other forms of a report", () => {
  /** A made-up clock: every figure is the same on every machine. */
  async function fixedReport(): Promise<BitsearchReport> {
    let now = 0;
    let step = 0;
    const clock = { wallNs: () => (now += 1e6 * (1 + (step++ % 7))), cpuNs: () => null };
    const options = { inputs: ["no-rt", "rt-50%"], variants: ["two-level", "plain-64-3", "inv-64-3-rth"], clock };
    const report = await runBitsearch({ ...quick, rounds: 3, ...options });
    return { ...report, environment: { engine: "Node", v8: null, cpu: "A <made-up> CPU & more", logicalCpus: 1 } };
  }

  test("the CSV has a line for each figure", async () => {
    const report = await fixedReport();
    const lines = bitsearchCsv(report).trimEnd().split("\n");
    expect(lines).toHaveLength(1 + 2 * 3 * 4);
    expect(new Set(lines.map((line) => line.split(",").length))).toEqual(new Set([14]));
    expect(lines.find((line) => line.startsWith("168,rt-50%,throughput,,inv-64-3-rth,"))).toMatch(
      /,wasm,false,,,,,,\d+,it found something else than the reference$/,
    );
  });

  test("the heat map is this picture", async () => {
    await expect(bitsearchHeatMap(await fixedReport())).toMatchFileSnapshot("heat-map.svg");
  });
});
