import { describe, expect, it } from "vitest";
import { compareRuns, FiguresOfRecording, figuresOfResult, type RunFigures } from "../../src/report/index.js";
import { simulated } from "./simulated.js";

const ms = 1_000_000;
const workload = {
  name: "mixed",
  machine: { cpus: 2, hz: 1000 },
  duration: "2s",
  tasks: [
    { name: "hog", count: 4, program: [{ run: "10ms" }] },
    { name: "sleeper", program: [{ run: "1ms" }, { sleep: "4ms" }] },
  ],
};

async function figures(scheduler: string, document: object = workload): Promise<RunFigures> {
  const { events, result } = await simulated(document, { scheduler });
  const collector = new FiguresOfRecording({ cpus: result.machine.cpus, startNs: 0 });
  for (const event of events) collector.add(event);
  return figuresOfResult(result, scheduler, collector.finish(scheduler, result.simulatedNs));
}

describe("a comparison", () => {
  it("of a run with itself finds nothing", async () => {
    const run = await figures("o1");
    const { totals, tasks, unmatched } = compareRuns(run, run);
    expect(tasks.map(({ effect }) => effect)).toEqual(tasks.map(() => 0));
    for (const { differs } of [...totals, ...tasks.flatMap(({ rows }) => rows)]) expect(differs).toBe(false);
    expect(unmatched).toEqual([[], []]);
  });

  it("is mirrored where the runs are exchanged", async () => {
    const [a, b] = [await figures("o1"), await figures("cfs")];
    const [there, back] = [compareRuns(a, b), compareRuns(b, a)];
    expect(back.totals.map(({ values }) => [...values].reverse())).toEqual(there.totals.map(({ values }) => values));
    const effects = ({ tasks }: typeof there) => new Map(tasks.map(({ name, effect }) => [name, effect]));
    expect(effects(back)).toEqual(effects(there));
  });

  it("sorts by effect: the CPU time and the waiting that changed", async () => {
    const [a, b] = [await figures("o1"), await figures("cfs")];
    const { tasks } = compareRuns(a, b);
    expect(tasks.map(({ effect }) => effect)).toEqual(tasks.map(({ effect }) => effect).sort((x, y) => y - x));
    for (const { pids, effect } of tasks) {
      const [inA, inB] = [a, b].map(({ tasks }, index) => tasks.find(({ pid }) => pid === pids[index])!);
      const changed = Math.abs(inB!.cpuTimeNs - inA!.cpuTimeNs) + Math.abs(inB!.waitNs - inA!.waitNs);
      expect(effect).toBeCloseTo(changed / a.spanNs, 10);
    }
  });

  it("matches tasks of one name in the order of their pids, and names those without a match", async () => {
    const a = await figures("o1");
    const renamed = (task: RunFigures["tasks"][number], pid: number, name: string) => ({ ...task, pid, name });
    const b = { ...a, tasks: a.tasks.map((task) => renamed(task, task.pid + 100, task.pid === 2 ? "new" : "hog")) };
    const alike = { ...a, tasks: a.tasks.map((task) => renamed(task, task.pid, task.pid === 5 ? "old" : "hog")) };
    const { tasks, unmatched } = compareRuns(alike, b);
    const pairs = tasks.map(({ pids }) => pids).sort(([x], [y]) => x - y);
    expect(pairs).toEqual([
      [1, 101],
      [2, 103],
      [3, 104],
      [4, 105],
    ]);
    expect(unmatched.map((own) => own.map(({ name }) => name))).toEqual([["old"], ["new"]]);
  });

  it("has no effect between runs that differ only in length", async () => {
    const hog = { ...workload, tasks: [{ name: "hog", program: [{ run: "10ms" }] }] };
    const { tasks } = compareRuns(await figures("o1", hog), await figures("o1", { ...hog, duration: "4s" }));
    expect(tasks.map(({ effect }) => effect)).toEqual([0]);
  });
});

