/**
 * The shape of haMQ's decisions: what is told of it, and what its reconstruction makes of that
 * (docs/schedulers/hamq.md).
 */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type SimulateOptions, Simulation, schedulers, simulate, type TraceEvent } from "../../src/index.js";
import { anyWorkload } from "../workload/arbitrary-workload.js";

const MS = 1_000_000;

async function play(document: object, options: SimulateOptions = {}) {
  const events: TraceEvent[] = [];
  const onEvents = (batch: readonly TraceEvent[]) => events.push(...batch);
  const result = await simulate(document, { scheduler: "hamq", ...options, onEvents });
  return { result, events };
}

function hogs(count: number, more: object = {}) {
  return { name: "hog", count, program: [{ run: "10ms" }], ...more };
}

const passing = {
  machine: { cpus: 2 },
  duration: "100ms",
  channels: { a: { initial: 1 } },
  tasks: [
    { name: "ping", program: [{ recv: "a" }, { run: "20us" }, { send: "b" }] },
    { name: "pong", program: [{ recv: "b" }, { run: "20us" }, { send: "a" }] },
  ],
};

describe("haMQ", () => {
  it("says of itself that it is a reconstruction", async () => {
    const info = (await schedulers()).find(({ id }) => id === "hamq");
    expect(info?.provenance.kind).toBe("reconstructed");
    expect(info?.name).toBe("haMQ (reconstruction)");
  });

  it("decides on one CPU as 2.5.2-pre9, from which it was made", async () => {
    await fc.assert(
      fc.asyncProperty(anyWorkload, async (document) => {
        const tasks = document.tasks.map((task) => ({ ...task, affinity: null }));
        const text = JSON.stringify({ ...document, tasks, duration: "300ms" }).replace(
          /"affinity":("[^"]*"|\[[^\]]*\])/g,
          '"affinity":null',
        );
        const options = { cpus: 1 };
        const [mine, theirs] = await Promise.all([
          simulate(text, { ...options, scheduler: "hamq" }),
          simulate(text, { ...options, scheduler: "vanilla-2.5.2-pre9" }),
        ]);
        expect(mine.traceDigest).toBe(theirs.traceDigest);
      }),
      { numRuns: 60 },
    );
  });

  it.each([2, 4, 8])(
    "keeps two tasks that pass a token apart on %i CPUs, where one queue brings them together",
    async (cpus) => {
      const apart = await play(passing, { cpus });
      expect(apart.result.totals.migrations).toBe(0);
      expect(apart.result.cpus.filter(({ busyNs }) => busyNs > 40 * MS).length).toBe(2);
      const together = await play(passing, { cpus, scheduler: "vanilla-2.5.2-pre9" });
      expect(Math.max(...together.result.cpus.map(({ busyNs }) => busyNs))).toBeGreaterThan(95 * MS);
    },
  );
});

