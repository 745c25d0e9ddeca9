/** Every shape of a line that is known from real files, one line each, and the event that it stands for. */
import { describe, expect, test } from "vitest";
import { readAll, tally } from "../read.js";

const switchBody =
  "prev_comm=foo bar prev_pid=42 prev_prio=120 prev_state=S ==> next_comm=kworker/1:0 next_pid=7 next_prio=100";
const theSwitch = {
  kind: "switch",
  previousName: "foo bar",
  previousPid: 42,
  previousPriority: 120,
  previousState: "S",
  preempted: false,
  nextName: "kworker/1:0",
  nextPid: 7,
  nextPriority: 100,
};

describe("the columns before a switch", () => {
  test.each<[string, string, { cpu: number | null; timeNs: number }]>([
    ["no flags", "         foo bar-42    [003]  4467.8: sched_switch: ", { cpu: 3, timeNs: 4467_800_000_000 }],
    [
      "four flags",
      "         foo bar-42    [003] d..3   123.456789: sched_switch: ",
      { cpu: 3, timeNs: 123_456_789_000 },
    ],
    [
      "five flags",
      "         foo bar-42    [003] d..2.   123.456789: sched_switch: ",
      { cpu: 3, timeNs: 123_456_789_000 },
    ],
    [
      "eight flags",
      "     foo bar-42 [015] dNh2.x.b 18481.505414: sched_switch: ",
      { cpu: 15, timeNs: 18_481_505_414_000 },
    ],
    ["a digit among the flags", "foo bar-42 [001] dN.5 1.000001: sched_switch: ", { cpu: 1, timeNs: 1_000_001_000 }],
    ["thread group", "foo bar-42    (   12) [002] d..3 9.5: sched_switch: ", { cpu: 2, timeNs: 9_500_000_000 }],
    ["thread group unknown", "foo bar-42    (-----) [002] d..3 9.5: sched_switch: ", { cpu: 2, timeNs: 9_500_000_000 }],
    ["thread group, no flags", "foo bar-42 (42) [002] 9.5: sched_switch: ", { cpu: 2, timeNs: 9_500_000_000 }],
    ["tabs", "\tfoo bar-42\t[002]\t9.5:\tsched_switch:\t", { cpu: 2, timeNs: 9_500_000_000 }],
    [
      "trace-cmd",
      "         foo bar-42    [002]   259445.106953: sched_switch:         ",
      { cpu: 2, timeNs: 259_445_106_953_000 },
    ],
    [
      "trace-cmd -t",
      "  foo bar-42    [002]   259445.106953123: sched_switch:     ",
      { cpu: 2, timeNs: 259_445_106_953_123 },
    ],
    [
      "trace-cmd -l",
      "  foo bar-42      2d..3 259445.106953: sched_switch:     ",
      { cpu: 2, timeNs: 259_445_106_953_000 },
    ],
    [
      "trace-cmd -l, many CPUs",
      "  foo bar-42    110d... 81778.908247: sched_switch: ",
      { cpu: 110, timeNs: 81_778_908_247_000 },
    ],
    ["kernel's latency format", "  foo bar-42      0d..3   15us : sched_switch: ", { cpu: 0, timeNs: 15_000 }],
    ["kernel's latency format, marked", "  foo bar-42      0d..3  150us+: sched_switch: ", { cpu: 0, timeNs: 150_000 }],
    ["a clock that counts", "  foo bar-42  [000] d..3 123456789: sched_switch: ", { cpu: 0, timeNs: 123_456_789 }],
    [
      "perf script",
      "         foo bar    42 [001]  1300.585520:       sched:sched_switch: ",
      { cpu: 1, timeNs: 1300_585_520_000 },
    ],
    [
      "perf script --ns",
      "         foo bar    42 [001]  1300.585520001: sched:sched_switch: ",
      { cpu: 1, timeNs: 1300_585_520_001 },
    ],
    [
      "perf script with processes",
      "   foo bar    40/42    [001]  1300.5: sched:sched_switch: ",
      { cpu: 1, timeNs: 1300_500_000_000 },
    ],
    [
      "perf script without CPUs",
      "         foo bar    42  1300.585520: sched:sched_switch: ",
      { cpu: null, timeNs: 1300_585_520_000 },
    ],
    [
      "perf script, both",
      "     foo bar  40/42  1300.585520: sched:sched_switch: ",
      { cpu: null, timeNs: 1300_585_520_000 },
    ],
    ["perf script with periods", "foo bar\t42/42\t\t[000] 0.0:\t\t\t1 sched:sched_switch: ", { cpu: 0, timeNs: 0 }],
    [
      "perf script without groups",
      "     foo bar    42 [001]  1300.5: sched_switch: ",
      { cpu: 1, timeNs: 1300_500_000_000 },
    ],
    [
      "a long time",
      "foo bar-42 [000] .... 1600000.123456789: sched_switch: ",
      { cpu: 0, timeNs: 1_600_000_123_456_789 },
    ],
  ])("%s", async (_shape, head, { cpu, timeNs }) => {
    const { events, findings } = await readAll(`${head}${switchBody}\n`);
    expect(events).toEqual([{ ...theSwitch, cpu, timeNs }]);
    expect([...findings.skipped]).toEqual([]);
  });

  test("clocks that count from 1970 lose whole seconds rather than nanoseconds", async () => {
    const { events, findings } = await readAll(
      `foo bar-42 [000] .... 1713251161.254727001: sched_switch: ${switchBody}`,
    );
    expect(findings.originSeconds).toBe(1_713_000_000);
    expect(events).toMatchObject([{ timeNs: 251_161_254_727_001 }]);
  });

  test("several shapes in one file are told apart line by line", async () => {
    const { events } = await readAll(
      [
        `foo bar-42 [003] d..3 1.0: sched_switch: ${switchBody}`,
        `foo bar    42 [003] 2.0: sched:sched_switch: ${switchBody}`,
        `foo bar-42   3d..3 3.0: sched_switch: ${switchBody}`,
        `foo bar-42 (   42) [003] 4.0: sched_switch: ${switchBody}`,
      ].join("\r\n"),
    );
    expect(events).toEqual([1, 2, 3, 4].map((second) => ({ ...theSwitch, cpu: 3, timeNs: second * 1e9 })));
  });
});