it("counts the deadlines that were missed, and tells none where there are none", async () => {
  const video = { name: "video", deadline: "10ms", program: [{ until: { period: "20ms" } }, { run: "8ms" }] };
  const hogs = (count: number) => ({
    ...workload,
    machine: { cpus: 1 },
    tasks: [video, { ...workload.tasks[0], count }],
  });
  const misses = ({ totals }: ReturnType<typeof compareRuns>) =>
    totals.find(({ key }) => key === "deadlineMisses")?.values;
  const [few, many] = [await figures("vanilla", hogs(1)), await figures("vanilla", hogs(8))];
  const [inFew, inMany] = misses(compareRuns(few, many)) ?? [];
  expect(inMany).toBeGreaterThan(inFew ?? 0);
  expect(many.tasks.map(({ deadlineMisses }) => deadlineMisses)).toEqual([inMany, ...Array(8).fill(null)]);
  expect(misses(compareRuns(await figures("o1"), await figures("cfs")))).toBeUndefined();
});

describe("lag", () => {
  const lags = async (scheduler: string, document: object) =>
    (await figures(scheduler, document)).tasks.map(({ maxLagNs }) => maxLagNs);

  it("is none where nobody has to share", async () => {
    const tasks = [{ name: "hog", count: 2, program: [{ run: "10ms" }] }];
    expect(await lags("o1", { machine: { cpus: 2 }, duration: "1s", tasks })).toEqual([0, 0]);
  });

  it("of round robin among equal hogs is what they wait for each other at first", async () => {
    const policy = { policy: "rr", rtprio: 1 };
    const tasks = [{ name: "hog", count: 4, ...policy, program: [{ run: "10ms" }] }];
    // Slices of 100 ms, and a quarter of the CPU for each: the k-th has waited k x 100 ms when it first begins.
    const found = await lags("o1-2.6.22", { machine: { hz: 1000 }, duration: "2s", tasks });
    expect(found).toEqual([0, 25 * ms, 50 * ms, 75 * ms]);
  });

  it("of a starved task is nearly its whole share of the time", async () => {
    const tasks = [
      { name: "holder", policy: "fifo", rtprio: 1, program: [{ run: "10ms" }] },
      { name: "starved", program: [{ run: "10ms" }] },
    ];
    const [holder, starved] = await lags("o1", { duration: "2s", tasks });
    expect(holder).toBe(0);
    expect(starved).toBe(1000 * ms);
  });
});

describe("figures of a recording with gaps", () => {
  const base = { previousPriority: 120, nextPriority: 120, preempted: null } as const;
  const switched = (timeNs: number, previousPid: number, previousState: "R" | "S", nextPid: number) =>
    ({
      kind: "switch",
      timeNs,
      cpu: 0,
      previousName: `t${previousPid}`,
      previousPid,
      previousState,
      nextName: `t${nextPid}`,
      nextPid,
      ...base,
    }) as const;

  it("count who runs first from the beginning, and nothing across a missing switch", () => {
    const collector = new FiguresOfRecording();
    collector.add({ kind: "exit", timeNs: 0, cpu: 0, pid: 9, name: "t9", priority: 120 });
    collector.add(switched(10, 1, "S", 2));
    collector.add(switched(30, 2, "S", 3));
    // Task 3 has left, and task 4 has come, without a word.
    collector.add(switched(70, 4, "R", 5));
    collector.add(switched(80, 5, "S", 0));
    const { tasks, spanNs, totals } = collector.finish("gaps");
    expect(collector.breaks).toBe(1);
    expect(spanNs).toBe(80);
    const of = (pid: number) => tasks.find((task) => task.pid === pid);
    expect([1, 2, 3, 4, 5].map((pid) => of(pid)?.cpuTimeNs)).toEqual([10, 20, 0, 0, 10]);
    expect(of(4)).toMatchObject({ waitNs: 10, involuntary: 1 });
    expect(totals.utilisation).toBe(0.5);
  });

  it("tell tasks apart that bore one pid", () => {
    const collector = new FiguresOfRecording();
    const born = {
      cpu: 0,
      wakerPid: 9,
      wakerName: "sh",
      pid: 7,
      priority: 120,
      targetCpu: 0,
      inInterrupt: false,
    } as const;
    collector.add({ kind: "new", timeNs: 0, name: "first", ...born });
    collector.add(switched(1, 0, "R", 7));
    collector.add({ ...switched(5, 7, "S", 0), previousState: "X" });
    collector.add({ kind: "new", timeNs: 6, name: "second", ...born });
    collector.add(switched(8, 0, "R", 7));
    const { tasks } = collector.finish("twice", 20);
    expect(tasks.map(({ name, cpuTimeNs, waitNs }) => [name, cpuTimeNs, waitNs])).toEqual([
      ["t7", 4, 1],
      ["t7", 12, 2],
    ]);
  });
});
