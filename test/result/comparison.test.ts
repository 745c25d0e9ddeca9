import { describe, expect, it } from "vitest";
import { buildResult, compareResults } from "../../src/result/index.js";
import { type MadeUpRun, madeUpRun } from "./made-up-run.js";

function result(run: Partial<MadeUpRun>) {
  return buildResult(madeUpRun({ tasks: [{ document: 0, cpuTimeNs: 1 }], ...run }));
}

describe("a comparison", () => {
  it("marks the best and the worst of each row where a difference is good or bad", () => {
    const fair = result({
      scheduler: "fair",
      tasks: [100, 100].map((cpuTimeNs) => ({ document: 0, cpuTimeNs, latenciesNs: [7] })),
    });
    const unfair = result({
      scheduler: "unfair",
      tasks: [200, 0].map((cpuTimeNs) => ({ document: 0, cpuTimeNs, latenciesNs: [9] })),
    });
    const comparison = compareResults([fair, unfair, unfair]);
    const row = (section: number, key: string) => comparison.sections[section]?.rows.find((found) => found.key === key);
    expect(row(0, "jainIndex")).toMatchObject({ values: [1, 0.5, 0.5], differs: true, best: [0], worst: [1, 2] });
    expect(row(0, "wakeupLatency.p99")).toMatchObject({ values: [7, 9, 9], best: [0], worst: [1, 2], unit: "ns" });
    expect(row(0, "contextSwitches")).toMatchObject({ values: [6 / 2, 3, 3], differs: false, best: [], worst: [] });
    expect(row(1, "share.max")).toMatchObject({ differs: true, best: [], worst: [] });
    expect(comparison.sections.map((section) => section.title)).toEqual(["totals", "hog"]);
  });

  it("marks a reconstructed scheduler in the heading of its column", () => {
    const input = madeUpRun({ tasks: [{ document: 0, cpuTimeNs: 1 }], scheduler: "rebuilt" });
    const provenance = { kind: "reconstructed", source: "an announcement" } as const;
    const rebuilt = buildResult({ ...input, scheduler: { ...input.scheduler, provenance } });
    expect(rebuilt.provenance).toBe("reconstructed");
    expect(compareResults([rebuilt, result({ scheduler: "real" })]).columns.map(({ label }) => label)).toEqual([
      "rebuilt†",
      "real",
    ]);
  });

  it("leaves rows out that no result has, and marks no end where only one has a figure", () => {
    const silent = result({});
    expect(compareResults([silent]).sections[0]?.rows.some((row) => row.key === "wakeupLatency.p50")).toBe(false);
    const awake = result({ tasks: [{ document: 0, cpuTimeNs: 1, latenciesNs: [5] }] });
    const row = compareResults([silent, awake]).sections[0]?.rows.find((found) => found.key === "wakeupLatency.p50");
    expect(row).toMatchObject({ values: [null, 5], differs: true, best: [], worst: [] });
  });

  it("has rows for marks, and a place for groups that one result lacks", () => {
    const marked = result({ tasks: [{ document: 0, cpuTimeNs: 1, intervalsNs: [5, 6] }] });
    const other = result({ documents: [{ name: "video", count: 1 }] });
    const { sections } = compareResults([marked, other]);
    expect(sections.map((section) => section.title)).toEqual(["totals", "hog", "video"]);
    expect(sections[1]?.rows.find((row) => row.key === "mark.loop.count")?.values).toEqual([3, null]);
    expect(sections[2]?.rows.find((row) => row.key === "longestWait")?.values).toEqual([null, 0]);
  });

  it("labels columns by scheduler, and by what differs where the scheduler does not", () => {
    const labels = (...runs: Partial<MadeUpRun>[]) =>
      compareResults(runs.map(result)).columns.map((column) => column.label);
    expect(labels({ scheduler: "a" }, { scheduler: "b", seed: 2n })).toEqual(["a", "b"]);
    expect(labels({ seed: 1n }, { seed: 2n })).toEqual(["o1-2.6.22 seed=1", "o1-2.6.22 seed=2"]);
    expect(labels({ tunables: { slice: 5, gap: 1 } }, { tunables: { slice: 6, gap: 1 } })).toEqual([
      "o1-2.6.22 slice=5",
      "o1-2.6.22 slice=6",
    ]);
    expect(labels({}, {})).toEqual(["o1-2.6.22 #1", "o1-2.6.22 #2"]);
  });
});