describe("the body of a switch", () => {
  const read = async (body: string, head = "foo bar-42 [001] d..3 1.0") => {
    const { events, findings } = await readAll(`${head}: sched_switch: ${body}\n`);
    expect([...findings.skipped]).toEqual([]);
    return events[0];
  };

  test.each<[string, string, object]>([
    ["trace-cmd's plugin", "foo bar:42 [120] S ==> kworker/1:0:7 [100]", theSwitch],
    ["trace-cmd's plugin with a remark", "foo bar:42 [120] S ==> kworker/1:0:7 [100] [12770284:0x2e8:64]", theSwitch],
    ["perf's short one with a frame", "foo bar:42 [120] S ==> kworker/1:0:7 [100] ffffffff8bad311d x ([k])", theSwitch],
    ["that of the first kernels", "task foo bar:42 [120] (S) ==> kworker/1:0:7 [100]", theSwitch],
    [
      "negative priorities",
      "foo bar:42 [-1] S ==> kworker/1:0:7 [-101]",
      { ...theSwitch, previousPriority: -1, nextPriority: -101 },
    ],
    ["raw fields", switchBody.replace(" ==>", "").replace("=S", "=1"), theSwitch],
    ["raw fields in hexadecimal", switchBody.replace(" ==>", "").replace("=S", "=0x1"), theSwitch],
    ["a frame behind it", `${switchBody} ffffffff8bad311d ttwu_do_wakeup ([kernel.kallsyms])`, theSwitch],
  ])("%s", async (_spelling, body, event) => {
    expect(await read(body)).toEqual({ ...event, cpu: 1, timeNs: 1e9 });
  });

  test.each<[string, string, boolean | null]>([
    ["R", "R", null],
    ["R+", "R", true],
    ["S", "S", false],
    ["D|W", "D", false],
    ["S|K", "S", false],
    ["D|K", "D", false],
    ["x", "X", false],
    ["X", "X", false],
    ["Z", "Z", false],
    ["t", "t", false],
    ["T", "T", false],
    ["P", "P", false],
    ["I", "I", false],
    ["W", "?", null],
    ["K", "?", null],
    ["0", "R", null],
    ["1", "S", false],
    ["2", "D", false],
    ["130", "D", false],
    ["1026", "D", false],
    ["4", "T", false],
    ["8", "t", false],
    ["16", "?", null],
    ["64", "?", null],
    ["128", "?", null],
    ["256", "?", null],
    ["1024", "R", true],
    ["2048", "R", true],
    ["4096", "R", true],
    ["8192", "?", null],
  ])("state %s", async (written, previousState, preempted) => {
    expect(await read(switchBody.replace("prev_state=S", `prev_state=${written}`))).toMatchObject({
      previousState,
      preempted,
    });
  });
});

