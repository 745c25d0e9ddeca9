/** Every line of perf's sample outputs, read and written again, is the same to the character. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { RecordingReader } from "../../src/recording/index.js";
import {
  type HistoryTotals,
  latencyLines,
  mapLine,
  RunStatistics,
  type ShownTask,
  summaryLines,
  type TaskHistory,
  Timehist,
  type TimehistRow,
  TimehistText,
} from "../../src/report/index.js";

const bytesOf = (name: string) => readFileSync(new URL(`perf-samples/perf-6.1-${name}.txt`, import.meta.url));
const linesOf = (name: string) => bytesOf(name).toString().trimEnd().split("\n");
/** Decimal digits without their point: milliseconds to microseconds, as whole ns. */
const ns = (text = "0") => Number(text.trim().replace(".", "")) * 1000;

function task(text = ""): ShownTask {
  const [, name = "", pid = ""] = /^(.*)\[(\d+)\]$/.exec(text.trim()) ?? [];
  return { name, pid: Number(pid) };
}

function rowOf(line: string): TimehistRow {
  const head = { timeNs: ns(line.slice(0, 15)), cpu: Number(line.slice(17, 21)), task: task(line.slice(24, 54)) };
  const woken = /awakened: (.*)$/.exec(line)?.[1];
  if (woken !== undefined) return { kind: "wakeup", ...head, woken: task(woken) };
  const [, wait, delay, run, state = "S", next = "none[1]"] =
    / (\d+\.\d+) +(\d+\.\d+) +(\d+\.\d+) (?: +([A-Z]))?(?: {2}next: (.*))?/.exec(line.slice(54)) ?? [];
  return {
    kind: "switch",
    ...head,
    waitNs: ns(wait),
    delayNs: ns(delay),
    runNs: ns(run),
    state: state as "S",
    priority: null,
    priorityBefore: null,
    next: task(next),
    waitState: null,
    complete: true,
  };
}

describe("timehist", () => {
  it.each([
    ["timehist", {}],
    ["timehist-state-wakeups-next", { state: true, wakeups: true, next: true }],
  ])("%s", (name, columns) => {
    const sample = bytesOf(name).toString().split("\n").slice(0, -1);
    const text = new TimehistText(columns);
    expect(text.head().split("\n")).toEqual(sample.slice(0, 3));
    expect(sample.length).toBeGreaterThan(10);
    for (const line of sample.slice(3)) expect(text.line(rowOf(line))).toBe(line);
  });

  it("comes to the sample's figures from the sample's events, up to the microseconds that the text has cut off", () => {
    const reader = new RecordingReader();
    const history = new Timehist();
    const rows = [...reader.push(bytesOf("script")), ...reader.end()]
      .flatMap((event) => history.add(event) ?? [])
      .filter((row) => row.kind === "switch");
    const sample = linesOf("timehist").slice(3).map(rowOf);
    // The beginning of the first run is not among the events.
    for (const row of rows.slice(1)) {
      const same = sample.find(({ timeNs }) => timeNs === row.timeNs);
      if (same?.kind !== "switch") throw new Error(`no row at ${row.timeNs}`);
      expect(row.task).toEqual(same.task);
      for (const figure of ["waitNs", "delayNs", "runNs"] as const) {
        expect(Math.abs(row[figure] - same[figure]), `${figure} at ${row.timeNs}`).toBeLessThanOrEqual(1000);
      }
    }
    expect(rows.length).toBe(4);
  });
});

describe("latency", () => {
  it("is written like the sample", () => {
    const sample = bytesOf("latency").toString().split("\n").slice(0, -1);
    const row = {
      name: "sched-pipe",
      pid: 3121,
      tasks: 2,
      runtimeNs: 10_558_000,
      switches: 299,
      totalDelayNs: 1_876_000,
      maxDelayNs: 673_000,
      maxStartNs: 1_231_131_932_000,
      maxEndNs: 1_231_132_606_000,
    };
    const lines = [...latencyLines([row])];
    // The sample's total counts rows that are not in it.
    const total = (line: string) =>
      line.startsWith("  TOTAL:") ? line.replaceAll(/[\d.]+/g, (digits) => "9".repeat(digits.length)) : line;
    expect(lines.map(total)).toEqual(sample.map(total));
  });
});

