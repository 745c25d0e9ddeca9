/** The cost layer: what switching takes, where a workload says so. */
import { expect, test } from "vitest";
import type { TraceEvent } from "../../src/engine/types.js";
import { Simulation } from "../../src/simulation.js";
import { testEveryScheduler } from "./every-scheduler.js";
import { eventsUntil, play } from "./played.js";

const CONTEXT_SWITCH_NS = 3_000;
const MIGRATION_NS = 41_000;
const costs = { contextSwitch: "3us", migration: "41us" };

/** What the switches of a trace cost, by CPU. */
function costsOf(events: readonly TraceEvent[], cpus: number): number[] {
  const total = new Array<number>(cpus).fill(0);
  const ranOn = new Map<number, number>();
  for (const event of events) {
    if (event.kind !== "switch" || event.next <= 0) continue;
    const before = ranOn.get(event.next) ?? event.cpu;
    total[event.cpu]! += CONTEXT_SWITCH_NS + (before === event.cpu ? 0 : MIGRATION_NS);
    ranOn.set(event.next, event.cpu);
  }
  return total;
}

testEveryScheduler("every switch to a task costs, and more after a move", 20, async (workload, choice) => {
  const { events, result } = await play({ ...workload, costs }, choice);
  expect(result.costs).toEqual({ contextSwitchNs: CONTEXT_SWITCH_NS, migrationNs: MIGRATION_NS });
  const expected = costsOf(events, result.machine.cpus);
  expect(result.cpus.map(({ overheadNs }) => overheadNs)).toEqual(expected);
  expect(result.totals.overheadNs).toBe(expected.reduce((sum, ns) => sum + ns, 0));
  for (const { busyNs, idleNs } of result.cpus) expect(busyNs + idleNs).toBe(result.simulatedNs);
  for (const task of result.tasks) expect(task.cpuTimeNs + task.waitNs + task.sleepNs).toBe(task.lifetimeNs);
});

testEveryScheduler("costs are part of a snapshot", 6, async (workload, choice, [moment]) => {
  const simulation = await Simulation.create({ ...workload, costs }, choice);
  eventsUntil(simulation, Math.round(moment! * simulation.workload.durationNs));
  const snapshot = simulation.snapshot();
  const events = eventsUntil(simulation);
  simulation.restore(snapshot);
  expect(eventsUntil(simulation)).toEqual(events);
});

testEveryScheduler("costs of nothing change nothing", 4, async (workload, choice) => {
  const free = await play(workload, choice);
  const { events, result } = await play({ ...workload, costs: { contextSwitch: 0 } }, choice);
  expect(events).toEqual(free.events);
  expect(result).toEqual(free.result);
});

test("a cost comes before the task goes on, and is had in full", async () => {
  const { events, result } = await play({
    costs: { contextSwitch: "1ms" },
    duration: "100ms",
    tasks: [{ name: "nap", loop: 3, program: [{ run: "2ms" }, { sleep: "5ms" }] }],
  });
  const times = events.filter(({ kind }) => kind === "switch").map(({ timeNs }) => timeNs / 1e6);
  // 1 + 2 ms, then 5 ms asleep; the fourth time it is there to exit, which takes the switch alone.
  expect(times).toEqual([0, 3, 8, 11, 16, 19, 24, 25]);
  expect(result.tasks[0]!.cpuTimeNs).toBe(10e6);
  expect(result.totals.overheadNs).toBe(4e6);
});

test("a task that is preempted before it has paid pays the rest when it comes back, and another switch", async () => {
  const { result } = await play(
    {
      costs: { contextSwitch: "4ms" },
      duration: "100ms",
      tasks: [
        { name: "low", loop: false, program: [{ run: "10ms" }] },
        { name: "high", policy: "fifo", rtprio: 1, start: "1ms", loop: false, program: [{ run: "1ms" }] },
      ],
    },
    { scheduler: "o1" },
  );
  const [low, high] = result.tasks;
  expect([low!.exitedNs, high!.exitedNs]).toEqual([23e6, 6e6]);
  expect([low!.cpuTimeNs, high!.cpuTimeNs]).toEqual([18e6, 5e6]);
});
