/** docs/sweeps.md shows what is really printed, and names every figure. `-u` writes the present output into it. */
import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { inProject } from "../../../scripts/build/files.mjs";
import { cpuFigures, type Figure, markFigures, runFigures, taskFigures } from "../../../src/sweep/measures.js";
import { environment, schedlab, shell } from "../schedlab.js";

const page = inProject("docs/sweeps.md");
const text = readFileSync(page, "utf8");

/** Commands or a program, and the block of text right behind it. */
const example = /^```(?<language>sh|js)\n(?<source>.*?)^```\n\n```text\n.*?^```\n/gms;

function outputOf(language: string, source: string): string {
  if (language === "js") {
    const args = ["--input-type=module", "--eval", source];
    const { status, stdout, stderr } = spawnSync(process.execPath, args, {
      cwd: inProject("."),
      env: environment(),
      encoding: "utf8",
    });
    expect({ status, stderr }, source).toEqual({ status: 0, stderr: "" });
    return stdout;
  }
  return source.trimEnd().split("\n").map(runCommand).join("");
}

function runCommand(line: string): string {
  const { status, stdout, stderr } = shell(line);
  expect({ status, stderr }, line).toEqual({ status: 0, stderr: "" });
  return stdout;
}

function figureTable(): string {
  const rows = (prefix: string, figures: Readonly<Record<string, Figure<never>>>) =>
    Object.entries(figures).map(([name, { unit, about }]) => `| \`${prefix}${name}\` | ${unit} | ${about} |`);
  return [
    "| figure | unit | what |",
    "| --- | --- | --- |",
    ...rows("", runFigures),
    ...rows("tasks.NAME.", taskFigures),
    ...rows("marks.NAME.", markFigures),
    "| `tasks.NAME.marks.NAME.…` | | the same over the tasks of one name |",
    ...rows("cpus.NUMBER.", cpuFigures),
  ].join("\n");
}

describe("docs/sweeps.md", () => {
  it("shows what is really printed, and has all figures", async () => {
    mkdirSync(inProject("build"), { recursive: true });
    rmSync(inProject("build/cpus-and-sleepers"), { recursive: true, force: true });
    const renewed = text
      .replaceAll(example, (_block: string, ...rest: unknown[]) => {
        const { language = "", source = "" } = rest.at(-1) as Record<string, string | undefined>;
        return `\`\`\`${language}\n${source}\`\`\`\n\n\`\`\`text\n${outputOf(language, source)}\`\`\`\n`;
      })
      .replace(/<!-- figures -->.*<!-- end of figures -->/s, () => {
        return `<!-- figures -->\n${figureTable()}\n<!-- end of figures -->`;
      });
    expect([...text.matchAll(example)].length).toBeGreaterThanOrEqual(5);
    await expect(renewed).toMatchFileSnapshot(page);
  });

  it.each(readdirSync(inProject("examples/plans")))("examples/plans/%s is a plan that runs", (name) => {
    const { status, stdout, stderr } = schedlab(["sweep", `examples/plans/${name}`, "--dry-run"]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout).toMatch(/a point, by \d+ probes$/m);
  });
});