describe("the other events", () => {
  const head = "     waker-9 [001] dNh4 1.0: ";
  const common = { timeNs: 1e9, cpu: 1 };
  const woken = { pid: 42, name: "foo bar", priority: 120, targetCpu: 5 };
  const wakeup = { ...common, wakerPid: 9, wakerName: "waker", ...woken, inInterrupt: true };

  test.each<[string, object]>([
    ["sched_wakeup: comm=foo bar pid=42 prio=120 target_cpu=005", { kind: "wakeup", ...wakeup }],
    ["sched_wakeup: comm=foo bar pid=42 prio=120 success=1 target_cpu=005", { kind: "wakeup", ...wakeup }],
    ["sched_waking: comm=foo bar pid=42 prio=120 target_cpu=005", { kind: "waking", ...wakeup }],
    ["sched_wakeup_new: comm=foo bar pid=42 prio=120 target_cpu=005", { kind: "new", ...wakeup }],
    ["sched_wakeup:         foo bar:42 [120] CPU:005", { kind: "wakeup", ...wakeup }],
    ["sched_wakeup:         foo bar:42 [120] success=1 CPU:005", { kind: "wakeup", ...wakeup }],
    ["sched_wakeup:         foo bar:42 [120]<CANT FIND FIELD success> CPU:005", { kind: "wakeup", ...wakeup }],
    ["sched_wakeup: task foo bar:42 [120] success=1 [005]", { kind: "wakeup", ...wakeup }],
    [
      "sched_wakeup: comm=foo bar pid=42 prio=120 target_cpu=005 ffffffff8bad311d x ([kernel.kallsyms])",
      { kind: "wakeup", ...wakeup },
    ],
    [
      "sched_migrate_task: comm=foo bar pid=42 prio=120 orig_cpu=1 dest_cpu=0",
      { kind: "migrate", ...common, pid: 42, name: "foo bar", priority: 120, fromCpu: 1, toCpu: 0 },
    ],
    [
      "sched_process_fork: comm=foo bar pid=42 child_comm=foo child_pid=43",
      { kind: "fork", ...common, parentPid: 42, parentName: "foo bar", childPid: 43, childName: "foo" },
    ],
    [
      "sched_process_fork: parent_comm=foo bar parent_pid=42 child_comm=foo child_pid=43",
      { kind: "fork", ...common, parentPid: 42, parentName: "foo bar", childPid: 43, childName: "foo" },
    ],
    [
      "task_newtask: pid=43 comm=foo x clone_flags=3d0f00 oom_score_adj=0",
      { kind: "fork", ...common, parentPid: 9, parentName: "waker", childPid: 43, childName: "foo x" },
    ],
    [
      "sched_process_exit: comm=foo bar pid=42 prio=120",
      { kind: "exit", ...common, pid: 42, name: "foo bar", priority: 120 },
    ],
    [
      "sched_process_exit: comm=foo bar pid=42 prio=120 group_dead=true",
      { kind: "exit", ...common, pid: 42, name: "foo bar", priority: 120 },
    ],
    [
      "sched_stat_runtime: comm=foo bar pid=42 runtime=5014167 [ns] vruntime=244334517704 [ns]",
      { kind: "runtime", ...common, pid: 42, name: "foo bar", runtimeNs: 5_014_167 },
    ],
    [
      "sched_blocked_reason: pid=42 iowait=1 caller=worker_thread+0x534/0x820",
      { kind: "blocked", ...common, pid: 42, io: true, caller: "worker_thread+0x534/0x820" },
    ],
    [
      "task_rename: pid=42 oldcomm=foo newcomm=a new one oom_score_adj=0",
      { kind: "rename", ...common, pid: 42, name: "a new one" },
    ],
    ["tracing_mark_write: I|9|a mark", { kind: "mark", ...common, pid: 9, name: "waker", text: "I|9|a mark" }],
    [
      "ftrace:print: tracing_mark_write: I|9|a mark",
      { kind: "mark", ...common, pid: 9, name: "waker", text: "I|9|a mark" },
    ],
    [
      "sched_process_exec: filename=/lib/udev/probe-bcache-and-more pid=42 old_pid=42",
      { kind: "rename", ...common, pid: 42, name: "probe-bcache-an" },
    ],
  ])("%s", async (text, event) => {
    const { events, findings } = await readAll(`${head}${text}\n`);
    expect(events).toEqual([event]);
    expect([...findings.skipped]).toEqual([]);
  });

  test("a wake-up that did not succeed is counted, and no event", async () => {
    const { events, findings } = await readAll(
      `${head}sched_wakeup: comm=a pid=1 prio=120 success=0 target_cpu=000\n${head}sched_wakeup: comm=a pid=1 prio=120 success=1 target_cpu=000\n`,
    );
    expect(events).toHaveLength(1);
    expect(findings.notes.get("wake-up that did not succeed (success=0, ignored)")).toMatchObject({
      count: 1,
      place: { number: 1 },
    });
  });

  test("who was running is only the waker's name if the kernel still knew it", async () => {
    const body = "sched_wakeup: comm=a pid=1 prio=120 target_cpu=000";
    const { events } = await readAll(
      ["<...>-9 [001] d.s. 1.0", "<idle>-0 [001] .... 2.0", ":9 9 [001] 3.0", ":-1 -1 [001] 4.0"]
        .map((each) => `${each}: ${body}\n`)
        .join(""),
    );
    expect(events).toMatchObject([
      { wakerPid: 9, wakerName: null, inInterrupt: true },
      { wakerPid: 0, wakerName: "swapper/1", inInterrupt: false },
      { wakerPid: 9, wakerName: ":9", inInterrupt: null },
      { wakerPid: null, wakerName: ":-1", inInterrupt: null },
    ]);
  });

  test("a fork that is told twice happened once", async () => {
    const { events, findings } = await readAll(
      `${head}task_newtask: pid=43 comm=foo clone_flags=0 oom_score_adj=0\n${head}sched_process_fork: comm=waker pid=9 child_comm=foo child_pid=43\n`,
    );
    expect(events).toHaveLength(1);
    expect(findings.notes.get("fork that task_newtask has told already")?.count).toBe(1);
  });
});

