/**
 * Real traces from many hands, imported; what must be found was counted by an independent script
 * (test/inputs/ORIGIN.md).
 */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { inProject } from "../../../scripts/build/files.mjs";
import type { Imported, ImportOptions } from "../../../src/import/importer.js";
import { importWorkload } from "../../../src/import/index.js";
import { formatWorkload } from "../../../src/import/write.js";
import { RecordingReader } from "../../../src/recording/index.js";
import { compileWorkload, loadWorkload, type Program } from "../../../src/workload/index.js";
import { completeSlices } from "../../engine/import/complete-slices.js";

const bytesOf = (file: string) => readFileSync(inProject(`test/inputs/${file}`));
const imported = (file: string, options: ImportOptions = {}) => importWorkload(bytesOf(file), { file, ...options });
const fact = ({ facts }: Imported, name: string) => facts.find((each) => each.name === name)?.value;
const words = ({ warnings }: Imported) => warnings.map(({ message }) => message).join("\n");

/** Run time of each task of the workload, forked ones included. */
function runTimes(document: object): Record<string, number> {
  const times: Record<string, number> = {};
  const put = (name: string, program: Program): void => {
    times[name] = runTime(program, put);
  };
  for (const { name, program } of loadWorkload(document).tasks) put(name, program);
  return times;
}

function runTime(program: Program, put: (name: string, program: Program) => void): number {
  let total = 0;
  for (const operation of program) {
    if (operation.op === "fork") put(operation.task.name, operation.task.program);
    if (operation.op === "repeat") {
      for (const { op, span } of spansOf(operation.program)) {
        if (op !== "run") continue;
        total += typeof span === "number" ? span * Number(operation.count) : sequenceSum(span);
      }
    }
    if (operation.op === "run") total += operation.span as number;
  }
  return total;
}

const spansOf = (program: Program) => program.flatMap((operation) => ("span" in operation ? [operation] : []));
const sequenceSum = (span: object) => (span as { valuesNs: number[] }).valuesNs.reduce((sum, ns) => sum + ns, 0);

const traces = [
  {
    file: "android_systrace.txt",
    kind: "ftrace",
    events: "58 switch, 33 wakeup",
    tasks: 12,
    span: 119_915_000,
    cpus: 1,
  },
  {
    file: "atrace_missing_tgids.txt",
    kind: "ftrace",
    events: "72 switch, 44 wakeup",
    tasks: 22,
    span: 1_000_109_000,
    cpus: 1,
  },
  { file: "trace_idle_unsorted.txt", kind: "ftrace", events: "6 switch", tasks: 4, span: 465_000, cpus: 8 },
  { file: "perf_script_hackbench_6.18.txt", kind: "perf", events: "17 switch", tasks: 8, span: 1_884_000, cpus: 2 },
  {
    file: "sched_blocked_systrace.systrace",
    kind: "ftrace",
    events: "4 switch, 2 blocked",
    tasks: 2,
    span: 10_864_985_000,
    cpus: 7,
  },
  { file: "trace_legacy_systrace.html", kind: "systrace", events: "3 switch", tasks: 4, span: 472_000, cpus: 8 },
];

describe.each(traces)("$file", ({ file, kind, events, tasks, span, cpus }) => {
  test("is understood as what it is, with every event, task and CPU", async () => {
    const found = await imported(file);
    expect(found.kind).toBe(kind);
    expect(fact(found, "events")).toContain(events);
    expect(fact(found, "tasks")).toMatch(new RegExp(`^${tasks}: `));
    const workload = loadWorkload(found.document);
    expect(workload.durationNs).toBe(span);
    expect(workload.machine.cpus).toBe(cpus);
    expect(workload.warnings).toEqual([]);
  });

  test("gives every task the run time of its complete slices", async () => {
    const reader = new RecordingReader();
    const truth = completeSlices([...reader.push(bytesOf(file)), ...reader.end()]);
    const { document } = await imported(file);
    const times = Object.entries(runTimes(document)).map(([name, ns]) => [Number(/-(\d+)$/.exec(name)?.[1]), ns]);
    expect(times.filter(([, ns]) => ns !== 0).sort()).toEqual([...truth].filter(([, ns]) => ns !== 0).sort());
  });

  test("is the same workload as YAML, as JSON and as an object", async () => {
    const { document } = await imported(file);
    const image = compileWorkload(loadWorkload(document));
    for (const format of ["yaml", "json"] as const) {
      expect(compileWorkload(loadWorkload(formatWorkload(document, format), { format }))).toEqual(image);
    }
  });
});

test("a recording of some processes has gaps, and says so", async () => {
  const found = await imported("perf_script_hackbench_6.18.txt");
  expect(words(found)).toContain("3 switches away from a task that was not seen to come");
  expect(fact(found, "forks")).toBe(6);
  expect(fact(found, "sleeps")).toContain("14 ended by another task");
});

test("what the reader passed over is told with its line", async () => {
  const { warnings } = await imported("trace_idle_unsorted.txt");
  expect(warnings).toContainEqual(
    expect.objectContaining({ line: 17, message: expect.stringContaining("the last record is cut off") }),
  );
  expect(warnings).toContainEqual(
    expect.objectContaining({ line: 10, message: expect.stringContaining("by at most 2000 ns") }),
  );
});

test.each(["trace_no_trailing_line.txt", "perfview_format2.txt", "perfview_mixed_switches.txt"])(
  "%s has no slice with both ends, and says what it has",
  async (file) => {
    await expect(imported(file)).rejects.toThrow(/no task to make a workload of: its \d switches hold no slice/);
  },
);

test("a window counts from the beginning, or on the clock", async () => {
  const relative = await imported("android_systrace.txt", { window: { fromNs: 20e6, toNs: 70e6 } });
  const absolute = await imported("android_systrace.txt", {
    window: { onClock: true, fromNs: 50260.667576e9, toNs: 50260.717576e9 },
  });
  expect(absolute.document).toEqual(relative.document);
  expect(loadWorkload(relative.document).durationNs).toBe(50e6);
  expect(fact(relative, "time span")).toBe("0.05 s (50260.667576 to 50260.717576), a window of 0.119915 s");
  await expect(imported("android_systrace.txt", { window: { fromNs: 5e9, toNs: null } })).rejects.toThrow(
    "the window lies outside of the recording, which lasts 0.119915 s, from 50260.647576 on its clock",
  );
});

test("tasks are chosen by their names, with or without pid", async () => {
  const chosen = async (wanted: string) => {
    const { document } = await imported("android_systrace.txt", { tasks: (name) => name === wanted });
    return document.tasks.map(({ name }) => name);
  };
  expect(await chosen("adbd")).toEqual(["adbd-14582", "adbd-14584", "adbd-14585"]);
  expect(await chosen("adbd-14584")).toEqual(["adbd-14584"]);
  await expect(chosen("bash")).rejects.toThrow("none of its 11 tasks is wanted");
});
