/** What the build takes as a reason to build again. */
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { fingerprint, inProject, isUpToDate, root, writeWhole } from "../../scripts/build/files.mjs";

let folder: string;
const file = (name: string) => `${folder}/${name}`;

beforeEach(() => {
  mkdirSync(inProject("build"), { recursive: true });
  folder = relative(root, mkdtempSync(inProject("build/.test-")));
  mkdirSync(inProject(file("in")));
  writeFileSync(inProject(file("in/a.ts")), "a");
  writeFileSync(inProject(file("in/b.ts")), "b");
});
afterEach(() => rmSync(inProject(folder), { recursive: true }));

test("the same contents have the same fingerprint, whatever the clock says", () => {
  const before = fingerprint([file("in")]);
  utimesSync(inProject(file("in/a.ts")), 1, 1);
  expect(fingerprint([file("in")])).toBe(before);
});

test.each([
  ["another content", () => writeFileSync(inProject(file("in/a.ts")), "c")],
  ["a new file", () => writeFileSync(inProject(file("in/c.ts")), "")],
  ["a deleted file", () => rmSync(inProject(file("in/a.ts")))],
  [
    "a new file in a new folder",
    () => {
      mkdirSync(inProject(file("in/d")));
      writeFileSync(inProject(file("in/d/e")), "");
    },
  ],
  [
    "a text that moved from one file to the next",
    () => {
      writeFileSync(inProject(file("in/a.ts")), "");
      writeFileSync(inProject(file("in/b.ts")), "ab");
    },
  ],
])("%s changes the fingerprint", (_what, change) => {
  const before = fingerprint([file("in")]);
  change();
  expect(fingerprint([file("in")])).not.toBe(before);
});

test("a step is up to date only while its stamp agrees and all its outputs are there", () => {
  const inputs = fingerprint([file("in")]);
  const check = () => isUpToDate(file("stamp"), inputs, [file("out")]);
  expect(check()).toBe(false);
  writeWhole(file("stamp"), inputs);
  expect(check()).toBe(false);
  writeWhole(file("out"), "made");
  expect(check()).toBe(true);
  writeWhole(file("stamp"), "another");
  expect(check()).toBe(false);
  writeWhole(file("stamp"), inputs);
  rmSync(join(root, file("out")));
  expect(check()).toBe(false);
});
