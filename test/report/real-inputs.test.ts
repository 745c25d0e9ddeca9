/** Reports of real files that nobody here wrote: every switch that was counted in them has its row. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type RecordedEvent, RecordingReader } from "../../src/recording/index.js";
import { FiguresOfRecording, LatencyReport, MapReport, Timehist } from "../../src/report/index.js";

function eventsOf(file: string): RecordedEvent[] {
  const reader = new RecordingReader({ file });
  const bytes = readFileSync(new URL(`../inputs/${file}`, import.meta.url));
  return [...reader.push(bytes), ...reader.end()];
}

/** Switches, as counted by an independent script (test/inputs/ORIGIN.md). */
const inputs = [
  ["android_systrace.txt", 58],
  ["atrace_missing_tgids.txt", 72],
  ["perf_script_hackbench_6.18.txt", 17],
  ["perfview_mixed_switches.txt", 4],
  ["trace_no_trailing_line.txt", 1],
] as const;

describe.each(inputs)("%s", (file, switches) => {
  const events = eventsOf(file);

  it("has a row in the history and in the map for each switch", () => {
    const history = new Timehist();
    const map = new MapReport();
    const rows = events.flatMap((event) => history.add(event) ?? []).filter(({ kind }) => kind === "switch");
    expect(rows.length).toBe(switches);
    expect(history.switches).toBe(switches);
    expect(events.flatMap((event) => map.add(event) ?? []).length).toBe(switches);
  });

  it("has nobody run or wait for longer than it took", () => {
    const figures = new FiguresOfRecording();
    const waits = new LatencyReport();
    for (const event of events) {
      figures.add(event);
      waits.add(event);
    }
    const { tasks, spanNs, cpus, totals } = figures.finish(file);
    const ran = tasks.reduce((sum, { cpuTimeNs }) => sum + cpuTimeNs, 0);
    expect(ran).toBeLessThanOrEqual(spanNs * cpus);
    expect(totals.utilisation).toBeLessThanOrEqual(1);
    for (const task of tasks) expect(task.cpuTimeNs + task.waitNs + task.sleepNs).toBeLessThanOrEqual(spanNs);
    for (const row of waits.rows()) expect(row.maxDelayNs).toBeLessThanOrEqual(spanNs);
  });
});
