/** Real rt-app files against what was counted in them by other means. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { inProject } from "../../../scripts/build/files.mjs";
import type { OperationDocument } from "../../../src/import/document.js";
import { type Imported, importWorkload } from "../../../src/import/index.js";
import { parseDuration } from "../../../src/workload/index.js";

/** `lastWins`: what is left by a reading that keeps one value of each key. */
const truths = [
  { file: "mp3-short.json", tasks: 5, runs: 6, us: 6750, lastWins: { runs: 4, us: 5475 } },
  { file: "spreading-tasks.json", tasks: 2, runs: 6, us: 24_000, lastWins: { runs: 5, us: 17_000 } },
  { file: "browser-short.json", tasks: 9, runs: 23, us: 76_200, lastWins: { runs: 15, us: 38_300 } },
  { file: "video-short.json", tasks: 17, runs: 46, us: 15_035, lastWins: { runs: 20, us: 8660 } },
];

const textOf = (file: string) => readFileSync(inProject(`test/inputs/${file}`), "utf8");

/** Run operations in one pass over each phase, loops not multiplied. */
function runsOf(program: readonly OperationDocument[]): number[] {
  return program.flatMap((operation) => {
    if (typeof operation === "string") return [];
    if ("run" in operation) return [parseDuration(operation.run as string) / 1000];
    return "repeat" in operation ? runsOf(operation.repeat.program) : [];
  });
}

function countsOf({ document }: Imported) {
  const runs = document.tasks.flatMap(({ program }) => runsOf(program));
  return { runs: runs.length, us: runs.reduce((sum, us) => sum + us, 0) };
}

describe.each(truths)("$file", ({ file, tasks, runs, us, lastWins }) => {
  it("keeps every run, in workgen's reading", async () => {
    const imported = await importWorkload(textOf(file), { file });
    expect(imported.kind).toBe("rt-app");
    expect(imported.document.tasks).toHaveLength(tasks);
    expect(countsOf(imported)).toEqual({ runs, us });
    expect(imported.facts).toContainEqual({ name: "run time", value: `${us} us in one pass over each phase` });
  });

  it("loses in json-c's reading what json-c loses, and says so", async () => {
    const imported = await importWorkload(textOf(file), { file, lastWins: true });
    expect(countsOf(imported)).toEqual(lastWins);
    expect(imported.warnings.map(({ message }) => message).join("\n")).toMatch(/only its last value counts/);
  });
});
