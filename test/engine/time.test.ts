/** Where the time goes: nothing of it is lost, and the accounts are those of the trace. */
import { expect } from "vitest";
import type { SimulationResult } from "../../src/result/index.js";
import { Simulation } from "../../src/simulation.js";
import { testEveryScheduler } from "./every-scheduler.js";
import { play } from "./played.js";
import { Replay } from "./replay.js";

const sum = (figures: readonly number[]) => figures.reduce((total, figure) => total + figure, 0);

function expectConservation({ cpus, tasks, simulatedNs }: SimulationResult): void {
  for (const { busyNs, idleNs } of cpus) expect(busyNs + idleNs).toBe(simulatedNs);
  expect(sum(tasks.map(({ cpuTimeNs }) => cpuTimeNs))).toBe(sum(cpus.map(({ busyNs }) => busyNs)));
  for (const { startedNs, exitedNs, cpuTimeNs, waitNs, sleepNs, lifetimeNs } of tasks) {
    const lifetime = startedNs === null ? 0 : (exitedNs ?? simulatedNs) - startedNs;
    expect(cpuTimeNs + waitNs + sleepNs).toBe(lifetime);
    expect(lifetimeNs).toBe(lifetime);
  }
}

testEveryScheduler(
  "time is conserved to the nanosecond, on each CPU and for each task",
  25,
  async (workload, choice) => {
    const { result, simulation } = await play(workload, choice);
    expect(result.simulatedNs).toBe(simulation.workload.durationNs);
    expectConservation(result);
  },
);

testEveryScheduler("time is conserved at any moment on the way", 15, async (workload, choice, moments) => {
  const simulation = await Simulation.create(workload, choice);
  const { durationNs } = simulation.workload;
  for (const moment of moments) {
    const untilNs = Math.round(moment * durationNs);
    simulation.advance(untilNs);
    const result = simulation.result();
    expect(result.simulatedNs).toBe(untilNs);
    expectConservation(result);
  }
});

testEveryScheduler("every task's account of its time is what the trace tells", 20, async (workload, choice) => {
  const { result, events } = await play(workload, choice);
  const replay = Replay.of(result.machine.cpus, events, result.simulatedNs);
  for (const task of result.tasks) {
    const replayed = replay.tasks.get(task.pid);
    if (replayed === undefined) {
      expect(task).toMatchObject({ state: "new", startedNs: null, cpuTimeNs: 0, waitNs: 0, sleepNs: 0 });
      continue;
    }
    const { state, cpu, startedNs, exitedNs, firstRunNs, cpuTimeNs, waitNs, sleepNs } = replayed;
    expect(task).toMatchObject({ state, cpu, startedNs, exitedNs, firstRunNs, cpuTimeNs, waitNs, sleepNs });
  }
});

testEveryScheduler("every CPU's account of its time is what the trace tells", 10, async (workload, choice) => {
  const { result, events } = await play(workload, choice);
  const replay = Replay.of(result.machine.cpus, events, result.simulatedNs);
  const tickNs = 1e9 / result.machine.hz;
  result.cpus.forEach((cpu, id) => {
    const { busyNs, idleNs, contextSwitches } = replay.cpus[id]!;
    expect(cpu).toMatchObject({ busyNs, idleNs, contextSwitches });
    expect(cpu.ticks).toBe(Math.floor(result.simulatedNs / tickNs));
  });
});
