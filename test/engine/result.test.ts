/** Results of real runs: they are what the schema says, and their parts add up. */
import Ajv2020 from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import { resultSchema } from "../../src/result/index.js";
import { testEveryScheduler } from "./every-scheduler.js";
import { play } from "./played.js";
import { Replay } from "./replay.js";

const ajv = new Ajv2020.default({ allErrors: true });
const isValid = ajv.compile(resultSchema);
const sum = (figures: readonly number[]) => figures.reduce((total, figure) => total + figure, 0);

testEveryScheduler("results are what their schema says", 15, async (workload, choice) => {
  const { result } = await play(workload, choice);
  isValid(JSON.parse(JSON.stringify(result)));
  expect(isValid.errors ?? []).toEqual([]);
  expect(result).toMatchObject({ scheduler: choice.scheduler, longBits: choice.long });
});

testEveryScheduler(
  "figures of groups are those of their tasks, and totals those of groups",
  15,
  async (workload, choice) => {
    const { result } = await play(workload, choice);
    const { tasks, groups, totals, cpus } = result;
    for (const group of groups) {
      const own = tasks.filter((task) => task.group === group.name);
      const started = own.filter(({ startedNs }) => startedNs !== null);
      expect(group).toMatchObject({
        count: own.length,
        started: started.length,
        exited: own.filter(({ state }) => state === "exited").length,
        wakeups: sum(own.map(({ wakeups }) => wakeups)),
        migrations: sum(own.map(({ migrations }) => migrations)),
        contextSwitches: {
          voluntary: sum(own.map(({ contextSwitches }) => contextSwitches.voluntary)),
          involuntary: sum(own.map(({ contextSwitches }) => contextSwitches.involuntary)),
        },
        longestWaitNs: Math.max(0, ...own.map(({ longestWaitNs }) => longestWaitNs)),
      });
      expect(group.totalShare * result.simulatedNs).toBeCloseTo(sum(own.map(({ cpuTimeNs }) => cpuTimeNs)), 3);
      for (const figure of ["cpuTimeNs", "waitNs", "sleepNs"] as const) {
        const values = started.map((task) => task[figure]);
        expect(group[figure].max).toBe(values.length > 0 ? Math.max(...values) : null);
        expect(group[figure].min).toBe(values.length > 0 ? Math.min(...values) : null);
      }
      for (const figure of ["wakeupLatencyNs", "otherWaitNs"] as const) {
        expect(group[figure].count).toBe(sum(own.map((task) => task[figure].count)));
      }
    }
    expect(sum(groups.map(({ count }) => count))).toBe(tasks.length);
    for (const figure of ["exited", "wakeups", "migrations"] as const) {
      expect(totals[figure]).toBe(sum(groups.map((group) => group[figure])));
    }
    expect(totals.tasks).toBe(tasks.length);
    expect(totals.busyNs + totals.idleNs).toBe(result.machine.cpus * result.simulatedNs);
    expect(totals.contextSwitches).toBe(sum(cpus.map(({ contextSwitches }) => contextSwitches)));
    expect(totals.longestWaitNs).toBe(Math.max(...tasks.map(({ longestWaitNs }) => longestWaitNs)));
  },
);

testEveryScheduler("percentiles are at most 1 % off, and the maximum not at all", 15, async (workload, choice) => {
  const { events, result } = await play(workload, choice);
  const replay = Replay.of(result.machine.cpus, events, result.simulatedNs);
  for (const { pid, wakeupLatencyNs, otherWaitNs } of result.tasks) {
    const { latenciesNs = [], otherWaitsNs = [] } = replay.tasks.get(pid) ?? {};
    for (const [summary, spans] of [
      [wakeupLatencyNs, latenciesNs],
      [otherWaitNs, otherWaitsNs],
    ] as const) {
      const sorted = [...spans].sort((a, b) => a - b);
      expect(summary.max).toBe(sorted.at(-1) ?? null);
      const shares = { p50: 0.5, p95: 0.95, p99: 0.99, p999: 0.999 };
      for (const [name, share] of Object.entries(shares)) {
        // The nearest rank: the smallest span that so large a share of all does not exceed.
        const exact = sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)];
        const shown = summary[name as keyof typeof shares];
        if (exact === undefined) expect(shown).toBeNull();
        else expect(Math.abs(shown! - exact), name).toBeLessThanOrEqual(exact / 100);
      }
    }
  }
});

test("the digest of a run is the same on every platform and in every release that decides the same", async () => {
  const tasks = [
    { name: "intr", count: 4, program: [{ run: { exponential: "3ms" } }, { sleep: { uniform: [0, "9ms"] } }] },
    { name: "hog", count: 2, program: [{ run: "10ms" }] },
  ];
  const { result } = await play({ machine: { cpus: 2, hz: 1000 }, duration: "2s", tasks }, { scheduler: "o1-2.6.22" });
  expect([result.traceEvents, result.traceDigest]).toEqual([2111, "2cff6626fd942430"]);
});
