/**
 * The README tells the truth: every command and program in it is run, and the text block behind it is what
 * that prints. `npx vitest run test/cli/readme.test.ts -u` writes the present output into the README.
 */
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { inProject } from "../../scripts/build/files.mjs";
import { environment, shell } from "./schedlab.js";

const readme = readFileSync(inProject("README.md"), "utf8");

/** A program or some commands, and the block of text right behind it, if there is one. */
const example = /^```(?<language>sh|js)\n(?<source>.*?)^```\n(?:\n```text\n(?<output>.*?)^```\n)?/gms;

/** Not run here: it would run this test. */
const wholeTest = "npm ci && npm test";

function outputOf(language: string, source: string): string {
  if (language === "js") {
    const args = ["--input-type=module", "--eval", source];
    const options = { cwd: inProject("."), env: environment(), encoding: "utf8" } as const;
    const { status, stdout, stderr } = spawnSync(process.execPath, args, options);
    expect({ status, stderr }, source).toEqual({ status: 0, stderr: "" });
    return stdout;
  }
  return source.trimEnd().split("\n").map(runCommand).join("");
}

function runCommand(line: string): string {
  const { status, stdout, stderr } = shell(line.startsWith("npm ci && npm start") ? startCommand() : line);
  expect({ status, stderr }, line).toEqual({ status: 0, stderr: "" });
  return stdout;
}

/** What `npm start` runs once all is built. */
function startCommand(): string {
  const { scripts } = JSON.parse(readFileSync(inProject("package.json"), "utf8"));
  return scripts.start.split(" && ").at(-1);
}

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
    const renewed = readme.replaceAll(example, (block: string, ...rest: unknown[]) => {
      const { language = "", source = "", output } = rest.at(-1) as Record<string, string | undefined>;
      if (source.trim() === wholeTest) return block;
      const printed = outputOf(language, source);
      return output === undefined ? block : `\`\`\`${language}\n${source}\`\`\`\n\n\`\`\`text\n${printed}\`\`\`\n`;
    });
    await expect(renewed).toMatchFileSnapshot(inProject("README.md"));
  });
});
