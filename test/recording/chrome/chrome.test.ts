/** Scheduling in the Chrome trace event format: schedlab's own traces, and what others make. */
import { describe, expect, test } from "vitest";
import { createSimulatedRecording } from "../../../src/recording/from-simulation.js";
import { createChromeTraceWriter, createTsvWriter, parseEventLine } from "../../../src/trace/index.js";
import { recordedTrace, recordedTraces } from "../../trace/fixtures.js";
import { readAll } from "../read.js";

const metadata = (pid: number, tid: number, name: string) => ({
  ph: "M",
  name: "thread_name",
  pid,
  tid,
  args: { name },
});
const slice = (ts: number, dur: number, name: string, args: object, tid = 0) => ({
  ph: "X",
  pid: 1,
  tid,
  ts,
  dur,
  name,
  cat: "x",
  args,
});
const cpus = [metadata(1, 0, "CPU 0"), metadata(1, 1, "CPU 1")];

describe("slices on tracks of CPUs", () => {
  const records = [
    ...cpus,
    slice(1.5, 2, "a", { pid: 5, prio: 120, end_state: "R+" }),
    slice(3.5, 1, "b", { pid: 6, endState: "S" }),
    slice(2, 9, "c", { pid: 7 }, 1),
    slice(6.001, 1, "a", { pid: 5 }),
  ];
  const expected = [
    { timeNs: 1500, cpu: 0, previousPid: 0, previousState: "R", nextPid: 5, nextPriority: 120 },
    { timeNs: 2000, cpu: 1, previousPid: 0, nextPid: 7, nextPriority: null },
    { timeNs: 3500, cpu: 0, previousPid: 5, previousState: "R", preempted: true, nextPid: 6 },
    { timeNs: 4500, cpu: 0, previousPid: 6, previousState: "S", nextPid: 0, nextName: "swapper/0" },
    { timeNs: 6001, cpu: 0, previousPid: 0, nextPid: 5 },
    { timeNs: 7001, cpu: 0, previousPid: 5, previousState: "?", nextPid: 0 },
    { timeNs: 11_000, cpu: 1, previousPid: 7, nextPid: 0 },
  ];

  test.each([
    [
      "an object",
      JSON.stringify({ displayTimeUnit: "ms", otherData: { a: ["}"], b: 'x"]' }, traceEvents: records, z: 1 }),
    ],
    ["an array", JSON.stringify(records)],
    ["an array that was not closed", `[\n${records.map((record) => JSON.stringify(record)).join(",\n")},\n`],
    ["with blanks", JSON.stringify({ traceEvents: records }, null, 2)],
  ])("in %s become switches", async (_what, json) => {
    const { events, findings } = await readAll(json);
    expect(events).toMatchObject(expected);
    expect(findings).toMatchObject({ kind: "chrome", wrappings: ["JSON"], reordered: null, chainBreaks: null });
    expect(findings.span).toEqual({ firstNs: 1500, lastNs: 11_000 });
  });

  test("as beginnings and ends become switches, too", async () => {
    const begin = { ph: "B", pid: 1, tid: 0, ts: 1, name: "a", args: { pid: 5 } };
    const end = { ph: "E", pid: 1, tid: 0, ts: 3, args: { end_state: "D" } };
    const { events } = await readAll(JSON.stringify([...cpus, begin, end]));
    expect(events).toMatchObject([
      { timeNs: 1000, nextPid: 5 },
      { timeNs: 3000, previousPid: 5, previousState: "D", nextPid: 0 },
    ]);
  });

  test("may be known by their process, by words instead of numbers, or by an argument", async () => {
    const process = { ph: "M", name: "process_name", pid: 9, args: { name: "CPUs" } };
    const { events } = await readAll(
      JSON.stringify([
        process,
        { ...slice(1, 1, "a [5]", {}, 3), pid: 9 },
        { ...slice(5, 1, "b (6)", {}), pid: "CPUs", tid: "CPU 4" },
        { ...slice(9, 1, "c", { cpu: 2, pid: 7 }), pid: 3, tid: 7, cat: "sched" },
      ]),
    );
    expect(events.map((event) => (event.kind === "switch" ? [event.cpu, event.nextPid] : null))).toEqual([
      [3, 5],
      [3, 0],
      [4, 6],
      [4, 0],
      [2, 7],
      [2, 0],
    ]);
  });

  test("that have only a name are told apart by it, and that is said", async () => {
    const { events, findings } = await readAll(
      JSON.stringify([
        ...cpus,
        slice(1, 1, "a", {}),
        slice(2, 1, "b", {}),
        slice(3, 1, "swapper/0", {}),
        slice(4, 1, "a", {}),
      ]),
    );
    expect(events.map((event) => (event.kind === "switch" ? event.nextPid : null))).toEqual([1, 2, 0, 1, 0]);
    expect(findings.notes.get("slice without a pid (tasks are told apart by their names)")?.count).toBe(3);
  });

  test("that overlap are left out and named", async () => {
    const { findings } = await readAll(
      JSON.stringify([...cpus, slice(1, 9, "a", { pid: 1 }), slice(5, 1, "b", { pid: 2 })]),
    );
    expect(findings.skipped.get("slice that begins before the last one of its CPU has ended")).toMatchObject({
      count: 1,
      example: "b on CPU 0",
    });
  });

  test("other records are counted by category", async () => {
    const { findings } = await readAll(
      JSON.stringify([
        ...cpus,
        slice(1, 9, "a", { pid: 1 }),
        { ph: "X", cat: "gpu", pid: 5, tid: 6, ts: 1, dur: 1, name: "z" },
        { ph: "C", pid: 5, ts: 2 },
      ]),
    );
    expect(Object.fromEntries(findings.otherEvents)).toEqual({ gpu: 1, "(phase C)": 1 });
  });

  test("a record that is cut off is named", async () => {
    const { events, findings } = await readAll(
      JSON.stringify([...cpus, slice(1, 9, "a", { pid: 1 }), slice(11, 9, "b", { pid: 2 })]).slice(0, -30),
    );
    expect(events).toHaveLength(2);
    expect(findings.truncated?.example).toContain('"ts":11');
  });
});

