/**
 * The pages of the schedulers tell the truth: their commands work, the output behind a command is what it prints, and the lines of a
 * trace are in the trace that the command writes. `npx vitest run test/cli/scheduler-pages.test.ts -u` writes the present output into the pages.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { inProject } from "../../scripts/build/files.mjs";
import { type SchedulerInfo, type SimulationResult, schedulers } from "../../src/index.js";
import { families, packOf, schedulerOf } from "../golden/golden-set.js";
import { schedlab, shell, temporaryFolder } from "./schedlab.js";

const folder = "docs/schedulers";
const pages = readdirSync(inProject(folder))
  .filter((name) => name.endsWith(".md"))
  .sort();

function pageText(page: string): string {
  return readFileSync(inProject(`${folder}/${page}`), "utf8");
}

/**
 * Commands, and the block of text right behind them, if there is one: their output, or lines of the trace that they
 * write.
 */
const example = /^```sh\n(?<commands>.*?)^```\n(?:\n```text\n(?<text>.*?)^```\n)?/gms;
const traceOption = / --trace (\S+)/;

/** Runs the lines one by one; a trace is written to the file instead. */
function outputOf(commands: string, traceFile: string): string {
  const lines = commands.trimEnd().split("\n");
  return lines
    .map((line) => {
      const { status, stdout, stderr } = shell(line.replace(traceOption, ` --quiet --trace '${traceFile}'`));
      expect({ status, stderr }, line).toEqual({ status: 0, stderr: "" });
      return stdout;
    })
    .join("");
}

/** Words of a line of each kind; what follows them on a page is an explanation. */
const words: Readonly<Record<string, number>> = { switch: 8, wakeup: 6, new: 5, migrate: 5, exit: 4 };

/** Runs of lines that stand one right behind the other in the trace; the page has `…` between them. */
function quotedRuns(text: string): string[] {
  return text
    .trimEnd()
    .split("…\n")
    .map((run) => {
      const lines = run.trimEnd().split("\n").map(withoutExplanation);
      return `\n${lines.join("\n")}\n`;
    });
}

function withoutExplanation(line: string): string {
  const [kind = ""] = line.split(" ", 1);
  const count = words[kind];
  if (count === undefined) throw new Error(`"${line}" begins with none of ${Object.keys(words).join(", ")}`);
  const match = new RegExp(`^(\\S+(?: +\\S+){${count - 1}})(?: {2,}\\S.*)?$`).exec(line);
  if (match === null) throw new Error(`"${line}" is no ${kind} with an explanation two blanks behind it`);
  return match[1]!.split(/ +/).join("\t");
}

