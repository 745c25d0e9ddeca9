/** What a scheduler derives for an inspection is what it decides by: whoever is said to come next does come next. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Simulation } from "../../src/index.js";
import { anyWorkload, limitsOf } from "./arbitrary-workload.js";
import { allSchedulers } from "./every-scheduler.js";
import { play } from "./played.js";

const ms = 1_000_000;

/** Tasks block off the tick grid while others wait. */
const blocksBetweenTicks = {
  machine: { cpus: 1, hz: 1000 },
  duration: "400ms",
  tasks: [
    {
      name: "first",
      count: 2,
      program: [{ run: { uniform: ["1ms", "9ms"] } }, { sleep: { uniform: ["1ms", "9ms"] } }],
    },
    { name: "kind", nice: 7, program: [{ run: { uniform: ["1ms", "9ms"] } }, { sleep: "20.3ms" }] },
    { name: "rude", nice: -6, program: [{ run: "1.3ms" }, { sleep: "9.7ms" }] },
    { name: "hog", count: 2, program: [{ run: "1s" }] },
  ],
};

/**
 * For each time at which a task blocks and nothing else happens: what an inspection shows just before, and who is next.
 */
async function beforeBlocks<const Name extends string>(scheduler: Name) {
  const { events } = await play(blocksBetweenTicks, { scheduler });
  const blocks = events.filter(
    ({ timeNs }, index) =>
      timeNs % ms !== 0 && timeNs !== events[index - 1]?.timeNs && timeNs !== events[index + 1]?.timeNs,
  );
  const simulation = await Simulation.create(blocksBetweenTicks, { scheduler });
  const found = blocks.flatMap((event) => {
    if (event.kind !== "switch" || event.previousState !== "S") return [];
    simulation.advance(event.timeNs - 1);
    return [{ before: simulation.inspect(), next: event.next }];
  });
  expect(found.length).toBeGreaterThan(15);
  return found;
}

const isBefore = (a: number | bigint, b: number | bigint) => a < b;

/** The pid with the greatest or the least of these values, which stand in the order of pids; the first of equals. */
function best(values: readonly (number | bigint | null | undefined)[], isBetter: typeof isBefore): number {
  let found = -1;
  for (const [index, value] of values.entries()) {
    if (value !== null && value !== undefined && (found < 0 || isBetter(value, values[found]!))) found = index;
  }
  return found + 1;
}

/** ns from a refill to the deadline in BFS: 6 ms, and a tenth more for each nice level from -20 on, in 128ths. */
function deadlineOffset(nice: number): number {
  let ratio = 128;
  for (let level = -20; level < nice; level++) ratio = Math.floor((ratio * 11) / 10);
  return (ratio * 6 * 2 ** 20) / 128;
}

describe("goodness", () => {
  test.each(["vanilla-2.4.17", "vanilla-2.4.27", "vanilla-2.5.2-pre9", "hamq"] as const)(
    "of %s: the waiting task with the most of it is next",
    async (scheduler) => {
      let compared = 0;
      for (const { before, next } of await beforeBlocks(scheduler)) {
        const { current, lists } = before.cpus[0]!;
        const queued = before.tasks.flatMap(({ pid, derived }) => (derived!.queued ? [pid] : []));
        expect([...lists.runList].sort()).toEqual(queued);
        const values = lists.runList.map((pid) => Number(before.tasks[pid - 1]!.derived!.goodness[0]));
        const waiting = values.map((value, index) => (lists.runList[index] === current ? null : value));
        const chosen = best(waiting, (a, b) => a > b) - 1;
        // Where all slices are used up, they are handed out anew first.
        if (chosen < 0 || waiting[chosen] === 0) continue;
        expect(lists.runList[chosen]).toBe(next);
        compared += 1;
      }
      expect(compared).toBeGreaterThan(10);
    },
  );

  test("is nothing for a CPU that the task may not use, and for all but its own while it runs", async () => {
    const tasks = [
      { name: "here", cpu: 0, affinity: [0], program: [{ run: "1s" }] },
      { name: "there", cpu: 1, affinity: [1], program: [{ run: "1s" }] },
      { name: "waits", affinity: [1, 2], program: [{ run: "1s" }], count: 3 },
    ];
    const workload = { machine: { cpus: 3, hz: 100 }, duration: "1s", tasks };
    const simulation = await Simulation.create(workload, { scheduler: "vanilla" });
    simulation.advance(35 * ms);
    const { cpus, tasks: inspected } = simulation.inspect();
    for (const { fields, state, derived } of inspected) {
      const candidates = [0, 1, 2].filter((cpu) => derived!.goodness[cpu] !== null);
      const allowed = [0, 1, 2].filter((cpu) => (Number(fields.affinity) >> cpu) & 1);
      expect(candidates).toEqual(state === "running" ? [fields.cpu] : allowed);
      if (state !== "runnable" || derived!.priority === 0) continue;
      for (const cpu of candidates) {
        const bonus = (cpu === fields.cpu ? 15 : 0) + (cpus[cpu]!.fields.mm === fields.mm ? 1 : 0);
        expect(derived!.goodness[cpu]).toBe(derived!.priority + bonus);
      }
    }
  });

  test("a sleeper's slice is shown with the recalculations that it has missed", async () => {
    const tasks = [
      { name: "hog", count: 3, program: [{ run: "1s" }] },
      { name: "sleeper", program: [{ run: "2ms" }, { sleep: "900ms" }, { run: "1ms" }] },
    ];
    const workload = { machine: { cpus: 1, hz: 100 }, duration: "2s", tasks };
    const simulation = await Simulation.create(workload, { scheduler: "vanilla-2.4.27" });
    simulation.advance(850 * ms);
    const asleep = simulation.inspect().tasks[3]!;
    expect(asleep.state).toBe("sleeping");
    expect(asleep.fields.recalculations).toBeLessThan(simulation.inspect().cpus[0]!.derived.recalculations);
    expect(asleep.derived!.presentSlice).toBeGreaterThan(asleep.fields.slice);
    expect(asleep.derived!.goodness).toEqual([null]);
    while (!simulation.finished && simulation.inspect().tasks[3]!.state === "sleeping") simulation.stepEvent();
    const awake = simulation.inspect().tasks[3]!;
    expect(awake.fields.slice).toBe(awake.derived!.presentSlice);
    expect(awake.fields.slice).toBeGreaterThanOrEqual(asleep.derived!.presentSlice);
  });
});

