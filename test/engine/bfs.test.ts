/** What BFS is known for, good and bad, and that its pick really finds the earliest deadline. */
import { describe, expect, test } from "vitest";
import { Simulation, schedulers } from "../../src/index.js";
import { play } from "./played.js";

const bfs = { scheduler: "bfs" };
const hog = { name: "hog", program: [{ run: "1s" }] };

/** CPU shares in percent, in pid order. */
async function shares(tasks: readonly object[], duration = "20s") {
  const { result } = await play({ machine: { cpus: 1, hz: 1000 }, duration, tasks }, { ...bfs, trace: false });
  return result.tasks.map(({ share }) => (share ?? 0) * 100);
}

function expectShares(actual: readonly number[], expected: readonly number[], within: number): void {
  expect(actual).toHaveLength(expected.length);
  for (const [index, share] of expected.entries()) expect(Math.abs((actual[index] ?? 0) - share)).toBeLessThan(within);
}

test("it is recorded from kernel code, says that its pick is O(n), and goes by its short name", async () => {
  const info = (await schedulers()).find(({ id }) => id === "bfs-2.6.35");
  expect(info).toMatchObject({ aliases: ["bfs"], provenance: { kind: "recorded" }, longBits: [64] });
  expect(info?.badAt).toContain("O(n)");
  expect(info?.tunables.map(({ name, default: fallback }) => [name, fallback])).toEqual([
    ["rrInterval", 6],
    ["rescheduleBelow", 100],
  ]);
});

describe("shares on one CPU", () => {
  test.each([
    ["95ms", "5ms"],
    ["19ms", "1ms"],
  ])("a hog gets half beside a task that runs %s and sleeps %s", async (run, sleep) => {
    expectShares(await shares([{ name: "sleeper", program: [{ run }, { sleep }] }, hog]), [50, 50], 0.2);
  });

  test("ten tasks that run 8 ms and sleep 1 ms get a tenth each", async () => {
    const tasks = [{ name: "intr", count: 10, program: [{ run: "8ms" }, { sleep: "1ms" }] }];
    expectShares(await shares(tasks), Array(10).fill(10), 0.3);
  });

  test("five nice levels share as the deadlines say", async () => {
    const tasks = [-20, -10, 0, 10, 19].map((nice) => ({ ...hog, nice }));
    expectShares(await shares(tasks, "60s"), [50.8, 27.8, 13.8, 5.3, 2.2], 0.3);
  });
});

test("whoever is chosen has the earliest deadline of all that wait, and the first to arrive wins a tie", async () => {
  const fork = { name: "child", loop: false, program: [{ run: "3ms" }] };
  const tasks = [
    { name: "hog", count: 90, nice: 3, program: [{ run: "10ms" }] },
    { name: "sleeper", count: 70, start: { uniform: [0, "50ms"] }, program: [{ run: "300us" }, { sleep: "40ms" }] },
    { name: "parent", nice: -5, program: [{ run: "2ms" }, { fork }, { sleep: "9ms" }] },
  ];
  const simulation = await Simulation.create({ machine: { cpus: 1, hz: 1000 }, duration: "3s", tasks }, bfs);
  let choices = 0;
  let longest = 0;
  while (!simulation.finished) {
    const before = simulation.inspect();
    const events = simulation.stepEvent();
    const switches = events.flatMap((event) => (event.kind === "switch" ? [event] : []));
    if (switches.length !== 1 || events.length !== 1 || switches[0]?.previousState !== "R") continue;
    // A preemption and nothing else: who waited before and still waits has a later deadline, or came later with the same.
    const { next } = switches[0];
    const { cpus, tasks: inspected } = simulation.inspect();
    const deadlineOf = (pid: number) => Number(inspected[pid - 1]?.fields.deadline);
    const queueBefore = before.cpus[0]?.arrays.queue?.lists[0]?.pids ?? [];
    const waiting = cpus[0]?.arrays.queue?.lists[0]?.pids ?? [];
    const chosen = Number(cpus[0]?.fields.deadline);
    for (const pid of waiting) {
      expect(deadlineOf(pid)).toBeGreaterThanOrEqual(chosen);
      const cameFirst = queueBefore.includes(pid) && queueBefore.indexOf(pid) < queueBefore.indexOf(next);
      if (cameFirst) expect(deadlineOf(pid)).toBeGreaterThan(chosen);
    }
    choices += 1;
    longest = Math.max(longest, waiting.length);
  }
  expect(choices).toBeGreaterThan(100);
  expect(longest).toBeGreaterThan(128);
});

test("all CPUs show the one queue, in order of arrival", async () => {
  const workload = { machine: { cpus: 2, hz: 1000 }, duration: "10ms", tasks: [{ ...hog, count: 5 }] };
  const simulation = await Simulation.create(workload, bfs);
  simulation.advance(1e6);
  const { cpus } = simulation.inspect();
  for (const { arrays } of cpus) expect(arrays.queue?.lists).toEqual([{ priority: 101, pids: [3, 4, 5] }]);
});

test("of two tasks woken at one instant one waits beside an idle CPU, for two slices", async () => {
  const tasks = [{ name: "pair", count: 2, cpu: 0, program: [{ sleep: "5ms" }, { run: "50ms" }] }];
  const { events, result } = await play({ machine: { cpus: 2, hz: 1000 }, duration: "40ms", tasks }, bfs);
  const moves = events.filter(({ kind }) => kind === "migrate");
  expect(moves).toEqual([{ kind: "migrate", timeNs: 17e6, pid: 2, fromCpu: 0, toCpu: 1 }]);
  expect(result.cpus[1]?.idleNs).toBe(17e6);
});

test("a lone task's slice stays used up, while its deadline moves on at every tick", async () => {
  const workload = { machine: { cpus: 1, hz: 1000 }, duration: "1s", tasks: [hog] };
  const simulation = await Simulation.create(workload, bfs);
  simulation.advance(500e6);
  const { cpus, tasks } = simulation.inspect();
  expect(cpus[0]?.fields.slice).toBeLessThan(100);
  expect(cpus[0]?.fields.deadline).toBe(41_091_072);
  expect(tasks[0]?.fields).toMatchObject({ slice: 6144, deadline: 500_000_000 + 41_091_072 });
});

test("a task that may no longer use its CPU leaves as runnable, and moves when a CPU of its mask takes it", async () => {
  const tasks = [
    { name: "mover", cpu: 0, program: [{ run: "2500us" }, { affinity: [1] }, { run: "1s" }] },
    { ...hog, cpu: 1, affinity: [1], loop: false, program: [{ run: "4ms" }] },
  ];
  const { events } = await play({ machine: { cpus: 2, hz: 1000 }, duration: "20ms", tasks }, bfs);
  expect(events.find(({ timeNs }) => timeNs === 2_500_000)).toMatchObject({
    kind: "switch",
    cpu: 0,
    previous: 1,
    previousState: "R",
    next: 0,
  });
  expect(events.filter(({ kind }) => kind === "migrate")).toEqual([
    { kind: "migrate", timeNs: 4e6, pid: 1, fromCpu: 0, toCpu: 1 },
  ]);
});

test("a longer interval lengthens slices and deadlines alike", async () => {
  const simulation = await Simulation.create(
    { machine: { cpus: 1, hz: 1000 }, duration: "1s", tasks: [{ ...hog, count: 2 }] },
    { ...bfs, tunables: { rrInterval: 10 } },
  );
  simulation.advance(500_000);
  expect(simulation.inspect().tasks[1]?.fields).toMatchObject({ slice: 10_240, deadline: 836 * 10 * 8192 });
});
