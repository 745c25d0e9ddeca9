/** The set itself: nothing of it is forgotten, and its parts agree. */
import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { inProject } from "../../scripts/build/files.mjs";
import { schedulers } from "../../src/simulation.js";
import { differenceOf, families, packOf, schedulerOf, sha256, wholeFolders, wholeTrace } from "./golden-set.js";

const packs = families().map((family) => ({ family, pack: packOf(family) }));
const everything = packs.flatMap(({ pack }) => pack);
const folders = [...new Set(everything.flatMap(({ traces }) => Object.keys(traces)))];

test("every family in the set has a test file of its name", () => {
  const untested = families().filter((family) => !existsSync(inProject(`test/golden/${family}.test.ts`)));
  expect(untested).toEqual([]);
});

test("every scheduler whose decisions are said to be recorded has recorded traces", async () => {
  const recorded = (await schedulers()).filter(({ provenance }) => provenance.kind === "recorded");
  const played = new Set(folders.map((folder) => schedulerOf(folder).scheduler));
  expect(recorded.filter(({ id }) => !played.has(id)).map(({ id }) => id)).toEqual([]);
});

test("every folder has whole traces, so that a difference can be read", () => {
  expect(folders.filter((folder) => !wholeFolders().includes(folder))).toEqual([]);
});

test("the whole traces are those of the digests", () => {
  for (const { name, traces } of everything) {
    for (const [folder, [lines, digest]] of Object.entries(traces)) {
      const whole = wholeTrace(folder, name);
      if (whole === undefined) continue;
      expect(sha256(whole), `${folder}/${name}`).toBe(digest);
      expect(whole.toString().split("\n").length - 1, `${folder}/${name}`).toBe(lines);
    }
  }
});

test("a trace that differs is noticed, and the first differing line is shown where the whole trace is at hand", async () => {
  const folder = "o1-2.6.9";
  const recorded = everything.find(({ name, traces }) => folder in traces && wholeTrace(folder, name) !== undefined);
  const other = { ...(recorded?.workload as object), tasks: [{ name: "hog", program: [{ run: 1_000_000 }] }] };
  expect(await differenceOf({ ...recorded!, workload: other }, folder)).toMatch(/^line \d+, after\n[\s\S]*expected:\n/);
});

test("where only the digest is at hand, the message names the trace and how to see the difference", async () => {
  const folder = "o1-2.6.9";
  const recorded = everything.find(({ name, traces }) => folder in traces && wholeTrace(folder, name) === undefined);
  const traces = { [folder]: [7, sha256(new Uint8Array())] as const };
  const text = await differenceOf({ ...recorded!, traces }, folder);
  expect(text).toContain(`o1-2.6.9: the trace of ${recorded!.name} (`);
  expect(text).toContain("is not the recorded one (7 lines)");
  expect(text).toContain("schedlab verify SET/o1-2.6.9");
});
