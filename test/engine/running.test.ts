/** Who runs, and where: what no machine and no kernel can do is never seen. */
import { describe, expect, test } from "vitest";
import { bucketIndex } from "../../src/result/histogram.js";
import { Simulation } from "../../src/simulation.js";
import { allSchedulers, quirks, sampleWorkloads, testEveryScheduler } from "./every-scheduler.js";
import { play } from "./played.js";
import { Replay } from "./replay.js";

const sum = (figures: readonly number[]) => figures.reduce((total, figure) => total + figure, 0);

testEveryScheduler(
  "only runnable tasks run, each on one CPU at a time, and time goes forward",
  40,
  async (workload, choice) => {
    const { events, result } = await play(workload, choice);
    expect(() => Replay.of(result.machine.cpus, events, result.simulatedNs)).not.toThrow();
  },
);

test("the random workloads show every kind of event, and every state in which a task leaves", async () => {
  const seen = new Set<string>();
  for (const { workload, scheduler } of sampleWorkloads(30)) {
    for (const event of (await play(workload, { scheduler })).events) {
      seen.add(event.kind);
      if (event.kind === "switch") seen.add(event.previousState);
    }
  }
  expect([...seen].sort()).toEqual(["D", "R", "S", "X", "exit", "migrate", "new", "switch", "wakeup"]);
});

testEveryScheduler("a task never runs on a CPU that it may not use", 6, async (workload, choice) => {
  const kept = quirks.syncWakeupsIgnoreAffinity.includes(choice.scheduler) ? withoutSync(workload) : workload;
  const simulation = await Simulation.create(kept, choice);
  while (!simulation.finished) {
    const events = simulation.stepEvent();
    if (!events.some(({ kind }) => kind === "switch")) continue;
    const { cpus, tasks } = simulation.inspect();
    for (const { cpu, current } of cpus) {
      if (current <= 0) continue;
      const affinity = BigInt(tasks[current - 1]?.fields.affinity as number | bigint);
      expect((affinity >> BigInt(cpu)) & 1n, `task ${current} on CPU ${cpu} at ${simulation.timeNs}`).toBe(1n);
    }
  }
});

function withoutSync(workload: object): object {
  return JSON.parse(JSON.stringify(workload, (key, value) => (key === "sync" ? false : value)));
}

testEveryScheduler("switches, wake-ups and migrations are counted as the trace tells", 20, async (workload, choice) => {
  const { events, result } = await play(workload, choice);
  const replay = Replay.of(result.machine.cpus, events, result.simulatedNs);
  for (const { pid, contextSwitches, wakeups, migrations } of result.tasks) {
    const { voluntary, involuntary, ...other } = replay.tasks.get(pid) ?? none;
    expect({ contextSwitches, wakeups, migrations }).toEqual({
      contextSwitches: { voluntary, involuntary },
      wakeups: other.wakeups,
      migrations: other.migrations,
    });
  }
  const threads = [...replay.tasks.values()].filter(({ pid }) => pid < 0);
  expect(sum(threads.map(({ migrations }) => migrations))).toBe(0);
  const moved = sum(result.tasks.map(({ migrations }) => migrations));
  expect(sum(result.cpus.map(({ migrationsIn }) => migrationsIn))).toBe(moved);
  expect(sum(result.cpus.map(({ migrationsOut }) => migrationsOut))).toBe(moved);
});

const none = { voluntary: 0, involuntary: 0, wakeups: 0, migrations: 0 };

testEveryScheduler("waits and wake-up latencies are those of the trace", 20, async (workload, choice) => {
  const { events, result, simulation } = await play(workload, choice);
  const replay = Replay.of(result.machine.cpus, events, result.simulatedNs);
  const buckets = new Map<number, number>();
  for (const { pid, wakeupLatencyNs, otherWaitNs, longestWaitNs } of result.tasks) {
    const replayed = replay.tasks.get(pid);
    const latencies = replayed?.latenciesNs ?? [];
    const waits = replayed?.otherWaitsNs ?? [];
    expect(wakeupLatencyNs).toMatchObject(countMeanMax(latencies));
    expect(otherWaitNs).toMatchObject(countMeanMax(waits));
    const unfinished = replayed?.state === "runnable" ? replayed.waitNs - sum(latencies) - sum(waits) : 0;
    expect(longestWaitNs).toBe(Math.max(0, unfinished, ...latencies, ...waits));
    for (const latency of latencies) count(buckets, bucketIndex(latency));
  }
  const own = new Map<number, number>();
  for (const { wakeupLatencyBuckets } of result.groups) {
    for (const [index, number] of wakeupLatencyBuckets) count(own, index, number);
  }
  expect(own).toEqual(buckets);
  // The same where all tasks share the histograms of their documents.
  const shared = await play(simulation.workload, { ...choice, ownHistograms: 0 });
  expect(shared.result.groups.map(pick)).toEqual(result.groups.map(pick));
});

function countMeanMax(spans: readonly number[]) {
  if (spans.length === 0) return { count: 0, mean: null, max: null };
  return { count: spans.length, mean: sum(spans) / spans.length, max: Math.max(...spans) };
}

function count(buckets: Map<number, number>, index: number, number = 1): void {
  buckets.set(index, (buckets.get(index) ?? 0) + number);
}

function pick<T extends { wakeupLatencyNs: unknown; otherWaitNs: unknown; wakeupLatencyBuckets: unknown }>(group: T) {
  return [group.wakeupLatencyNs, group.otherWaitNs, group.wakeupLatencyBuckets];
}

describe("a task that only runs and exits has run exactly as long as it says", () => {
  test.each(allSchedulers)("$id", async ({ id, maxCpus, minHz }) => {
    const hz = Math.max(250, minHz);
    const program = [
      { run: 1 },
      { run: 12_345_678 },
      { repeat: { count: 3, program: [{ run: 999_999 }] } },
      { run: "2ms" },
    ];
    const tasks = [
      { name: "finite", count: 7, loop: false, program },
      { name: "twice", count: 2, loop: 2, program },
      { name: "hog", count: 3, program: [{ run: "7ms" }] },
    ];
    const machine = { cpus: Math.min(2, maxCpus), hz };
    const { result } = await play({ machine, duration: "20s", tasks }, { scheduler: id });
    const once = 1 + 12_345_678 + 3 * 999_999 + 2_000_000;
    for (const { group, state, cpuTimeNs } of result.tasks) {
      if (group === "hog") continue;
      expect({ state, cpuTimeNs }).toEqual({ state: "exited", cpuTimeNs: group === "twice" ? 2 * once : once });
    }
  });
});