describe("names", () => {
  const names = [
    "a=b",
    "x ==> y",
    "a [001] b",
    "k-9",
    "p pid=3 x",
    "ünïcödé",
    "a:1 [1] R ==> b",
    "-",
    "[0] 1.5: x:",
    "<a>",
    "1 2",
    "1 2 3",
  ];

  test.each(names)("%j is read in every spelling", async (name) => {
    const kernel = (head: string) =>
      `${head} sched_switch: prev_comm=${name} prev_pid=42 prev_prio=120 prev_state=S ==> next_comm=${name} next_pid=43 next_prio=120`;
    const lines = [
      kernel(`${name}-42 [001] d..2 1.0:`),
      kernel(`${name} 42 [001] 2.0:`),
      `${name}-42 [001] 3.0: sched_switch: ${name}:42 [120] S ==> ${name}:43 [120]`,
      `${name}-42 [001] 4.0: sched_wakeup: comm=${name} pid=43 prio=120 target_cpu=001`,
      `${name}-42 [001] 5.0: sched_process_fork: comm=${name} pid=42 child_comm=${name} child_pid=43`,
      `${name}-42 [001] 6.0: sched_migrate_task: comm=${name} pid=43 prio=120 orig_cpu=1 dest_cpu=2`,
    ];
    const { events } = await readAll(`${lines.join("\n")}\n`);
    const ofSwitch = { kind: "switch", previousName: name, previousPid: 42, nextName: name, nextPid: 43 };
    expect(events).toMatchObject([
      ofSwitch,
      ofSwitch,
      ofSwitch,
      { kind: "wakeup", name, pid: 43, wakerPid: 42 },
      { kind: "fork", parentName: name, childName: name, childPid: 43 },
      { kind: "migrate", name, pid: 43 },
    ]);
  });

  test("a name with newlines splits its record, and is put together again", async () => {
    const { events, findings } = await readAll(
      "a\nb 42 [001] 2.0: sched:sched_switch: prev_comm=a\nb prev_pid=42 prev_prio=120 prev_state=S ==> next_comm=c\n\nd next_pid=7 next_prio=120\n",
    );
    expect(events).toMatchObject([{ previousName: "a\nb", nextName: "c\n\nd", nextPid: 7 }]);
    expect(findings.skipped.size).toBe(1);
  });
});