describe("the text of a kernel's trace beside the records", () => {
  const line = (name: string) =>
    `${name}-42 [001] d..2 1.0: sched_wakeup: comm=${name} pid=1 prio=120 target_cpu=000\n`;

  test.each([
    [
      "first",
      (text: string) => JSON.stringify({ systemTraceEvents: text, traceEvents: [{ ph: "i", cat: "x", ts: 1 }] }),
    ],
    [
      "last",
      (text: string) => JSON.stringify({ traceEvents: [{ ph: "i", cat: "x", ts: 1 }], systemTraceEvents: text }),
    ],
    [
      "with every character escaped",
      (text: string) =>
        `{"systemTraceEvents":"${[...text].flatMap((character) => character.split("").map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)).join("")}"}`,
    ],
  ])("%s", async (_where, json) => {
    const names = ["ünïcödé", 'qu"ote', "back\\slash", "😀 smile"];
    const { events } = await readAll(json(`# tracer: nop\n${names.map(line).join("")}`));
    expect(events.map((event) => (event.kind === "wakeup" ? event.name : ""))).toEqual(names);
  });
});

describe.each(recordedTraces)("schedlab's own trace %s", (name) => {
  const simulated = recordedTrace(name).trimEnd().split("\n").map(parseEventLine);
  const taskName = (pid: number) => (pid < 0 ? `migration/${-1 - pid}` : `task "${pid}"`);
  const cpus = 8;
  const recorded = simulated.map(createSimulatedRecording({ cpus, taskName }));

  test("in tabs are read as what they were", async () => {
    const writer = createTsvWriter();
    const { events, findings } = await readAll(writer.write(simulated) + writer.end());
    expect(findings.kind).toBe("schedlab");
    const nameless = ({ kind, timeNs, cpu }: (typeof events)[number]) => ({ kind, timeNs, cpu });
    expect(events.map(nameless)).toEqual(recorded.map(nameless));
  });

  test("in Chrome's format are read as what they were, but for switches of no length", async () => {
    const durationNs = (simulated.at(-1)?.timeNs ?? 0) + 1000;
    const writer = createChromeTraceWriter({ cpus, hz: 1000, scheduler: "x", durationNs, taskName });
    const { events } = await readAll(writer.write(simulated) + writer.end());
    const wakeups = (all: readonly { kind: string; timeNs: number }[]) =>
      all
        .filter(({ kind }) => kind !== "switch")
        .map(({ kind, timeNs }) => `${timeNs} ${kind}`)
        .sort();
    expect(wakeups(events)).toEqual(wakeups(recorded));
    const cpuTimes = (all: typeof events) => {
      const since = new Map<number, [pid: number, name: string | null, timeNs: number]>();
      const times: Record<string, number> = {};
      for (const event of all) {
        if (event.kind !== "switch" || event.cpu === null) continue;
        const [pid, name, start] = since.get(event.cpu) ?? [0, null, 0];
        if (pid !== 0) times[`${pid} ${name}`] = (times[`${pid} ${name}`] ?? 0) + event.timeNs - start;
        since.set(event.cpu, [event.nextPid, event.nextName, event.timeNs]);
      }
      for (const [pid, name, start] of since.values()) {
        if (pid !== 0) times[`${pid} ${name}`] = (times[`${pid} ${name}`] ?? 0) + durationNs - start;
      }
      return times;
    };
    expect(cpuTimes(events)).toEqual(cpuTimes(recorded));
  });
});