describe("a CPU that runs dry", () => {
  it("steals from the longest queue, the lowest number of equals", async () => {
    const { events } = await play({
      machine: { cpus: 4 },
      duration: "20ms",
      tasks: [
        hogs(2, { name: "two", cpu: 0 }),
        hogs(3, { name: "three", cpu: 1 }),
        hogs(3, { name: "more", cpu: 2 }),
        { name: "short", cpu: 3, loop: false, program: [{ run: "1ms" }] },
      ],
    });
    const [first] = events.filter(({ kind }) => kind === "migrate");
    expect(first).toMatchObject({ timeNs: MS, fromCpu: 1, toCpu: 3 });
  });

  it("takes the first waiting task in the list: the one that was queued last", async () => {
    const { events } = await play({
      machine: { cpus: 2 },
      duration: "20ms",
      tasks: [
        hogs(3, { cpu: 0 }),
        { name: "late", cpu: 0, start: "1ms", program: [{ run: "10ms" }] },
        { name: "short", cpu: 1, loop: false, program: [{ run: "2ms" }] },
      ],
    });
    expect(events.find(({ kind }) => kind === "migrate")).toMatchObject({ timeNs: 2 * MS, pid: 4, toCpu: 1 });
  });

  it("takes no task that may not run there, and no task that runs", async () => {
    const { result } = await play({
      machine: { cpus: 3 },
      duration: "100ms",
      tasks: [
        hogs(3, { name: "pinned", cpu: 0, affinity: [0] }),
        hogs(1, { name: "alone", cpu: 1 }),
        { name: "short", cpu: 2, loop: false, program: [{ run: "1ms" }] },
      ],
    });
    expect(result.totals.migrations).toBe(0);
    expect(result.cpus[2]?.idleNs).toBe(99 * MS);
  });

  it("leaves the tasks of an idle CPU, which is about to run them", async () => {
    const { events } = await play({
      machine: { cpus: 2 },
      duration: "5ms",
      tasks: [
        { name: "sleeper", cpu: 1, loop: false, program: [{ recv: "go" }, { run: "1ms" }] },
        { name: "waker", cpu: 0, loop: false, program: [{ run: "1ms" }, { send: "go" }] },
      ],
    });
    expect(events.filter(({ kind }) => kind === "migrate")).toEqual([]);
    expect(events.find(({ kind }) => kind === "wakeup")).toMatchObject({ cpu: 0, pid: 1, targetCpu: 1 });
  });

  it("keeps all CPUs busy as long as there are tasks", async () => {
    const bursts = { name: "burst", count: 12, program: [{ run: { uniform: ["1ms", "9ms"] } }, { sleep: "1ms" }] };
    const { result } = await play({ machine: { cpus: 4 }, duration: "2s", tasks: [bursts] });
    expect(result.totals.idleNs / (4 * 2e9)).toBeLessThan(0.01);
  });
});

describe("busy CPUs", () => {
  it("are never balanced, so that shares follow the placement", async () => {
    const { result } = await play({
      machine: { cpus: 2 },
      duration: "2s",
      tasks: [hogs(4, { name: "crowded", cpu: 0 }), hogs(1, { name: "alone", cpu: 1 })],
    });
    expect(result.totals.migrations).toBe(0);
    expect(result.tasks.find(({ name }) => name === "alone")?.cpuTimeNs).toBe(2e9);
  });

  it("recalculate for themselves: a sleeper gains priority by the recalculations of its own queue only", async () => {
    const document = {
      machine: { cpus: 2 },
      duration: "2s",
      tasks: [
        hogs(2, { affinity: [0] }),
        { name: "sleeper", affinity: [1], program: [{ run: "1ms" }, { sleep: "900ms" }] },
      ],
    };
    const priorityAfterSleep = async (scheduler: string) => {
      const { events } = await play(document, { scheduler });
      const wakeup = events.find((event) => event.kind === "wakeup");
      return wakeup?.priority;
    };
    // Nice 0 without anything for its sleep: 0 + 1 + 20.
    expect(await priorityAfterSleep("hamq")).toBe(21);
    expect(await priorityAfterSleep("vanilla-2.5.2-pre9")).toBeGreaterThan(21);
  });
});

