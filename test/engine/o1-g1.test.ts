/**
 * The reconstruction of -G1 has no recorded traces. What its announcement claims is tested instead: the effect of the new balancer (the share
 * of reschedules that put a task on another CPU than its last), how it balances, the longer slices; and that for all the
 * rest it is 2.5.2-pre10.
 */
import { expect, test } from "vitest";
import type { TraceEvent } from "../../src/engine/types.js";
import { loadWorkload, schedulers, simulate } from "../../src/index.js";

async function eventsOf(workload: object, scheduler: string, tunables: Record<string, number> = {}) {
  const events: TraceEvent[] = [];
  const result = await simulate(workload, { scheduler, tunables, onEvents: (more) => void events.push(...more) });
  return { events, result };
}

/** Of the switches to a task that has run before, those on another CPU than its last, in percent. */
function unaffineShare(events: readonly TraceEvent[]): number {
  const lastCpu = new Map<number, number>();
  let reschedules = 0;
  let unaffine = 0;
  for (const event of events) {
    if (event.kind !== "switch" || event.next === 0) continue;
    const last = lastCpu.get(event.next);
    lastCpu.set(event.next, event.cpu);
    if (last === undefined) continue;
    reschedules += 1;
    if (last !== event.cpu) unaffine += 1;
  }
  expect(reschedules).toBeGreaterThan(1000);
  return (100 * unaffine) / reschedules;
}

function migrations(events: readonly TraceEvent[]) {
  return events.flatMap((event) => (event.kind === "migrate" ? [event] : []));
}

const exponential = (mean: string) => ({ exponential: mean });

/** A busy 8-way machine: computing tasks, and many that come and go. */
const busyServer = {
  machine: { cpus: 8, hz: 1000 },
  duration: "10s",
  seed: 1,
  tasks: [
    { name: "hog", count: 20, program: [{ run: "10ms" }] },
    {
      name: "server",
      count: 60,
      start: { uniform: ["0ms", "50ms"] },
      program: [{ run: exponential("2ms") }, { sleep: exponential("20ms") }],
    },
  ],
};

const compileJob = {
  name: "cc",
  program: [
    { repeat: { count: 20, program: [{ run: exponential("10ms") }, { io: exponential("2ms") }] } },
    { send: "done" },
  ],
};

/** Kernel builds side by side, make -j 8 each: the load on which -D1 and -G1 were measured. */
const builds = (makes: number) => ({
  machine: { cpus: 8, hz: 1000 },
  duration: "10s",
  seed: 1,
  tasks: [
    {
      name: "make",
      count: makes,
      loop: false,
      program: [
        { repeat: { count: 8, program: [{ fork: compileJob }] } },
        { repeat: { count: 1000, program: [{ recv: "done" }, { run: "1ms" }, { fork: compileJob }] } },
      ],
    },
  ],
});

test.each([
  ["a busy server", busyServer],
  ["two kernel builds", builds(2)],
  ["six kernel builds", builds(6)],
])("on %s the share of CPU-unaffine reschedules is far below that of 2.5.2-pre10", async (_, workload) => {
  const before = unaffineShare((await eventsOf(workload, "o1-2.5.2-pre10")).events);
  const after = unaffineShare((await eventsOf(workload, "o1-g1")).events);
  expect(before).toBeGreaterThan(4);
  expect(after).toBeLessThan(1.5);
  expect(after).toBeLessThan(before / 4);
});

const onFirstCpu = { name: "hog", count: 6, cpu: 0, program: [{ run: "1s" }] };

test("an idle CPU takes one task at a time, a busy one only every 250 ms", async () => {
  const workload = {
    machine: { cpus: 2, hz: 1000 },
    duration: "2s",
    tasks: [{ ...onFirstCpu, count: 9 }],
  };
  const { events } = await eventsOf(workload, "o1-g1");
  const [first, ...later] = migrations(events);
  // The idle CPU's first tick, which also notes the lengths; from then on it is busy.
  expect(first).toMatchObject({ timeNs: 1_000_000, fromCpu: 0, toCpu: 1 });
  expect(later.length).toBeGreaterThan(0);
  for (const { timeNs } of later) expect(timeNs % 250_000_000).toBe(0);
  expect(later[0]?.timeNs).toBe(250_000_000);
});

test("2.5.2-pre10 evens the same load out within the first tick", async () => {
  const workload = { machine: { cpus: 2, hz: 1000 }, duration: "2s", tasks: [{ ...onFirstCpu, count: 9 }] };
  const { events } = await eventsOf(workload, "o1-2.5.2-pre10");
  const early = migrations(events).filter(({ timeNs }) => timeNs <= 10_000_000);
  expect(early.length).toBeGreaterThanOrEqual(4);
});

test("short bursts do not make a busy CPU pull", async () => {
  const workload = {
    machine: { cpus: 2, hz: 1000 },
    duration: "4s",
    tasks: [
      { name: "steady", count: 2, cpu: 1, program: [{ run: "1s" }] },
      // Eight tasks at once on CPU 0, at each second's beginning and 5 ms long: never there at two balancings in a row.
      { name: "burst", count: 8, cpu: 0, start: "998ms", program: [{ run: "1ms" }, { sleep: "999ms" }] },
      { name: "ballast", count: 2, cpu: 0, program: [{ run: "1s" }] },
    ],
  };
  expect(migrations((await eventsOf(workload, "o1-g1")).events)).toEqual([]);
  expect(migrations((await eventsOf(workload, "o1-2.5.2-pre10")).events).length).toBeGreaterThan(0);
});

test.each([
  ["o1-2.5.2-pre10", 20_000_000],
  ["o1-g1", 30_000_000],
])("the shortest slice of %s is %i ns: -G1 added 10 ms", async (scheduler, sliceNs) => {
  const workload = {
    machine: { cpus: 1, hz: 1000 },
    duration: "2s",
    tasks: [{ name: "hog", count: 2, nice: 19, program: [{ run: "10s" }] }],
  };
  const { events } = await eventsOf(workload, scheduler);
  const times = events.flatMap((event) => (event.kind === "switch" ? [event.timeNs] : []));
  const turns = times.slice(1).map((time, index) => time - (times[index] ?? 0));
  expect(new Set(turns.slice(1))).toEqual(new Set([sliceNs]));
});

test("with the same slices it decides on one CPU exactly as 2.5.2-pre10", async () => {
  const onOneCpu = loadWorkload({ ...busyServer, machine: { cpus: 1, hz: 1000 } });
  const digest = async (scheduler: string, tunables: Record<string, number>) =>
    (await simulate(onOneCpu, { scheduler, tunables })).traceDigest;
  const pre10 = await digest("o1-2.5.2-pre10", {});
  expect(await digest("o1-g1", { minTimeslice: 20 })).toBe(pre10);
  expect(await digest("o1-g1", {})).not.toBe(pre10);
});

test("says that it is a reconstruction, and of what", async () => {
  const info = (await schedulers()).find(({ id }) => id === "o1-g1");
  expect(info?.provenance.kind).toBe("reconstructed");
  expect(info?.provenance.source).toContain("announcement of -G1");
});
