import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { buildResult, eachTask, Histogram } from "../../src/result/index.js";
import { type MadeUpTask, madeUpRun, sum } from "./made-up-run.js";

const oneSecond = 1_000_000_000;

const madeUpTask: fc.Arbitrary<MadeUpTask> = fc.record({
  document: fc.integer({ min: 0, max: 1 }),
  cpuTimeNs: fc.integer({ min: 0, max: oneSecond }),
  latenciesNs: fc.array(fc.integer({ min: 0, max: oneSecond })),
  otherWaitsNs: fc.array(fc.integer({ min: 0, max: oneSecond })),
  intervalsNs: fc.array(fc.integer({ min: 1, max: oneSecond })),
  shared: fc.boolean(),
});
const twoDocuments = [
  { name: "intr", count: 10 },
  { name: "child", count: 0 },
];

describe("totals", () => {
  it("sum up tasks and CPUs", () => {
    const { totals } = buildResult(
      madeUpRun({
        cpus: 2,
        tasks: [
          { document: 0, cpuTimeNs: 300, latenciesNs: [10, 20], otherWaitsNs: [500] },
          { document: 0, cpuTimeNs: 100, latenciesNs: [30], exitedNs: 900 },
        ],
      }),
    );
    expect(totals).toMatchObject({ tasks: 2, exited: 1, contextSwitches: 6, voluntary: 3, involuntary: 1, wakeups: 3 });
    expect(totals).toMatchObject({ migrations: 2, ticks: 2000, busyNs: 800, idleNs: 2 * oneSecond - 800 });
    expect(totals).toMatchObject({ longestWaitNs: 500, longestWaitPid: 1, utilisation: 400 / oneSecond });
    expect(totals.wakeupLatencyNs).toMatchObject({ count: 3, mean: 20, p50: 20, max: 30 });
    expect(totals.otherWaitNs).toMatchObject({ count: 1, mean: 500, max: 500 });
    expect(totals.share).toEqual({ min: 100 / oneSecond, mean: 200 / oneSecond, max: 300 / oneSecond });
    expect(totals.jainIndex).toBe((400 * 400) / (2 * (300 * 300 + 100 * 100)));
  });

  it("call equal tasks wholly fair, a single winner 1/n, and nothing at all fair", () => {
    const jain = (...cpuTimes: number[]) =>
      buildResult(madeUpRun({ tasks: cpuTimes.map((cpuTimeNs) => ({ document: 0, cpuTimeNs })) })).totals.jainIndex;
    expect(jain(7, 7, 7)).toBe(1);
    expect(jain(9, 0, 0)).toBeCloseTo(1 / 3, 12);
    expect(jain(0, 0)).toBe(1);
    expect(jain()).toBe(1);
  });

  it("leave tasks that never were runnable out of fairness and spreads", () => {
    const { totals, groups } = buildResult(
      madeUpRun({
        tasks: [
          { document: 0, cpuTimeNs: 50 },
          { document: 0, cpuTimeNs: 0, startedNs: null },
        ],
      }),
    );
    expect(totals.jainIndex).toBe(1);
    expect(totals.share.min).toBe(50 / oneSecond);
    expect(groups[0]).toMatchObject({ count: 2, started: 1, cpuTimeNs: { min: 50, mean: 50, max: 50 } });
  });

  it("stay right where 64 CPUs are busy for longer than a double counts exactly", () => {
    const timeNs = Number.MAX_SAFE_INTEGER;
    const { totals, cpus } = buildResult(madeUpRun({ cpus: 64, timeNs, busyNs: timeNs - 1, tasks: [] }));
    expect(cpus.every((cpu) => cpu.busyNs + cpu.idleNs === timeNs)).toBe(true);
    expect(totals.busyNs).toBe(Number(BigInt(timeNs - 1) * 64n));
    expect(totals.idleNs).toBe(64);
  });
});

describe("groups", () => {
  it("agree with their tasks, whoever keeps the histograms", () => {
    fc.assert(
      fc.property(fc.array(madeUpTask, { maxLength: 12 }), (tasks) => {
        const result = buildResult(madeUpRun({ documents: twoDocuments, tasks }));
        for (const [index, group] of result.groups.entries()) {
          const members = tasks.filter((task) => task.document === index);
          const latencies = members.flatMap((task) => [...(task.latenciesNs ?? [])]);
          const all = Histogram.fromValues(latencies);
          expect(group.count).toBe(members.length);
          expect(group.wakeupLatencyBuckets).toEqual(all.buckets);
          expect(group.wakeupLatencyNs).toMatchObject({ count: all.count, mean: all.mean, p99: all.quantile(0.99) });
          expect(group.totalShare).toBe(sum(members.map((task) => task.cpuTimeNs)) / oneSecond);
          const intervals = members.flatMap((task) => [...(task.intervalsNs ?? [])]);
          expect(group.marks.loop?.intervalNs.count ?? 0).toBe(intervals.length);
          expect(group.marks.loop?.count ?? 0).toBe(intervals.length + members.length);
          if (intervals.length > 0) {
            expect(group.marks.loop?.intervalNs.mean).toBeCloseTo(sum(intervals) / intervals.length, 3);
          }
        }
      }),
    );
  });

  it("join documents of one name and keep the workload's order", () => {
    const documents = [
      { name: "b", count: 1 },
      { name: "a", count: 1 },
      { name: "b", count: 1 },
    ];
    const tasks = [0, 1, 2].map((document) => ({ document, cpuTimeNs: 10 }));
    const { groups } = buildResult(madeUpRun({ documents, tasks }));
    expect(groups.map((group) => [group.name, group.count])).toEqual([
      ["b", 2],
      ["a", 1],
    ]);
  });
});

