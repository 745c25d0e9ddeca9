import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { TraceEvent } from "../../src/engine/types.js";
import { createChromeTraceWriter, linesOf, parseEventLine } from "../../src/trace/index.js";
import { type RecordedTrace, recordedTrace, recordedTraces } from "./fixtures.js";

interface ChromeEvent {
  readonly ph: string;
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur: number;
  readonly args: Record<string, unknown>;
}

interface ChromeTrace {
  readonly traceEvents: readonly ChromeEvent[];
  readonly displayTimeUnit: string;
  readonly otherData: unknown;
}

function eventsOf(name: RecordedTrace): TraceEvent[] {
  return [...linesOf(recordedTrace(name))].map(parseEventLine);
}

function chromeTextOf(events: readonly TraceEvent[], durationNs: number, batch = 5): string {
  const taskName = (pid: number) => `task "${pid}"`;
  const writer = createChromeTraceWriter({ cpus: 8, hz: 1000, scheduler: "o1-2.6.22", durationNs, taskName });
  let text = "";
  for (let at = 0; at < events.length; at += batch) text += writer.write(events.slice(at, at + batch));
  return text + writer.end();
}

function chromeOf(events: readonly TraceEvent[], durationNs: number): ChromeTrace {
  return JSON.parse(chromeTextOf(events, durationNs));
}

/** What viewers do with `ts` and `dur`. */
const nanoseconds = (microseconds: number) => Math.round(microseconds * 1000);

/** Slices by the name of their track's process and their thread. */
function tracksOf(trace: ChromeTrace): Map<string, { name: string; fromNs: number; toNs: number; args: object }[]> {
  const processNames = new Map(
    trace.traceEvents.filter((event) => event.name === "process_name").map((event) => [event.pid, event.args.name]),
  );
  const tracks = new Map<string, { name: string; fromNs: number; toNs: number; args: object }[]>();
  for (const event of trace.traceEvents.filter(({ ph }) => ph === "X")) {
    const track = `${processNames.get(event.pid)} ${event.tid}`;
    const fromNs = nanoseconds(event.ts);
    const slices = tracks.get(track) ?? [];
    slices.push({ name: event.name, fromNs, toNs: fromNs + nanoseconds(event.dur), args: event.args });
    tracks.set(track, slices);
  }
  return tracks;
}

/** Runs as [cpu, pid, from, to], straight from the switches. */
function runsOf(events: readonly TraceEvent[], durationNs: number): [number, number, number, number][] {
  const runs: [number, number, number, number][] = [];
  for (let cpu = 0; cpu < 8; cpu += 1) {
    const switches = events.flatMap((event) => (event.kind === "switch" && event.cpu === cpu ? [event] : []));
    for (const [index, event] of switches.entries()) {
      if (event.next !== 0) runs.push([cpu, event.next, event.timeNs, switches[index + 1]?.timeNs ?? durationNs]);
    }
  }
  return runs;
}

