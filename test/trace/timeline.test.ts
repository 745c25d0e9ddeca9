import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { SwitchEvent } from "../../src/engine/types.js";
import { formatTimeline, linesOf, parseEventLine, TimelineCollector } from "../../src/trace/index.js";
import { recordedTrace } from "./fixtures.js";

function switchTo(timeNs: number, next: number, cpu = 0): SwitchEvent {
  return { kind: "switch", timeNs, cpu, previous: 0, previousPriority: 0, previousState: "R", next, nextPriority: 0 };
}

const sum = (values: Iterable<number>) => [...values].reduce((total, value) => total + value, 0);
const taskName = (pid: number) => `task/${pid}`;

describe("a timeline", () => {
  it("puts each task's CPU time into the buckets in which it ran", () => {
    const collector = new TimelineCollector({ cpus: 1, durationNs: 100, buckets: 10 });
    collector.add([switchTo(5, 1), switchTo(25, 2), switchTo(28, 0), switchTo(90, 1)]);
    const { tasks, cpus } = collector.finish();
    expect(tasks.map(({ pid, cpuTimeNs }) => [pid, cpuTimeNs])).toEqual([
      [1, 30],
      [2, 3],
    ]);
    expect([...(tasks[0]?.busyNs ?? [])]).toEqual([5, 10, 5, 0, 0, 0, 0, 0, 0, 10]);
    expect([...(tasks[1]?.busyNs ?? [])]).toEqual([0, 0, 3, 0, 0, 0, 0, 0, 0, 0]);
    expect([...(cpus[0]?.busyNs ?? [])]).toEqual([5, 10, 8, 0, 0, 0, 0, 0, 0, 10]);
  });

  it("loses no time, whatever the switches and wherever rows end", () => {
    const switches = fc.array(
      fc.tuple(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 0, max: 9 }), fc.integer({ min: 0, max: 1 })),
    );
    fc.assert(
      fc.property(
        switches,
        fc.integer({ min: 1, max: 13 }),
        fc.integer({ min: 1, max: 5 }),
        (steps, buckets, maxRows) => {
          const events: SwitchEvent[] = [];
          let now = 0;
          for (const [delta, pid, cpu] of steps) {
            now += delta;
            events.push(switchTo(now, pid, cpu));
          }
          const durationNs = now + 50;
          const collector = new TimelineCollector({ cpus: 2, durationNs, buckets, maxRows });
          collector.add(events);
          const { tasks, cpus, rest } = collector.finish();
          const busy = (row: { busyNs: Float64Array }) => sum(row.busyNs);
          const everybody = [...tasks, rest];
          expect(sum(everybody.map((row) => row.cpuTimeNs))).toBe(sum(cpus.map((row) => row.cpuTimeNs)));
          for (const row of [...everybody, ...cpus]) expect(busy(row)).toBeCloseTo(row.cpuTimeNs, 6);
          for (const row of cpus)
            for (const ns of row.busyNs) expect(ns).toBeLessThanOrEqual(durationNs / buckets + 1e-9);
          expect(tasks.length).toBeLessThanOrEqual(maxRows);
          const ran = new Set<number>();
          for (const cpu of [0, 1]) {
            const own = events.filter((event) => event.cpu === cpu);
            for (const [index, event] of own.entries()) {
              if (event.next > 0 && (own[index + 1]?.timeNs ?? durationNs) > event.timeNs) ran.add(event.next);
            }
          }
          expect(tasks.length + rest.count).toBe(ran.size);
        },
      ),
    );
  });

  it("can be finished twice", () => {
    const collector = new TimelineCollector({ cpus: 1, durationNs: 100 });
    collector.add([switchTo(10, 1)]);
    expect(collector.finish().tasks[0]?.cpuTimeNs).toBe(90);
    expect(collector.finish().tasks[0]?.cpuTimeNs).toBe(90);
  });

  it("takes a recorded trace with kernel threads, which get no row", () => {
    const events = [...linesOf(recordedTrace("o1-2.6.22-migration-thread-weight"))].map(parseEventLine);
    const collector = new TimelineCollector({ cpus: 4, durationNs: 1e9 });
    collector.add(events);
    expect(collector.finish().tasks.every((row) => row.pid > 0)).toBe(true);
  });
});

describe("the picture of a timeline", () => {
  const collector = new TimelineCollector({ cpus: 1, durationNs: 10_000_000_000, buckets: 100 });
  collector.add([switchTo(0, 1), switchTo(5_000_000_000, 2), switchTo(6_000_000_000, 3), switchTo(6_100_000_000, 0)]);
  const timeline = collector.finish();

  it("shows who ran when, and for how much of the time", () => {
    expect(formatTimeline(timeline, { width: 40, taskName })).toBe(
      [
        "       0                   10 s",
        "CPU 0  ██████████████▅            61.0 %",
        "task/1 ████████████               50.0 %",
        "task/2             ██▃            10.0 %",
        "task/3               ▂             1.0 %",
      ].join("\n"),
    );
  });

  it("can be drawn without block characters", () => {
    const text = formatTimeline(timeline, { width: 40, taskName, characters: "ascii" });
    expect(text).toMatch(/^[ -~\n]+$/);
    expect(text).toContain("task/2             @@-            10.0 %");
  });

  it("gathers what has no row of its own in a last one", () => {
    const lines = formatTimeline(timeline, { width: 40, rows: 2, taskName }).split("\n");
    expect(lines.slice(2)).toEqual([
      "task/1   ███████████              50.0 %",
      "2 others            ██▃           11.0 %",
    ]);
  });

  it("is as wide as was asked for in every line, whatever the names", () => {
    fc.assert(
      fc.property(fc.integer({ min: 40, max: 200 }), fc.string(), (width, name) => {
        const lines = formatTimeline(timeline, { width, taskName: () => name }).split("\n");
        for (const line of lines.slice(1)) expect([...line]).toHaveLength(width);
        expect(lines).toHaveLength(5);
      }),
    );
  });

  it("lets no name steer the terminal", () => {
    const text = formatTimeline(timeline, { taskName: () => "\u001b[31mred\nline" });
    expect(text).not.toContain("\u001b");
    expect(text.split("\n")).toHaveLength(5);
  });

  it("hands its parts to the painter, whose colours do not move anything", () => {
    const paint = (text: string, part: string) => `<${part}>${text}</${part}>`;
    const painted = formatTimeline(timeline, { width: 40, taskName, paint });
    expect(painted).toContain("<task>task/1</task> <bar>█");
    expect(painted.replaceAll(/<\/?(axis|cpu|task|others|bar|share)>/g, "")).toBe(
      formatTimeline(timeline, { width: 40, taskName }),
    );
  });

  it("draws many CPUs as one row", () => {
    const many = new TimelineCollector({ cpus: 16, durationNs: 1_000_000 });
    many.add(Array.from({ length: 8 }, (_, cpu) => switchTo(0, cpu + 1, cpu)));
    const lines = formatTimeline(many.finish(), { taskName }).split("\n");
    expect(lines[0]).toMatch(/^ +0 +1 ms$/);
    expect(lines[1]).toMatch(/^16 CPUs ▄+ +50\.0 %$/);
  });

  it("of nothing at all is still a picture", () => {
    const nothing = new TimelineCollector({ cpus: 1, durationNs: 0 }).finish();
    expect(formatTimeline(nothing, { width: 40, taskName })).toMatch(/^ +0 +0 ns\nCPU 0 +0\.0 %$/);
  });
});