describe("virtual time", () => {
  test("bfs: the earliest deadline is next", async () => {
    const found = await beforeBlocks("bfs");
    for (const { before, next } of found) {
      expect(before.cpus[0]!.derived.next ?? 0).toBe(next);
      const deadlines = before.tasks.map(({ derived }) => derived!.deadlines[0]);
      expect(deadlines[next - 1]).toBe(deadlines[best(deadlines, isBefore) - 1]);
      for (const { state, derived } of before.tasks) {
        expect(derived!.timeToDeadline).toBe(Number(derived!.presentDeadline) - before.timeNs);
        expect(derived!.deadlines[0] === null).toBe(state !== "runnable");
      }
    }
    const offsets = found[0]!.before.tasks.map(({ derived }) => derived!.deadlineOffset);
    expect(offsets).toEqual([0, 0, 7, -6, 0, 0].map(deadlineOffset));
  });

  test("bfs: a sticky task's deadline is later for other CPUs", async () => {
    const tasks = [{ name: "hog", count: 5, program: [{ run: "1s" }] }];
    const workload = { machine: { cpus: 2, hz: 1000 }, duration: "1s", tasks };
    const simulation = await Simulation.create(workload, { scheduler: "bfs" });
    let seen = 0;
    while (!simulation.finished && simulation.stepEvent().length > 0) {
      for (const { fields, derived } of simulation.inspect().tasks) {
        const [here, there] = fields.cpu === 0 ? derived!.deadlines : [...derived!.deadlines].reverse();
        if (here === null || here === undefined) continue;
        expect(here).toBe(derived!.presentDeadline);
        expect(Number(there) > Number(here)).toBe(fields.sticky);
        if (fields.sticky) seen += 1;
      }
    }
    expect(seen).toBeGreaterThan(20);
  });

  test.each(["cfs-2.6.23", "cfs-2.6.24"] as const)("%s: the first of the tree is next", async (scheduler) => {
    for (const { before, next } of await beforeBlocks(scheduler)) {
      const { current, trees, derived } = before.cpus[0]!;
      expect(trees.tree.find((pid) => pid !== current) ?? 0).toBe(next);
      expect(derived.first).toBe(trees.tree[0] ?? null);
    }
  });

  test("cfs-2.6.24: the slices of all tasks make up the period, in proportion to the weights", async () => {
    for (const { before } of await beforeBlocks("cfs-2.6.24")) {
      const queued = before.tasks.filter(({ fields }) => fields.onQueue);
      const period = queued.reduce((sum, { derived }) => sum + Number(derived!.slice), 0);
      // 20 ms; more than five tasks stretch it.
      const expected = (20 * ms * Math.max(queued.length, 5)) / 5;
      expect(Math.abs(period - expected)).toBeLessThanOrEqual(queued.length);
      const { minVruntime } = before.cpus[0]!.fields;
      for (const { fields, derived } of before.tasks) {
        expect(derived!.slice === null).toBe(!fields.onQueue);
        const share = fields.weight / Number(before.cpus[0]!.fields.fairLoad);
        if (fields.onQueue) expect(Number(derived!.slice) / period).toBeCloseTo(share, 4);
        expect(derived!.lead).toBe(Number(fields.vruntime) - Number(minVruntime));
        // 10 ms for nice 0.
        expect(Number(derived!.wakeupLead) / ((10 * ms * 1024) / fields.weight)).toBeCloseTo(1, 3);
      }
    }
  });

  test("cfs-2.6.23: keys are the fair clock less what is owed", async () => {
    for (const { before } of await beforeBlocks("cfs-2.6.23")) {
      const clock = Number(before.cpus[0]!.fields.fairClock);
      for (const { fields, state, derived } of before.tasks) {
        if (fields.nice === 0) expect(derived!.presentKey).toBe(clock - Number(fields.waitRuntime));
        expect(derived!.missedShare === null).toBe(state === "running");
      }
    }
  });

  test.each(["cfs-2.6.23", "cfs-2.6.24", "cfs-5.19", "eevdf"] as const)(
    "%s: the running task shows what it has run since it was charged, and nobody else",
    async (scheduler) => {
      for (const { before } of await beforeBlocks(scheduler)) {
        for (const { state, fields, derived } of before.tasks) {
          expect(derived!.uncharged).toBe(state === "running" ? before.timeNs - Number(fields.execStart) : 0);
          if (state === "running") expect(derived!.uncharged).toBeGreaterThan(0);
        }
      }
    },
  );

  test("cfs-5.19: the choice is the leftmost task, where there are no hints", async () => {
    const simulation = await Simulation.create(blocksBetweenTicks, { scheduler: "cfs-5.19" });
    let compared = 0;
    while (!simulation.finished && simulation.stepEvent().length > 0) {
      const [cpu] = simulation.inspect().cpus;
      const { nextBuddy, lastBuddy, skipBuddy } = cpu!.fields;
      if (nextBuddy !== null || lastBuddy !== null || skipBuddy !== null) continue;
      expect([cpu!.trees.tree[0], cpu!.current]).toContain(cpu!.derived.next);
      compared += 1;
    }
    expect(compared).toBeGreaterThan(20);
  });
});