/** From the heading to the next one; nothing if there is no such heading. */
function sectionOf(text: string, heading: RegExp): string {
  const start = heading.exec(text)?.index;
  return start === undefined ? "" : text.slice(start).split(/^#+ /m).slice(0, 2).join("");
}

describe.each(pages)("docs/schedulers/%s", (page) => {
  it("has all that a page of a scheduler must have", () => {
    const text = pageText(page);
    for (const heading of [
      /^## How it decides$/m,
      /^### An example$/m,
      /^## .*good and bad at$/m,
      /^## .*rovenance$/m,
    ]) {
      expect(text).toMatch(heading);
    }
    expect(sectionOf(text, /^## What (?:it is|they are) good and bad at$/m)).toMatch(/^```sh$/m);
    expect(sectionOf(text, /^## Versions/m)).toMatch(/^\| --- \|/m);
    expect(text).toMatch(/^## Known deviations$/m);
    expect(sectionOf(text, /^### An example$/m)).toMatch(/^schedlab run .* --trace /m);
  });

  it("shows what is really printed, and lines of real traces", async () => {
    const trace = join(temporaryFolder(), "trace.tsv");
    const renewed = pageText(page).replaceAll(example, (block: string, ...rest: unknown[]) => {
      const { commands = "", text } = rest.at(-1) as Record<string, string | undefined>;
      const printed = outputOf(commands, trace);
      if (text === undefined) return block;
      if (!traceOption.test(commands)) return `\`\`\`sh\n${commands}\`\`\`\n\n\`\`\`text\n${printed}\`\`\`\n`;
      let written = `\n${readFileSync(trace, "utf8")}`;
      for (const run of quotedRuns(text)) {
        expect(written, commands).toContain(run);
        written = written.slice(written.indexOf(run) + run.length - 1);
      }
      return block;
    });
    await expect(renewed).toMatchFileSnapshot(inProject(`${folder}/${page}`));
  });

  it("leads only to pages and sections that are there", () => {
    for (const [, file = "", section] of pageText(page).matchAll(/\]\(([^)#:]*)(?:#([^)]*))?\)/g)) {
      const target = file === "" ? pageText(page) : readFileSync(join(inProject(folder), file), "utf8");
      const sections = [...target.matchAll(/^#+ (.*)$/gm)].map(([, title = ""]) => anchorOf(title));
      if (section !== undefined) expect(sections, `${file}#${section}`).toContain(section);
    }
  });
});

/** As GitHub makes it. */
function anchorOf(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
    .replaceAll(" ", "-");
}

describe("the pages together", async () => {
  const all = await schedulers();

  /** The page whose introduction names the scheduler, and what it says of its provenance. */
  function provenanceOf(id: string): string {
    const telling = pages.map(pageText).filter((text) => text.slice(0, text.indexOf("## How")).includes(`\`${id}\``));
    expect(telling, `pages that introduce ${id}`).toHaveLength(1);
    return sectionOf(telling[0]!, /^## Provenance$/m);
  }

  it.each(all)("tell of $id, and whether it is recorded or reconstructed", ({ id, provenance }: SchedulerInfo) => {
    expect(provenanceOf(id)).toMatch(provenance.kind === "recorded" ? /recorded/i : /reconstruct/i);
  });

  it("name the golden traces that prove a scheduler, and their number", () => {
    for (const family of families()) {
      const folders = packOf(family).flatMap(({ traces }) => Object.keys(traces));
      for (const folder of new Set(folders)) {
        const provenance = provenanceOf(schedulerOf(folder).scheduler);
        expect(provenance).toContain(`${family}.jsonl.gz`);
        const counts = [folders.length, folders.filter((other) => other === folder).length];
        const told = new Set(provenance.match(/\b\d+\b/g)?.map(Number));
        expect(
          counts.some((count) => told.has(count)),
          `${folder}: ${counts.join(" or ")} traces`,
        ).toBe(true);
      }
    }
  });
});

describe("the pair that passes a token", async () => {
  const all = (await schedulers()).map(({ id }) => id);
  const vanilla = all.filter((id) => id.startsWith("vanilla-"));
  const o1 = all.filter((id) => id.startsWith("o1-"));

  /** Of each task: the CPU that it ended on, and its moves. */
  function pairUnder(scheduler: string, ...args: string[]): { cpus: number[]; moves: number; switches: number } {
    const command = ["run", "examples/20-token-passing.yaml", "--scheduler", scheduler, "--format", "json", ...args];
    const { tasks, totals } = JSON.parse(schedlab(command).stdout) as SimulationResult;
    return { cpus: tasks.map(({ cpu }) => cpu), moves: totals.migrations, switches: totals.contextSwitches };
  }

  it("is known to some schedulers of both kinds", () => {
    expect({ vanilla: vanilla.length, o1: o1.length }).toEqual({ vanilla: 3, o1: 14 });
  });

  it.each(vanilla)("is on one CPU under %s, from the first token on", (id) => {
    expect(pairUnder(id)).toEqual({ cpus: [0, 0], moves: 1, switches: 33 });
    expect(pairUnder(id, "--duration", "1s", "--cpus", "4")).toMatchObject({ cpus: [0, 0], moves: 1 });
  });

  it.each(o1)("stays on two CPUs under %s, for good", (id) => {
    expect(pairUnder(id)).toEqual({ cpus: [0, 1], moves: 0, switches: 63 });
    expect(pairUnder(id, "--duration", "1s", "--cpus", "4")).toMatchObject({ cpus: [0, 1], moves: 0 });
  });
});
