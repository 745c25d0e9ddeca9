/**
 * The README tells the truth: every command and program in it is run, and the text block behind it is what
 * that prints. `npx vitest run test/cli/readme.test.ts -u` writes the present output into the README.
 */
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { inProject } from "../../scripts/build/files.mjs";
import { example, withPresentOutput } from "./shown-output.js";

const readme = readFileSync(inProject("README.md"), "utf8");

/** Not run here: it would run this test. */
const wholeTest = "npm ci && npm test";

describe("the README", () => {
  it("has programs and commands, and what they print", () => {
    const languages = [...readme.matchAll(example)].map(({ groups }) => groups?.language);
    expect(languages.filter((language) => language === "js").length).toBeGreaterThanOrEqual(2);
    expect(languages.filter((language) => language === "sh").length).toBeGreaterThanOrEqual(3);
    expect([...readme.matchAll(/^```text/gm)].length).toBeGreaterThanOrEqual(3);
  });

  it("leads to every page of the documentation", () => {
    const pages = [...readdirSync(inProject("docs"), { recursive: true })]
      .map(String)
      .filter((path) => /\.md$/.test(path));
    expect(pages.filter((path) => !readme.includes(`](docs/${path.replaceAll("\\", "/")})`))).toEqual([]);
  });

  it("shows what is really printed", async () => {
    const renewed = withPresentOutput(readme, (source) => source === wholeTest);
    await expect(renewed).toMatchFileSnapshot(inProject("README.md"));
  });
});