describe("map", () => {
  it("is written like the sample", () => {
    const sample = bytesOf("map").toString().split("\n").slice(0, -1);
    expect(sample.length).toBe(14);
    for (const line of sample) {
      const [symbol = "", second = "", time = ""] = [line.slice(3, 5), line.slice(7, 9), line.slice(12, 24)];
      const introduced = line.slice(30);
      const [, name = "", pid = "0"] = /=> (.*):(\d+)$/.exec(introduced) ?? [];
      const columns = [
        { cpu: 0, pid: Number(pid), symbol },
        { cpu: 1, pid: 0, symbol: second.trim() === "" ? null : second.trim() },
      ];
      const row = { cpu: 0, symbol, pid: Number(pid), name, columns, newCpu: false, introduced: introduced !== "" };
      expect(mapLine({ ...row, timeNs: ns(time) })).toBe(line);
    }
  });
});

describe("summary", () => {
  /** A line of either table. */
  function historyOf(line: string): TaskHistory {
    const { name, pid } = task(line.slice(0, 30));
    const [parent, runs, total, first, second, third, fourth, migrations = "0"] = line.slice(30).trim().split(/ +/);
    const isRun = line.length > 111;
    const [min = 0, mean = 0, max = 0] = [first, second, third].map(ns);
    const relativeErrorPercent = Number(fourth);
    return {
      pid,
      name,
      parentPid: Number(parent),
      exited: false,
      migrations: Number(migrations),
      runs: { count: Number(runs), totalNs: ns(total), minNs: min, meanNs: mean, maxNs: max, relativeErrorPercent },
      sleepNs: min,
      uninterruptibleNs: mean,
      preemptedNs: max,
      delayNs: isRun ? 0 : ns(fourth),
    };
  }

  it.each([
    ["run", "Runtime summary"],
    ["wait", "Wait-time summary"],
  ] as const)("of the kind %s is written like the sample", (kind, title) => {
    const sample = bytesOf("timehist-summary").toString().split("\n");
    const table = sample
      .slice(sample.indexOf(title))
      .slice(0, 8)
      .filter((line) => line !== "");
    const rows = table.slice(4, 6);
    const totals: HistoryTotals = {
      tasks: () => rows.map(historyOf),
      idle: () => [
        { cpu: 0, idleNs: 207_000 },
        { cpu: 1, idleNs: 0 },
      ],
      switches: 610,
      spanNs: 10_794_000,
      chainBreaks: 0,
    };
    const lines = [...summaryLines(totals, { kind })];
    expect(rows.map(({ length }) => length)).toEqual(kind === "run" ? [113, 113] : [110, 110]);
    expect(lines.slice(1, 7)).toEqual(table.slice(0, 6));
    // Figures of the whole, of which the sample does not show all tasks.
    const unknown = /Total number of unique|Total run time/;
    const end = sample.slice(sample.indexOf("Idle stats:"), sample.indexOf("Wait-time summary") - 1);
    expect(lines.slice(8).filter((line) => !unknown.test(line))).toEqual(end.filter((line) => !unknown.test(line)));
  });
});

describe("the sample's summary", () => {
  it("has a relative standard error in the column that it calls stddev", () => {
    // 302 runs with the sample's sum and ends, the rest of them equal but for the second that the rows show.
    const runs = new RunStatistics();
    const known = [4_588_000, 1_700_000];
    for (const run of known) runs.add(run);
    for (let index = 0; index < 300; index += 1) runs.add((8_339_000 - 6_288_000) / 300);
    expect(runs.relativeErrorPercent).toBeGreaterThan(57);
    expect(runs.relativeErrorPercent).toBeLessThan(60);
    expect(runs.totalNs).toBeCloseTo(8_339_000);
  });
});