describe("tasks", () => {
  it("have names with an instance where there can be several", () => {
    const documents = [
      { name: "hog", count: 1 },
      { name: "intr", count: 2 },
      { name: "child", count: 0 },
    ];
    const tasks = [0, 1, 1, 2].map((document) => ({ document, cpuTimeNs: 10 }));
    const result = buildResult(madeUpRun({ documents, tasks }));
    expect(result.tasks.map((task) => task.name)).toEqual(["hog", "intr/0", "intr/1", "child/0"]);
  });

  it("live for exactly as long as they ran, waited and slept", () => {
    const { tasks } = buildResult(
      madeUpRun({
        tasks: [
          { document: 0, cpuTimeNs: 300, latenciesNs: [10, 20], startedNs: 100, exitedNs: 5000 },
          { document: 0, cpuTimeNs: 0, startedNs: null },
          { document: 0, cpuTimeNs: 70, otherWaitsNs: [5] },
        ],
      }),
    );
    expect(tasks.map((task) => task.lifetimeNs)).toEqual([4900, 0, oneSecond]);
    for (const task of tasks) expect(task.cpuTimeNs + task.waitNs + task.sleepNs).toBe(task.lifetimeNs);
  });

  it("say whose percentiles they show, and keep their own mean and maximum", () => {
    const result = buildResult(
      madeUpRun({
        tasks: [
          { document: 0, cpuTimeNs: 1, latenciesNs: [10, 30], intervalsNs: [3], shared: true },
          { document: 0, cpuTimeNs: 1, latenciesNs: [90, 100], intervalsNs: [5, 7], shared: true },
          { document: 0, cpuTimeNs: 1, latenciesNs: [50] },
          { document: 0, cpuTimeNs: 1, shared: true },
        ],
      }),
    );
    const [first, second, own, idle] = result.tasks;
    expect(first?.wakeupLatencyNs).toMatchObject({ count: 2, mean: 20, max: 30, p50: 50, percentilesOf: "group" });
    expect(second?.wakeupLatencyNs).toMatchObject({ count: 2, mean: 95, max: 100, p50: 50, percentilesOf: "group" });
    expect(own?.wakeupLatencyNs).toMatchObject({ count: 1, mean: 50, max: 50, p50: 50, percentilesOf: "task" });
    expect(idle?.wakeupLatencyNs).toMatchObject({ count: 0, mean: null, p50: null, max: null, percentilesOf: "task" });
    expect(first?.marks.loop?.intervalNs).toMatchObject({ count: 1, mean: 3, max: 3, p50: 5, percentilesOf: "all" });
    expect(result.groups[0]?.marks.loop?.intervalNs).toMatchObject({ count: 3, mean: 5, percentilesOf: "all" });
    expect(result.marks.loop).toMatchObject({ count: 5, perSecond: 5, intervalNs: { count: 3, p50: 5, max: 7 } });
  });

  it("are read from the core only when somebody asks, and once", () => {
    const input = madeUpRun({
      tasks: [
        { document: 0, cpuTimeNs: 1 },
        { document: 0, cpuTimeNs: 2 },
      ],
    });
    let reads = 0;
    const task = (pid: number) => {
      reads += 1;
      return input.statistics.task(pid);
    };
    const result = buildResult({ ...input, statistics: { ...input.statistics, task } });
    expect(reads).toBe(2);
    expect([...eachTask(result)]).toHaveLength(2);
    expect(reads).toBe(4);
    expect(result.tasks).toBe(result.tasks);
    expect([...eachTask(result)]).toHaveLength(2);
    expect(reads).toBe(6);
  });

  it("are refused when the simulation has gone on in the meantime", () => {
    const input = madeUpRun({ tasks: [{ document: 0, cpuTimeNs: 1 }] });
    const statistics = { ...input.statistics };
    const result = buildResult({ ...input, statistics });
    (statistics as { timeNs: number }).timeNs += 1;
    expect(() => result.tasks).toThrow(/went on/);
  });
});

describe("a result", () => {
  it("says how far an unfinished run got, and relates figures to that", () => {
    const result = buildResult(
      madeUpRun({ timeNs: 500_000_000, durationNs: oneSecond, tasks: [{ document: 0, cpuTimeNs: 250_000_000 }] }),
    );
    expect(result).toMatchObject({ durationNs: oneSecond, simulatedNs: 500_000_000, finished: false });
    expect(result.tasks[0]?.share).toBe(0.5);
  });

  it("of a run that has not begun is all zeros, without NaN", () => {
    const result = buildResult(
      madeUpRun({ timeNs: 0, durationNs: oneSecond, tasks: [{ document: 0, cpuTimeNs: 0, startedNs: null }] }),
    );
    expect(JSON.stringify(result)).not.toMatch(/NaN|Infinity/);
    expect(result.totals).toMatchObject({ utilisation: 0, jainIndex: 1, share: { min: null } });
  });

  it("keeps large seeds exactly, as text", () => {
    const seedOf = (seed: bigint) => buildResult(madeUpRun({ tasks: [], seed })).seed;
    expect(seedOf(2n ** 53n - 1n)).toBe(Number.MAX_SAFE_INTEGER);
    expect(seedOf(2n ** 53n)).toBe("9007199254740992");
    expect(seedOf(2n ** 64n - 1n)).toBe("18446744073709551615");
  });
});