describe("eevdf", () => {
  const info = allSchedulers.find(({ id }) => id === "eevdf-6.12")!;

  test("eligible is who is owed something, and the earliest deadline of those is next", async () => {
    let queued = 0;
    const property = fc.asyncProperty(anyWorkload(limitsOf(info)), async (workload) => {
      const simulation = await Simulation.create(workload, { scheduler: "eevdf-6.12" });
      while (!simulation.finished && simulation.stepEvent().length > 0) {
        const { cpus, tasks } = simulation.inspect();
        const { averageVruntime, next } = cpus[0]!.derived;
        const candidates = tasks.filter(
          ({ fields, derived }) => derived !== null && fields.onQueue && fields.policy < 3,
        );
        for (const { fields, derived } of candidates) {
          expect(derived!.eligible).toBe(Number(averageVruntime) - Number(fields.vruntime) >= 0);
          expect(Number(derived!.lag) >= 0).toBe(derived!.eligible);
          expect(derived!.requestLeft).toBe(Number(fields.deadline) - Number(fields.vruntime));
          if (candidates.length > 1 && fields.pid === next) expect(derived!.eligible).toBe(true);
        }
        queued += candidates.length;
        const eligible = candidates.filter(({ derived }) => derived!.eligible);
        const earliest = Math.min(...eligible.map(({ fields }) => Number(fields.deadline)));
        const chosen = tasks[(next ?? 0) - 1];
        if (candidates.length > 1 && !chosen!.derived!.protected) expect(chosen!.fields.deadline).toBe(earliest);
        expect(next === null).toBe(candidates.length === 0);
      }
    });
    await fc.assert(property, { numRuns: 8, seed: 612 });
    expect(queued).toBeGreaterThan(100);
  });

  test("what some are owed, the others are ahead", async () => {
    for (const { before } of await beforeBlocks("eevdf")) {
      const queued = before.tasks.filter(({ fields }) => fields.onQueue);
      const sum = queued.reduce((total, { derived }) => total + Number(derived!.lagTime), 0);
      // V is rounded down: by up to a virtual nanosecond for each task.
      const rounded = queued.reduce((total, { fields }) => total + fields.weight / 1024 + 1, 0);
      expect(Math.abs(sum)).toBeLessThanOrEqual(rounded);
    }
  });
});