describe("a Chrome trace", () => {
  for (const name of recordedTraces) {
    const events = eventsOf(name);
    const durationNs = (events.at(-1)?.timeNs ?? 0) + 12_345_678;

    it(`of ${name} shows every run on its CPU's track and on its task's`, () => {
      const tracks = tracksOf(chromeOf(events, durationNs));
      const sorted = (runs: [number, number, number, number][]) => runs.map((run) => run.join(" ")).sort();
      const onCpus: [number, number, number, number][] = [];
      const onTasks: [number, number, number, number][] = [];
      for (const [track, slices] of tracks) {
        const thread = Number(track.split(" ").at(-1));
        for (const { name: slice, fromNs, toNs, args } of slices) {
          if (track.startsWith("CPUs")) onCpus.push([thread, (args as { pid: number }).pid, fromNs, toNs]);
          const pid = track.startsWith("Kernel") ? -1 - thread : thread;
          if (!track.startsWith("CPUs") && slice === "running") {
            onTasks.push([(args as { cpu: number }).cpu, pid, fromNs, toNs]);
          }
        }
      }
      expect(sorted(onCpus)).toEqual(sorted(runsOf(events, durationNs)));
      expect(sorted(onTasks)).toEqual(sorted(runsOf(events, durationNs)));
    });

    it(`of ${name} has no overlapping slices, and no gap in the life of a task`, () => {
      for (const [track, slices] of tracksOf(chromeOf(events, durationNs))) {
        for (const [index, slice] of slices.entries()) {
          const next = slices[index + 1];
          if (next === undefined) continue;
          if (track.startsWith("Tasks")) expect(next.fromNs, track).toBe(slice.toNs);
          else expect(next.fromNs, track).toBeGreaterThanOrEqual(slice.toNs);
        }
      }
    });

    it(`of ${name} has an instant for every wake-up, start, migration and exit`, () => {
      const instants = chromeOf(events, durationNs).traceEvents.filter(({ ph }) => ph === "i");
      const count = (kind: string) => instants.filter((event) => event.name === kind).length;
      for (const kind of ["wakeup", "new", "migrate", "exit"]) {
        expect(count(kind)).toBe(events.filter((event) => event.kind === kind).length);
      }
    });

    it(`of ${name} does not depend on how the events were batched`, () => {
      expect(chromeTextOf(events, durationNs, 1)).toBe(chromeTextOf(events, durationNs, events.length));
    });
  }

  it("names every track once, with names that need escaping", () => {
    const trace = chromeOf(eventsOf("o1-2.6.22-migration-thread-weight"), 1e9);
    const names = trace.traceEvents.filter((event) => event.name === "thread_name");
    const keys = names.map((event) => `${event.pid} ${event.tid}`);
    expect(new Set(keys).size).toBe(keys.length);
    const used = trace.traceEvents.filter(({ ph }) => ph !== "M").map((event) => `${event.pid} ${event.tid}`);
    for (const track of new Set(used)) expect(keys).toContain(track);
    expect(names.map((event) => event.args.name)).toEqual(
      expect.arrayContaining(["CPU 0", "CPU 7", 'task "1"', 'task "-1"']),
    );
  });

  it("keeps threads and processes apart, which viewers confuse when they share a number", () => {
    const { traceEvents } = chromeOf(eventsOf("o1-2.6.22-fork-tree"), 1e9);
    const threads = new Set(traceEvents.map((event) => event.tid));
    for (const process of new Set(traceEvents.map((event) => event.pid))) expect(threads.has(process)).toBe(false);
  });

  it("shows a sleeper and a blocked task as such, and what a preempted task waits for", () => {
    const states = new Set<string>();
    for (const name of recordedTraces) {
      const events = eventsOf(name);
      for (const [track, slices] of tracksOf(chromeOf(events, 1e12))) {
        if (track.startsWith("Tasks")) for (const slice of slices) states.add(slice.name);
      }
    }
    expect([...states].sort()).toEqual(["blocked", "runnable", "running", "sleeping"]);
  });

  it("writes times in microseconds to the nanosecond, however late", () => {
    const at = (timeNs: number): TraceEvent => ({ kind: "new", timeNs, cpu: 0, pid: 1, priority: 120 });
    const text = chromeTextOf([at(1_001), at(20_000), at(Number.MAX_SAFE_INTEGER)], 5);
    expect(text).toContain('"ts":1.001,');
    expect(text).toContain('"ts":20,');
    expect(text).toContain('"ts":9007199254740.991,');
    const micro = (timeNs: number) => /"name":"new".*?"ts":([0-9.]+)/.exec(chromeTextOf([at(timeNs)], 5))?.[1];
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 51 }), (timeNs) => {
        expect(nanoseconds(Number(micro(timeNs)))).toBe(timeNs);
      }),
    );
  });

  it("is the same as text and as bytes, names in any script included", () => {
    const events = eventsOf("o1-2.6.22-fork-tree");
    const context = {
      cpus: 8,
      hz: 1000,
      scheduler: "o1-2.6.22",
      durationNs: 1e9,
      taskName: (pid: number) => `задача ${pid}`,
    };
    const text = createChromeTraceWriter(context).write(events);
    expect(new TextDecoder().decode(createChromeTraceWriter(context).encode(events))).toBe(text);
    expect(text).toContain('"name":"задача 1"');
  });

  it("refuses a trace of a larger machine rather than dropping a CPU", () => {
    const context = { cpus: 1, hz: 1000, scheduler: "o1-2.6.22", durationNs: 1e9, taskName: String };
    const writer = createChromeTraceWriter(context);
    expect(() => writer.write(eventsOf("o1-2.6.22-migration-thread-weight"))).toThrow(/CPU [1-7], the machine has 1/);
  });

  it("of no events is valid, and begins as viewers expect", () => {
    const text = chromeTextOf([], 1e9);
    expect(text.startsWith('{"traceEvents":[')).toBe(true);
    expect(JSON.parse(text)).toMatchObject({
      displayTimeUnit: "ms",
      otherData: { scheduler: "o1-2.6.22", cpus: 8, hz: 1000 },
    });
  });
});
