/** Traces of Perfetto, made by an independent encoder. */
import { deflateSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { createSimulatedKernelTrace } from "../../../src/recording/from-simulation.js";
import type { RecordedEvent } from "../../../src/recording/index.js";
import { createPerfettoWriter, parseEventLine } from "../../../src/trace/index.js";
import { recordedTrace, recordedTraces } from "../../trace/fixtures.js";
import { readAll } from "../read.js";
import { encodeTrace } from "./schema.js";

const theSwitch = {
  prev_comm: "foo bar",
  prev_pid: 42,
  prev_prio: 120,
  prev_state: 1,
  next_comm: "swapper/3",
  next_pid: 0,
  next_prio: 120,
};
const wakeup = { comm: "foo bar", pid: 42, prio: 120, success: 1, target_cpu: 2 };
const bundle = (...event: object[]) => ({ ftrace_events: { cpu: 3, event } });

describe("the plain form", () => {
  test("a switch, its time to the nanosecond beyond 2^32", async () => {
    const timestamp = 1_600_000_123_456_789;
    const { events, findings } = await readAll(encodeTrace([bundle({ timestamp, pid: 42, sched_switch: theSwitch })]));
    expect(findings.kind).toBe("perfetto");
    expect(events).toEqual([
      {
        kind: "switch",
        timeNs: timestamp,
        cpu: 3,
        previousName: "foo bar",
        previousPid: 42,
        previousPriority: 120,
        previousState: "S",
        preempted: false,
        nextName: "swapper/3",
        nextPid: 0,
        nextPriority: 120,
      },
    ]);
  });

  test("every other event", async () => {
    const { events, findings } = await readAll(
      encodeTrace([
        {
          process_tree: {
            processes: [{ pid: 9, cmdline: ["/bin/waker", "-x"] }],
            threads: [{ tid: 10, name: "thread" }],
          },
        },
        bundle(
          { timestamp: 1, pid: 9, sched_waking: wakeup },
          { timestamp: 2, pid: 10, common_flags: 8, sched_wakeup: wakeup },
          { timestamp: 3, pid: 0, common_flags: 1, sched_wakeup_new: wakeup },
          { timestamp: 4, pid: 9, sched_wakeup: { ...wakeup, success: 0 } },
          { timestamp: 5, pid: 9, sched_migrate_task: { comm: "a", pid: 5, prio: 100, orig_cpu: 3, dest_cpu: 0 } },
          { timestamp: 6, pid: 9, task_newtask: { pid: 77, comm: "child" } },
          {
            timestamp: 7,
            pid: 9,
            sched_process_fork: { parent_comm: "waker", parent_pid: 9, child_comm: "child", child_pid: 77 },
          },
          { timestamp: 8, pid: 77, task_rename: { pid: 77, oldcomm: "child", newcomm: "grown" } },
          { timestamp: 9, pid: 77, sched_process_exec: { filename: "/usr/bin/something-long", pid: 77, old_pid: 77 } },
          { timestamp: 10, pid: 77, sched_process_exit: { comm: "grown", pid: 77, tgid: 77, prio: 120 } },
          { timestamp: 11, pid: 9, sched_blocked_reason: { pid: 42, caller: 4096, io_wait: 1 } },
          { timestamp: 12, pid: 9, print: { buf: "B|9|frame" } },
        ),
      ]),
    );
    const woken = { pid: 42, name: "foo bar", priority: 120, targetCpu: 2, cpu: 3 };
    expect(events).toEqual([
      { kind: "waking", timeNs: 1, ...woken, wakerPid: 9, wakerName: "waker", inInterrupt: null },
      { kind: "wakeup", timeNs: 2, ...woken, wakerPid: 10, wakerName: "thread", inInterrupt: true },
      { kind: "new", timeNs: 3, ...woken, wakerPid: 0, wakerName: "swapper/3", inInterrupt: false },
      { kind: "migrate", timeNs: 5, cpu: 3, pid: 5, name: "a", priority: 100, fromCpu: 3, toCpu: 0 },
      { kind: "fork", timeNs: 6, cpu: 3, parentPid: 9, parentName: "waker", childPid: 77, childName: "child" },
      { kind: "rename", timeNs: 8, cpu: 3, pid: 77, name: "grown" },
      { kind: "rename", timeNs: 9, cpu: 3, pid: 77, name: "something-long" },
      { kind: "exit", timeNs: 10, cpu: 3, pid: 77, name: "grown", priority: 120 },
      { kind: "blocked", timeNs: 11, cpu: 3, pid: 42, io: true, caller: "0x1000" },
    ]);
    expect(findings.otherEvents.get("print")).toBe(1);
    expect(findings.notes.get("wake-up that did not succeed (success=0, ignored)")?.count).toBe(1);
    expect(findings.notes.get("fork that task_newtask has told already")?.count).toBe(1);
  });

  test.each([
    ["4.9.1", 256, "?", null],
    ["4.9.1", 4096, "R", true],
    ["4.14.0-rc1", 256, "R", true],
    ["6.1.25-android14", 32, "Z", false],
    ["6.1.25-android14", 128, "I", false],
    ["3.18.0", 32, "?", null],
  ])("in kernel %s the state %d is %s", async (release, prev_state, previousState, preempted) => {
    const { events } = await readAll(
      encodeTrace([
        { system_info: { utsname: { sysname: "Linux", release } } },
        bundle({ timestamp: 5, sched_switch: { ...theSwitch, prev_state } }),
      ]),
    );
    expect(events).toMatchObject([{ previousState, preempted }]);
  });
});

test("an idle task in an odd state makes no other state doubtful", async () => {
  const idle = { ...theSwitch, prev_comm: "swapper", prev_pid: 0, prev_state: 1, next_pid: 42 };
  const { events } = await readAll(
    encodeTrace([bundle({ timestamp: 1, sched_switch: idle }, { timestamp: 2, sched_switch: theSwitch })]),
  );
  expect(events).toMatchObject([{ previousState: "R" }, { previousPid: 42, previousState: "S" }]);
});

describe("the compact form", () => {
  const compact = {
    switch_timestamp: [1000, 50, 100],
    switch_prev_state: [1, 0, 2],
    switch_next_pid: [42, 0, 43],
    switch_next_prio: [120, 120, 110],
    intern_table: ["foo", "swapper/1", "bar"],
    switch_next_comm_index: [0, 1, 2],
    waking_timestamp: [1010, 1000],
    waking_pid: [43, 44],
    waking_target_cpu: [1, 0],
    waking_prio: [110, 100],
    waking_comm_index: [2, 2],
    waking_common_flags: [0, 8],
  };

  test("who leaves is who came last; nobody knows who left first", async () => {
    const { events, findings } = await readAll(encodeTrace([{ ftrace_events: { cpu: 1, compact_sched: compact } }]));
    expect(events).toMatchObject([
      {
        kind: "switch",
        timeNs: 1000,
        previousPid: null,
        previousName: null,
        previousState: "S",
        nextPid: 42,
        nextName: "foo",
      },
      {
        kind: "waking",
        timeNs: 1010,
        pid: 43,
        name: "bar",
        wakerPid: 42,
        wakerName: "foo",
        targetCpu: 1,
        inInterrupt: false,
      },
      { kind: "switch", timeNs: 1050, previousPid: 42, previousPriority: 120, previousState: "R", nextPid: 0 },
      { kind: "switch", timeNs: 1150, previousPid: 0, previousState: "R", nextPid: 43, nextPriority: 110 },
      { kind: "waking", timeNs: 2010, pid: 44, wakerPid: 43, inInterrupt: true },
    ]);
    expect(findings.chainBreaks).toBeNull();
  });

  test("the chain goes on in the next bundle of the CPU, and in the plain form; a loss breaks it", async () => {
    const next = {
      switch_timestamp: [5000],
      switch_prev_state: [1],
      switch_next_pid: [7],
      switch_next_prio: [120],
      intern_table: ["seven"],
      switch_next_comm_index: [0],
    };
    const { events, findings } = await readAll(
      encodeTrace([
        { ftrace_events: { cpu: 1, compact_sched: compact } },
        { ftrace_events: { cpu: 1, compact_sched: next } },
        {
          ftrace_events: {
            cpu: 1,
            event: [{ timestamp: 6000, sched_switch: { ...theSwitch, prev_pid: 7, next_pid: 8 } }],
          },
        },
        { ftrace_events: { cpu: 1, compact_sched: { ...next, switch_timestamp: [7000] } } },
        { ftrace_events: { cpu: 1, lost_events: true, compact_sched: { ...next, switch_timestamp: [8000] } } },
      ]),
    );
    const switches = events.filter(({ timeNs, kind }) => timeNs >= 5000 && kind === "switch");
    expect(switches).toMatchObject([
      { previousPid: 43 },
      { previousPid: 7 },
      { previousPid: 8 },
      { previousPid: null },
    ]);
    expect(findings.lost).toMatchObject({ events: 0, unknown: 1 });
  });

  test("columns that do not fit together are passed over and named", async () => {
    const broken = { ...compact, switch_next_pid: [42] };
    const { findings } = await readAll(
      encodeTrace([
        { ftrace_events: { cpu: 1, compact_sched: broken } },
        bundle({ timestamp: 1, sched_switch: theSwitch }),
      ]),
    );
    expect(findings.skipped.get("damaged compact events")).toMatchObject({
      count: 1,
      place: { unit: "packet", number: 1 },
    });
    expect(findings.events.switch).toBe(1);
  });
});

test("bundles of several CPUs are merged", async () => {
  const of = (cpu: number, times: number[]) => ({
    ftrace_events: { cpu, event: times.map((timestamp) => ({ timestamp, sched_switch: theSwitch })) },
  });
  const { events, findings } = await readAll(encodeTrace([of(0, [1, 5, 9]), of(1, [2, 4, 8]), of(0, [10, 12])]));
  expect(events.map(({ timeNs }) => timeNs)).toEqual([1, 2, 4, 5, 8, 9, 10, 12]);
  expect(findings.cpus).toEqual([0, 1]);
});

test("packets may be compressed", async () => {
  const inner = encodeTrace([
    bundle({ timestamp: 1, sched_switch: theSwitch }, { timestamp: 2, sched_waking: wakeup }),
  ]);
  const { events } = await readAll(
    encodeTrace([{ trusted_packet_sequence_id: 1 }, { compressed_packets: deflateSync(inner) }]),
  );
  expect(events.map(({ kind }) => kind)).toEqual(["switch", "waking"]);
});

test("Chrome puts the text of ftrace into its packets", async () => {
  const text = "foo-42 [001] 1.0: sched_wakeup: comm=a pid=1 prio=120 target_cpu=000\nbar-4 [001] 2.0: sched_wak";
  const more = "eup: comm=a pid=1 prio=120 target_cpu=000\n";
  const { events } = await readAll(
    encodeTrace([
      { chrome_events: { legacy_ftrace_output: [`# tracer: nop\n${"#\n".repeat(3000)}${text}`] } },
      { chrome_events: { legacy_ftrace_output: [more] } },
    ]),
  );
  expect(events).toMatchObject([{ timeNs: 1e9 }, { timeNs: 2e9 }]);
});

describe("the states of tasks of any kernel", () => {
  const [CREATED, RUNNABLE, RUNNING, SLEEPING, , , DEAD] = [1, 2, 3, 4, 5, 6, 7];
  const at = (timestamp: number, tid: number, state: number | undefined, cpu = 0) => ({
    timestamp,
    generic_kernel_task_state_event: { cpu, comm: `t${tid}`, tid, state, prio: 10 },
  });

  test("become switches, wake-ups and exits", async () => {
    const { events, findings } = await readAll(
      encodeTrace([
        at(10, 1, RUNNING),
        at(15, 2, CREATED),
        at(16, 2, RUNNABLE),
        at(20, 1, SLEEPING),
        at(20, 2, RUNNING),
        at(30, 2, DEAD),
        at(40, 1, RUNNABLE),
        at(41, 1, RUNNING),
        at(50, 1, RUNNABLE),
      ]),
    );
    expect(events).toMatchObject([
      { kind: "switch", timeNs: 10, cpu: 0, previousPid: null, nextPid: 1, nextName: "t1", nextPriority: 10 },
      { kind: "new", timeNs: 16, pid: 2, wakerPid: null },
      { kind: "switch", timeNs: 20, previousPid: 1, previousState: "S", nextPid: 2 },
      { kind: "exit", timeNs: 30, pid: 2 },
      { kind: "switch", timeNs: 30, previousPid: 2, previousState: "Z", nextPid: 0, nextName: "swapper/0" },
      { kind: "wakeup", timeNs: 40, pid: 1 },
      { kind: "switch", timeNs: 41, previousPid: 0, previousState: "R", nextPid: 1 },
      { kind: "switch", timeNs: 50, previousPid: 1, previousState: "R", nextPid: 0 },
    ]);
    expect(findings.chainBreaks).toBeNull();
  });
});

test("a file that ends in a packet is read up to there", async () => {
  const whole = encodeTrace([1, 2, 3].map((timestamp) => bundle({ timestamp, sched_switch: theSwitch })));
  const { events, findings } = await readAll(whole.subarray(0, whole.length - 5));
  expect(events).toHaveLength(2);
  expect(findings.truncated?.example).toContain("packet that is not complete");
});

test("a trace without events of ftrace is named as what it is", async () => {
  await expect(readAll(encodeTrace([{ timestamp: 1 }, { timestamp: 2 }]), { file: "a.pftrace" })).rejects.toThrow(
    /^a\.pftrace: this is a trace of Perfetto without events of ftrace; expected/,
  );
});

describe.each(recordedTraces)("schedlab's own trace %s", (name) => {
  test("is read back as it was written", async () => {
    const taskName = (pid: number) => `task ${pid}`;
    const simulated = recordedTrace(name).trimEnd().split("\n").map(parseEventLine);
    const recorded = createSimulatedKernelTrace({ cpus: 8, taskName })(simulated).filter(
      // Kernel threads of the simulation have numbers that no kernel has, and are renumbered.
      (event) => Object.values(event).every((value) => typeof value !== "number" || value >= 0),
    );
    const writer = createPerfettoWriter({ cpus: 8, name: "x" });
    const { events } = await readAll(Buffer.concat([writer.encode(recorded), writer.end()]));
    const comparable = (all: readonly RecordedEvent[]) =>
      // Wake-ups are written as viewers need them, not as they were.
      all
        .filter(({ kind }) => kind === "switch" || kind === "migrate" || kind === "exit")
        // Each CPU has bundles of its own, so that what happens on two of them in one nanosecond loses its order.
        .sort((a, b) => a.timeNs - b.timeNs || (a.cpu ?? 0) - (b.cpu ?? 0))
        .map((event) => {
          const { preempted, wakerName, inInterrupt, ...rest } = {
            preempted: null,
            wakerName: null,
            inInterrupt: null,
            ...event,
          };
          return rest;
        });
    expect(comparable(events)).toEqual(comparable(recorded));
  });
});
