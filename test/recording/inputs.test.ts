/**
 * Real traces from many hands; what must be found in them was counted by an independent script (test/inputs/ORIGIN.md).
 */
import { expect, test } from "vitest";
import { inputBytes, kindsOf, readAll, statesOf } from "./read.js";

const spanSeconds = ({ findings }: Awaited<ReturnType<typeof readAll>>) =>
  findings.span === null ? null : (findings.span.lastNs - findings.span.firstNs) / 1e9;

test("the oldest text of Android has neither header nor flags", async () => {
  const read = await readAll(inputBytes("android_systrace.txt"));
  expect(read.findings.kind).toBe("ftrace");
  expect(kindsOf(read)).toEqual({ switch: 58, wakeup: 33 });
  expect(statesOf(read)).toEqual({ R: 24, S: 21, D: 13 });
  expect(read.findings.cpus).toEqual([0]);
  // The idle task is the thirteenth.
  expect(read.findings.tasks).toBe(12);
  expect(spanSeconds(read)).toBe(0.119915);
  const priorities = read.events.flatMap((event) =>
    event.kind === "switch" ? [event.previousPriority, event.nextPriority] : [],
  );
  expect([Math.min(...(priorities as number[])), Math.max(...(priorities as number[]))]).toEqual([0, 120]);
  expect([...read.findings.skipped]).toEqual([]);
});

test("a column of thread groups may hold only dashes", async () => {
  const read = await readAll(inputBytes("atrace_missing_tgids.txt"));
  expect(kindsOf(read)).toEqual({ switch: 72, wakeup: 44 });
  expect(statesOf(read)).toEqual({ S: 35, R: 23, D: 9, "R+": 4, X: 1 });
  expect(read.findings.tasks).toBe(22);
  expect(spanSeconds(read)).toBe(1.000109);
  expect(read.findings.buffer).toEqual({ entriesInBuffer: 116, entriesWritten: 116 });
  const wakeups = read.events.flatMap((event) => (event.kind === "wakeup" ? [event.inInterrupt] : []));
  expect(wakeups.filter((inInterrupt) => inInterrupt)).not.toEqual([]);
  expect(wakeups).not.toContain(null);
});

test("numbers for states are not trusted where an idle task has one that none can have", async () => {
  const read = await readAll(inputBytes("trace_idle_unsorted.txt"));
  const { findings } = read;
  expect(findings.kind).toBe("trace-cmd");
  expect(kindsOf(read)).toEqual({ switch: 6 });
  expect(statesOf(read)).toEqual({ "?": 3, R: 3 });
  expect(findings.clockSteps).toMatchObject({ count: 1, largestNs: 2000, place: { unit: "line", number: 10 } });
  expect(findings.truncated).toMatchObject({ place: { number: 17 } });
  expect(findings.truncated?.example).toContain("prev_comm=bash prev_pid=14840");
  expect([...findings.otherEvents]).toEqual([["cpu_idle", 8]]);
});

test("a file may end without a newline", async () => {
  const read = await readAll(inputBytes("trace_no_trailing_line.txt"));
  expect(kindsOf(read)).toEqual({ switch: 1 });
  expect(read.findings.lines).toBe(10);
  expect(read.findings.otherEvents.get("cpu_idle")).toBe(9);
});

test("perf with tabs, a byte order mark, periods and stacks", async () => {
  const read = await readAll(inputBytes("perfview_mixed_switches.txt"));
  expect(read.findings.kind).toBe("perf");
  expect(kindsOf(read)).toEqual({ switch: 4 });
  expect(read.events.map(({ timeNs }) => timeNs)).toEqual([0, 1e9, 2e9, 3e9]);
  expect(read.findings.byteOrderMark).toBe(true);
  expect(read.findings.skipped.get("frame of a stack")?.count).toBe(5);
});

test("perf in its short form", async () => {
  const read = await readAll(inputBytes("perfview_format2.txt"));
  expect(read.events).toMatchObject([
    { cpu: 0, previousName: "comm1", previousPid: 0, previousState: "S", nextName: "comm2", nextPid: 1 },
    { cpu: 1, previousName: "comm2", previousPid: 1, previousPriority: 0, nextName: "comm1", nextPriority: 1 },
  ]);
});

test("the first column may name another task than the event", async () => {
  const read = await readAll(inputBytes("sched_blocked_systrace.systrace"));
  expect(kindsOf(read)).toEqual({ switch: 4, blocked: 2 });
  expect(read.findings.notes.get("switch whose first column names another task than prev_pid")?.count).toBe(1);
  expect(read.events.filter(({ kind }) => kind === "blocked")).toMatchObject([
    { pid: 269, io: false, caller: "worker_thread+0x534/0x820" },
    { pid: 2172, io: true, caller: "__filemap_fdatawait_range+0x134/0x150" },
  ]);
});

test("a recording of some processes only has breaks in its chains", async () => {
  const read = await readAll(inputBytes("perf_script_hackbench_6.18.txt"));
  expect(kindsOf(read)).toMatchObject({ switch: 17, fork: 6, new: 6, exit: 7, migrate: 1 });
  expect(read.findings.chainBreaks?.count).toBe(3);
  expect(read.findings.clippedSlices).toEqual({ withoutStart: 4, withoutEnd: 4 });
});

test("trace-cmd's plugins leave out who was preempted", async () => {
  const read = await readAll(inputBytes("lisa_sched_head.txt"));
  expect(read.findings.kind).toBe("trace-cmd");
  expect(kindsOf(read)).toEqual({ switch: 6, wakeup: 3, exit: 1, runtime: 8 });
  expect(statesOf(read)).toEqual({ R: 2, S: 3, X: 1 });
  expect(Object.fromEntries(read.findings.otherEvents)).toEqual({
    sched_stat_sleep: 3,
    sched_stat_wait: 4,
    cpu_idle: 3,
  });
  expect([...read.findings.skipped]).toEqual([]);
});

test("numbers for states say what is the same in all kernels", async () => {
  const read = await readAll(inputBytes("lisa_raw_head.txt"));
  expect(kindsOf(read)).toEqual({ switch: 9, wakeup: 5 });
  expect(statesOf(read)).toEqual({ "?": 1, R: 2, "R+": 3, S: 2, D: 1 });
});

test("a page may hold other events only", async () => {
  await expect(readAll(inputBytes("trivial_systrace.html"), { file: "trivial.html" })).rejects.toThrow(
    /^trivial\.html: this is a trace of other events: 0; it holds no scheduling events; record/,
  );
});
