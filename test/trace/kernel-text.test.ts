/** How events are spelled in the texts of ftrace and perf. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SchedlabError } from "../../src/errors.js";
import type { RecordedEvent, RecordedSwitch } from "../../src/recording/index.js";
import { createFtraceWriter, createPerfScriptWriter } from "../../src/trace/index.js";
import { commOf } from "../../src/trace/kernel/comm.js";
import { inputBytes, readAll } from "../recording/read.js";

const wakeTask: RecordedSwitch = {
  kind: "switch",
  timeNs: 123_456_789_012,
  cpu: 3,
  previousName: "swapper/3",
  previousPid: 0,
  previousPriority: 120,
  previousState: "R",
  preempted: false,
  nextName: "foo",
  nextPid: 42,
  nextPriority: 120,
};

const ftraceLines = (events: readonly RecordedEvent[]) =>
  createFtraceWriter({ cpus: 4 })
    .write(events)
    .split("\n")
    .filter((line) => !line.startsWith("#"));

describe("text in the spelling of ftrace", () => {
  it("has the kernel's columns", () => {
    const events: RecordedEvent[] = [
      wakeTask,
      {
        kind: "waking",
        timeNs: 123_456_789_013,
        cpu: 3,
        wakerPid: 42,
        wakerName: "foo",
        pid: 7,
        name: "ksoftirqd/1",
        priority: 120,
        targetCpu: 1,
        inInterrupt: true,
      },
      {
        kind: "migrate",
        timeNs: 123_456_789_014,
        cpu: 3,
        pid: 7,
        name: "ksoftirqd/1",
        priority: null,
        fromCpu: 1,
        toCpu: 2,
      },
      { ...wakeTask, previousPid: 42, previousName: "foo", preempted: true, nextPid: -4, nextName: "migration/3" },
      { kind: "blocked", timeNs: 123_456_789_015, cpu: 3, pid: 7, io: true, caller: "wait_on_page+0x1/0x2" },
      { kind: "rename", timeNs: 123_456_789_016, cpu: 3, pid: 7, name: "new name" },
    ];
    expect(ftraceLines(events)).toEqual([
      "          <idle>-0       [003] ....   123.456789012: sched_switch: prev_comm=swapper/3 prev_pid=0 prev_prio=120 prev_state=R ==> next_comm=foo next_pid=42 next_prio=120",
      "             foo-42      [003] ..h.   123.456789013: sched_waking: comm=ksoftirqd/1 pid=7 prio=120 target_cpu=001",
      "             foo-42      [003] ....   123.456789014: sched_migrate_task: comm=ksoftirqd/1 pid=7 prio=120 orig_cpu=1 dest_cpu=2",
      "             foo-42      [003] ....   123.456789012: sched_switch: prev_comm=foo prev_pid=42 prev_prio=120 prev_state=R+ ==> next_comm=migration/3 next_pid=2000000003 next_prio=120",
      "     migration/3-2000000003 [003] ....   123.456789015: sched_blocked_reason: pid=7 iowait=1 caller=wait_on_page+0x1/0x2",
      "     migration/3-2000000003 [003] ....   123.456789016: task_rename: pid=7 oldcomm=<...> newcomm=new name oom_score_adj=0",
      "",
    ]);
  });

  it("refuses an event without a CPU", () => {
    const write = () => createFtraceWriter({ cpus: 1 }).write([{ ...wakeTask, cpu: null }]);
    expect(write).toThrow(SchedlabError);
    expect(write).toThrow(
      /switch event at 123456789012 ns as ftrace text: the recording has no CPUs.*perf text instead/,
    );
  });
});

describe("text in the spelling of perf script", () => {
  it("is what perf printed of a real recording, once its times have nanoseconds", async () => {
    const input = new TextDecoder().decode(inputBytes("perf_script_hackbench_6.18.txt"));
    // `group_dead` is a field of late kernels that nobody reads.
    const text = input.replaceAll(" group_dead=true", "").trimEnd();
    const { events } = await readAll(`${text}\n`);
    const written = createPerfScriptWriter().write(events);
    const lines = written
      .trimEnd()
      .replaceAll(/(\.\d{6})000:/g, "$1:")
      .split("\n")
      .sort();
    expect(lines).toEqual(text.split("\n").sort());
  });

  it("leaves out the column of CPUs where there are none", () => {
    expect(createPerfScriptWriter().write([{ ...wakeTask, cpu: null }])).toMatch(
      /^ {9}swapper {5}0 {3}123\.456789012: /,
    );
  });
});

describe("a name as a kernel has it", () => {
  const cases: readonly (readonly [name: string, comm: string])[] = [
    ["intr/3", "intr/3"],
    ["fifteen-letters", "fifteen-letters"],
    ["sixteen-letters!", "sixteen-letters"],
    ["interactive-worker/12", "interactive-/12"],
    ["müßiggänger-schläft", "müßiggänger-"],
    ["a/1234567890123456", "a/1234567890123"],
    ["two\nlines\ttab", "two?lines?tab"],
  ];
  for (const [name, comm] of cases) {
    it(`of ${JSON.stringify(name)} is ${JSON.stringify(comm)}`, () => expect(commOf(name)).toBe(comm));
  }

  it("has at most 15 bytes, and keeps what tells tasks of one document apart", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.nat(999_999), fc.nat(999_999), (stem, one, other) => {
        expect(new TextEncoder().encode(commOf(`${stem}/${one}`)).length).toBeLessThanOrEqual(15);
        expect(commOf(`${stem}/${one}`) === commOf(`${stem}/${other}`)).toBe(one === other);
      }),
    );
  });
});