describe("a woken task", () => {
  const sleeperAmong = (machine: object, others: object[]) => ({
    machine,
    duration: "20ms",
    tasks: [{ name: "sleeper", cpu: 0, program: [{ run: "1ms" }, { sleep: "5500us" }] }, ...others],
  });

  it("goes to the CPU that has been idle for longest if its own is busy", async () => {
    const until = (run: string, cpu: number) => ({ affinity: [cpu], loop: false, program: [{ run }] });
    const { events } = await play(
      sleeperAmong({ cpus: 4 }, [
        hogs(1, { affinity: [0], nice: 5 }),
        until("4ms", 1),
        until("2ms", 2),
        until("3ms", 3),
      ]),
    );
    const wakeup = events.findIndex(({ kind }) => kind === "wakeup");
    expect(events[wakeup]).toMatchObject({ timeNs: 6.5 * MS, cpu: 0, pid: 1, targetCpu: 2 });
    expect(events[wakeup + 1]).toMatchObject({ kind: "switch", timeNs: 6.5 * MS, cpu: 2, next: 1 });
  });

  it("stays on its own CPU if none is idle, and preempts whom it beats there", async () => {
    const { events } = await play(
      sleeperAmong({ cpus: 2 }, [hogs(1, { nice: 10, affinity: [0] }), hogs(1, { nice: 10, affinity: [1] })]),
    );
    const wakeup = events.findIndex(({ kind }) => kind === "wakeup");
    expect(events[wakeup]).toMatchObject({ pid: 1, targetCpu: 0 });
    expect(events[wakeup + 1]).toMatchObject({ kind: "switch", cpu: 0, next: 1, previousState: "R" });
  });

  it("runs on its idle CPU at once even where its waker is about to sleep, but then preempts nobody", async () => {
    const woken = async (others: object[]) => {
      const waker = {
        affinity: [0],
        loop: false,
        program: [{ run: "1ms" }, { send: "go", sync: true }, { run: "100ms" }],
      };
      const sleeper = { cpu: 1, nice: -10, loop: false, program: [{ recv: "go" }, { run: "1ms" }] };
      const { result } = await play({ machine: { cpus: 2 }, duration: "200ms", tasks: [sleeper, waker, ...others] });
      return result.tasks[0]?.wakeupLatencyNs.max;
    };
    expect(await woken([])).toBe(0);
    // The hog goes on to the end of its slice.
    expect(await woken([hogs(1, { affinity: [1] })])).toBeGreaterThan(30 * MS);
  });

  it("preempts nobody on another CPU, however much it would gain there", async () => {
    const { events, result } = await play(
      sleeperAmong({ cpus: 2 }, [
        { name: "real-time", policy: "fifo", rtprio: 5, affinity: [0], start: "2ms", program: [{ run: "10ms" }] },
        hogs(1, { nice: 19, affinity: [1] }),
      ]),
    );
    expect(events.find(({ kind }) => kind === "wakeup")).toMatchObject({ pid: 1, targetCpu: 0 });
    expect(result.totals.migrations).toBe(0);
  });
});

describe("a task that changes its affinity", () => {
  it("moves to an allowed CPU at once, an idle one if there is one", async () => {
    const { events } = await play({
      machine: { cpus: 3 },
      duration: "5ms",
      tasks: [
        { name: "mover", cpu: 0, loop: false, program: [{ run: "1ms" }, { affinity: [1, 2] }, { run: "1ms" }] },
        hogs(1, { cpu: 1 }),
      ],
    });
    const migration = events.findIndex(({ kind }) => kind === "migrate");
    expect(events[migration]).toMatchObject({ timeNs: MS, pid: 1, fromCpu: 0, toCpu: 2 });
    expect(events[migration + 1]).toMatchObject({ kind: "switch", previous: 1, previousState: "R", next: 0 });
    expect(events[migration + 2]).toMatchObject({ kind: "switch", timeNs: MS, cpu: 2, next: 1 });
  });
});

describe("random workloads", () => {
  it("run only where they may, and every queued task is on one queue", async () => {
    await fc.assert(
      fc.asyncProperty(anyWorkload, async (document) => {
        const simulation = await Simulation.create({ ...document, duration: "200ms" }, { scheduler: "hamq" });
        for (const timeNs of [1, 20, 77, 200]) {
          simulation.advance(timeNs * MS);
          const { cpus, tasks } = simulation.inspect();
          const runnable = tasks.filter(({ fields }) => fields.state === 1 || fields.state === 2);
          const queued = cpus.map(({ cpu }) => runnable.filter(({ fields }) => fields.cpu === cpu).length);
          expect(cpus.map(({ fields }) => fields.queued)).toEqual(queued);
          for (const { current, cpu } of cpus) {
            if (current > 0) expect((BigInt(String(tasks[current - 1]?.fields.affinity)) >> BigInt(cpu)) & 1n).toBe(1n);
          }
        }
      }),
      { numRuns: 60 },
    );
  });
});
