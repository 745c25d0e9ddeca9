/** Reports of a recording are, to the character, what perf's own reports print of it. */
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { type RecordedEvent, RecordingReader } from "../../src/recording/index.js";
import {
  type LatencyOptions,
  LatencyReport,
  latencyLines,
  type MapOptions,
  MapReport,
  mapLine,
  type SummaryOptions,
  summaryLines,
  Timehist,
  type TimehistColumns,
  type TimehistOptions,
  TimehistText,
} from "../../src/report/index.js";

function fixture(name: string): Uint8Array {
  const bytes = readFileSync(new URL(`perf-recording/${name}`, import.meta.url));
  return name.endsWith(".gz") ? gunzipSync(bytes) : bytes;
}

const linesOf = (name: string) => new TextDecoder().decode(fixture(name)).split("\n").slice(0, -1);

function readEvents(): RecordedEvent[] {
  const events: RecordedEvent[] = [];
  const reader = new RecordingReader();
  events.push(...reader.push(fixture("sched-pipe.perf.txt.gz")), ...reader.end());
  return events;
}

const events = readEvents();
const cpus = 2;

function timehist(options: TimehistOptions, columns: TimehistColumns): string[] {
  const history = new Timehist(options);
  const text = new TimehistText(columns);
  const lines = events.flatMap((event) => {
    const row = history.add(event);
    return row === null ? [] : (text.line(row) ?? []);
  });
  return [...text.head().split("\n"), ...lines];
}

function summary(options: TimehistOptions, kind: SummaryOptions): string[] {
  const history = new Timehist(options);
  for (const event of events) history.add(event);
  return [...summaryLines(history, kind)];
}

describe("perf sched timehist", () => {
  it.each<[string, TimehistOptions, TimehistColumns]>([
    ["timehist", {}, {}],
    ["timehist-wakeups", {}, { wakeups: true }],
    ["timehist-next", {}, { next: true }],
    ["timehist-visual", {}, { visualCpus: cpus }],
    ["timehist-idle", { idle: true }, {}],
    ["timehist-time", { fromNs: 654_636_177_500, toNs: 654_636_600_000 }, { wakeups: true }],
    ["timehist-tid", { pids: new Set([8336]) }, { wakeups: true }],
  ])("%s", (name, options, columns) => {
    expect(timehist(options, columns)).toEqual(linesOf(`${name}.txt.gz`));
  });
});

describe("perf sched timehist --summary", () => {
  /** perf takes parents from records that no text has, and counts migrations only where it shows them. */
  const comparable = (lines: readonly string[]) =>
    lines.map((line) =>
      /\[\d+\] /.test(line) ? `${line.slice(0, 30)}${line.slice(38).replace(/ {7}\d$/, "")}` : line,
    );

  it.each<[string, TimehistOptions, SummaryOptions]>([
    ["summary", {}, { kind: "run", cpus }],
    ["summary-state", {}, { kind: "wait", cpus }],
    ["summary-idle", { idle: true }, { kind: "idle", cpus }],
    ["summary-tid", { pids: new Set([8336]) }, { kind: "run", cpus, tasksOnly: true }],
  ])("%s", (name, options, kind) => {
    const lines = summary(options, kind);
    expect(comparable(lines)).toEqual(comparable(linesOf(`${name}.txt`)));
    expect(lines.map((line) => line.length)).toEqual(linesOf(`${name}.txt`).map((line) => line.length));
  });
});

describe("perf sched latency", () => {
  it.each([
    ["latency", {}],
    ["latency-pids-max", { byPid: true, sort: ["max"] as const }],
  ])("%s", (name, order) => {
    const report = new LatencyReport({ wakeupsFrom: "wakeup" });
    for (const event of events) report.add(event);
    // Ours tells on stderr, in words, how complete a recording is.
    expect([...latencyLines(report.rows(order))]).toEqual(
      linesOf(`${name}.txt`).filter((line) => !line.startsWith("  INFO:")),
    );
  });

  it("counts wake-ups told by waking unless asked not to: perf records no others", () => {
    const switches = (options: LatencyOptions) => {
      const report = new LatencyReport(options);
      for (const event of events) report.add(event);
      return report.rows().reduce((total, row) => total + row.switches, 0);
    };
    // Of 256 wakings on this recording many are followed by a switch that is missing.
    expect([switches({}), switches({ wakeupsFrom: "wakeup" })]).toEqual([221, 65]);
  });
});

describe("perf sched map", () => {
  it.each<[string, MapOptions]>([
    ["map", { cpuCount: cpus }],
    ["map-compact", { compact: true }],
  ])("%s", (name, options) => {
    const map = new MapReport(options);
    const lines = events.flatMap((event) => {
      const row = map.add(event);
      return row === null ? [] : mapLine(row, options);
    });
    expect(lines).toEqual(linesOf(`${name}.txt.gz`));
  });
});