describe("what is no event", () => {
  test("is counted by name, by reason, and with its first place", async () => {
    const { findings } = await readAll(
      [
        "# tracer: nop",
        "# entries-in-buffer/entries-written: 89484/912978   #P:4",
        "CPU:3 [LOST 12 EVENTS]",
        "CPU:1 [30 EVENTS DROPPED]",
        "CPU:0 [EVENTS DROPPED]",
        `foo bar-42 [003] d..3 1.0: sched_switch: ${switchBody}`,
        "foo-1 [003] d..3 1.0: cpu_idle: state=1 cpu_id=3",
        "foo-1 [003] d..3 1.0: tracing_mark_write: B|1|sched_switch: x",
        "foo-1 [003] d..3 1.0: tracing_mark_write: E",
        "foo-1 [003] d..3 1.0: sched_switch: nonsense",
        " => __schedule",
        "\tffffffff8bad311d ttwu_do_wakeup ([kernel.kallsyms])",
        "what is this",
        "foo 1 [000] 3.0: PERF_RECORD_LOST lost 5",
        "foo 1 [000] 3.0: 1 cycles:u: ffff x",
      ].join("\n"),
    );
    expect(findings.kind).toBe("ftrace");
    expect(findings.buffer).toEqual({ entriesInBuffer: 89484, entriesWritten: 912978 });
    expect(findings.lost).toMatchObject({ events: 47, unknown: 1, first: { place: { unit: "line", number: 3 } } });
    expect(Object.fromEntries(findings.otherEvents)).toEqual({ cpu_idle: 1, tracing_mark_write: 2, "cycles:u": 1 });
    const skipped = Object.fromEntries(
      [...findings.skipped].map(([reason, { count, place }]) => [reason, [count, place.number]]),
    );
    expect(skipped).toEqual({
      "scheduling event whose fields are not those of its name": [1, 10],
      "frame of a stack": [2, 11],
      "line without the columns of a record": [1, 13],
    });
  });

  test("a clock that goes back is told, and the events are put in order", async () => {
    const at = (time: string, cpu: number) => `foo bar-42 [00${cpu}] d..3 ${time}: sched_switch: ${switchBody}\n`;
    const { events, findings } = await readAll(at("2.0", 0) + at("1.5", 1) + at("1.0", 0) + at("3.0", 1));
    expect(events.map(({ timeNs }) => timeNs / 1e9)).toEqual([1, 1.5, 2, 3]);
    expect(findings.clockSteps).toMatchObject({ count: 1, largestNs: 1e9, place: { number: 3 } });
    expect(findings.reordered).toMatchObject({ count: 2, largestNs: 1e9 });
  });

  test("what comes later than the window allows is dropped and counted", async () => {
    const lines = Array.from(
      { length: 100 },
      (_, index) => `foo bar-42 [000] ${100 + index}.0: sched_switch: ${switchBody}\n`,
    );
    const pieces = [...lines, `foo bar-42 [000] 1.0: sched_switch: ${switchBody}\n`].map((line) =>
      new TextEncoder().encode(line),
    );
    const { events, findings } = await readAll(pieces, { window: 10 });
    expect(events).toHaveLength(100);
    expect(findings.tooLate).toMatchObject({ count: 1, place: { unit: "line", number: 101 } });
    expect(tally(events.map(({ kind }) => kind))).toEqual({ switch: 100 });
  });

  test("slices without a beginning or an end are counted", async () => {
    const line = (time: number, previous: number, next: number) =>
      `t-${previous} [000] ${time}.0: sched_switch: prev_comm=t prev_pid=${previous} prev_prio=120 prev_state=S ==> next_comm=t next_pid=${next} next_prio=120\n`;
    const { findings } = await readAll(line(1, 5, 6) + line(2, 6, 7) + line(3, 8, 9));
    expect(findings.chainBreaks).toMatchObject({ count: 1, place: { unit: "event", number: 3 } });
    expect(findings.clippedSlices).toEqual({ withoutStart: 2, withoutEnd: 2 });
  });
});
