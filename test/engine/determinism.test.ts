/** The same input gives the same decisions, however it is driven. */
import { describe, expect, test } from "vitest";
import type { TraceEvent } from "../../src/engine/types.js";
import { type SimulateOptions, Simulation, simulate } from "../../src/simulation.js";
import { allSchedulers, testEveryScheduler } from "./every-scheduler.js";
import { eventsUntil, play } from "./played.js";
import { traceDigest } from "./trace-digest.js";

const text = (result: unknown) => JSON.stringify(result);

testEveryScheduler("the same input gives the same events and the same result", 10, async (workload, choice) => {
  const first = await play(workload, choice);
  const second = await play(structuredClone(workload), choice);
  expect(second.events).toEqual(first.events);
  expect(text(second.result)).toBe(text(first.result));
});

testEveryScheduler("the digest is that of the events, by its documented definition", 10, async (workload, choice) => {
  const { events, result } = await play(workload, choice);
  expect(result.traceEvents).toBe(events.length);
  expect(result.traceDigest).toBe(traceDigest(events));
});

testEveryScheduler("whether events are kept makes no difference to the result", 10, async (workload, choice) => {
  const { events, result } = await play(workload, choice);
  const batches: TraceEvent[] = [];
  const options: SimulateOptions = { ...choice, onEvents: (batch) => batches.push(...batch) };
  expect(text(await simulate(workload, options))).toBe(text(result));
  expect(batches).toEqual(events);
  expect(text(await simulate(workload, choice))).toBe(text(result));
});

testEveryScheduler("slicing does not matter", 15, async (workload, choice, moments) => {
  const { events, result } = await play(workload, choice);
  const sliced = await Simulation.create(workload, choice);
  const { durationNs } = sliced.workload;
  const pieces = [...moments, 1].flatMap((moment) => eventsUntil(sliced, Math.round(moment * durationNs)));
  expect(pieces).toEqual(events);
  expect(text(sliced.result())).toBe(text(result));
});

testEveryScheduler(
  "step by step gives the same events, those of one instant at a time",
  10,
  async (workload, choice) => {
    const { events, result } = await play(workload, choice);
    const stepped = await Simulation.create(workload, choice);
    const steps: TraceEvent[] = [];
    while (!stepped.finished) {
      const step = stepped.stepEvent();
      expect(new Set(step.map(({ timeNs }) => timeNs)).size).toBeLessThanOrEqual(1);
      steps.push(...step);
    }
    expect(stepped.stepEvent()).toEqual([]);
    expect(steps).toEqual(events);
    expect(text(stepped.result())).toBe(text(result));
  },
);

testEveryScheduler(
  "trace() yields all events, from wherever the simulation is",
  8,
  async (workload, choice, moments) => {
    const { events } = await play(workload, choice);
    const simulation = await Simulation.create(workload, choice);
    const untilNs = Math.round(moments[0]! * simulation.workload.durationNs);
    const yielded = eventsUntil(simulation, untilNs);
    for await (const event of simulation.trace()) yielded.push(event);
    expect(yielded).toEqual(events);
    expect(simulation.finished).toBe(true);
  },
);

testEveryScheduler(
  "from a snapshot everything comes again, in the same simulation and in another",
  15,
  async (workload, choice, moments) => {
    const simulation = await Simulation.create(workload, choice);
    eventsUntil(simulation, Math.round(moments[0]! * simulation.workload.durationNs));
    const snapshot = simulation.snapshot();
    const before = text(simulation.result());
    const first = eventsUntil(simulation);
    const result = text(simulation.result());
    const inspection = simulation.inspect();

    simulation.restore(snapshot);
    expect(text(simulation.result())).toBe(before);
    expect(eventsUntil(simulation)).toEqual(first);
    expect(text(simulation.result())).toBe(result);

    const other = await Simulation.create(workload, choice);
    other.advance(Math.round(0.5 * other.workload.durationNs));
    other.restore(snapshot);
    expect(other.timeNs).toBe(snapshot.timeNs);
    expect(eventsUntil(other)).toEqual(first);
    expect(text(other.result())).toBe(result);
    expect(other.inspect()).toEqual(inspection);
  },
);

testEveryScheduler("a snapshot can be gone back to several times", 6, async (workload, choice, moments) => {
  const simulation = await Simulation.create(workload, choice);
  const { durationNs } = simulation.workload;
  const snapshots = moments.map((moment) => {
    simulation.advance(Math.round(moment * durationNs));
    return { snapshot: simulation.snapshot(), result: text(simulation.result()) };
  });
  simulation.advance(durationNs);
  const end = text(simulation.result());
  for (const { snapshot, result } of [...snapshots].reverse()) {
    simulation.restore(snapshot);
    expect(text(simulation.result())).toBe(result);
    simulation.advance(durationNs);
    expect(text(simulation.result())).toBe(end);
  }
});

describe("simulations side by side never touch each other", () => {
  const workloads = [
    { seed: 1, tasks: [{ count: 5, program: [{ run: { exponential: "3ms" } }, { sleep: { uniform: [1, "9ms"] } }] }] },
    { seed: 2, tasks: [{ count: 3, program: [{ run: "1ms" }, { fork: { loop: false, program: [{ run: "2ms" }] } }] }] },
    { seed: 3, tasks: [{ count: 40, loop: 9, program: [{ send: "a" }, { run: "100us" }, { recv: "a" }] }] },
  ].map((workload) => ({ ...workload, machine: { cpus: 2, hz: 1000 }, duration: "300ms" }));

  test.each(allSchedulers)("$id", async ({ id, maxCpus }) => {
    const options = { scheduler: id, cpus: Math.min(2, maxCpus) };
    const alone = await Promise.all(workloads.map((workload) => play(workload, options)));
    const together = await Promise.all(workloads.map((workload) => Simulation.create(workload, options)));
    const events = together.map((): TraceEvent[] => []);
    for (let timeNs = 0; timeNs <= 300e6; timeNs += 7_000_001) {
      for (const [index, simulation] of together.entries()) events[index]!.push(...eventsUntil(simulation, timeNs));
    }
    together.forEach((simulation, index) => {
      events[index]!.push(...eventsUntil(simulation));
      expect(events[index]).toEqual(alone[index]!.events);
      expect(text(simulation.result())).toBe(text(alone[index]!.result));
    });
  });
});
