/** At the limits: a million tasks, no more memory, the last nanosecond, the slowest and the fastest clock, all CPUs. */
import { describe, expect, test } from "vitest";
import { SchedlabError } from "../../src/errors.js";
import { Simulation, simulate } from "../../src/simulation.js";
import { allSchedulers } from "./every-scheduler.js";
import { engineWithMemory } from "./limited-engine.js";
import { play } from "./played.js";
import { Replay } from "./replay.js";

const sum = (figures: readonly number[]) => figures.reduce((total, figure) => total + figure, 0);

test("a million tasks live for a second, at 400 bytes each at most", async () => {
  const workload = (count: number) => ({
    machine: { cpus: 8, hz: 1000 },
    duration: "1s",
    tasks: [{ name: "many", count, program: [{ run: "2us" }, { sleep: "10s" }] }],
  });
  const few = await Simulation.create(workload(1), { trace: false, ownHistograms: 0 });
  const many = await Simulation.create(workload(1_000_000), { trace: false, ownHistograms: 0 });
  many.advance(1e9);
  const { totals, finished } = many.finalResult();
  expect(finished).toBe(true);
  expect(totals).toMatchObject({ tasks: 1_000_000, exited: 0, busyNs: 2e9, wakeups: 0, voluntary: 1_000_000 });
  expect((many.memoryBytes - few.memoryBytes) / 1_000_000).toBeLessThan(400);
});

describe("where memory runs out", () => {
  const bomb = {
    duration: "60min",
    tasks: [
      {
        name: "bomb",
        program: [{ run: "1us" }, { fork: { name: "shard", loop: false, program: [{ sleep: "120min" }] } }],
      },
    ],
  };

  test.each(allSchedulers)("a fork bomb ends with a clear message under $id", async ({ id }) => {
    const engine = await engineWithMemory(64);
    const simulation = await Simulation.create(bomb, { engine, scheduler: id });
    expect(() => simulation.advance(3600e9)).toThrow(SchedlabError);
    expect(() => simulation.advance(3600e9)).toThrow(
      /^the simulation stopped at \d+ ns: out of memory: use fewer tasks, or a shorter run where tasks fork$/,
    );
    // What was simulated until then can still be looked at, and is complete.
    const { cpus, totals, simulatedNs } = simulation.result();
    expect(totals.tasks).toBeGreaterThan(4000);
    expect(sum(cpus.map(({ busyNs, idleNs }) => busyNs + idleNs))).toBe(simulatedNs);
    expect(simulation.memoryBytes).toBeLessThanOrEqual(64 * 65_536);
  });

  test.each(allSchedulers)(
    "$id sets up in what memory there is, or says that it does not suffice",
    async (scheduler) => {
      const workload = {
        machine: { cpus: scheduler.maxCpus, hz: 1000 },
        duration: "1ms",
        tasks: [{ program: [{ run: "1ms" }] }],
      };
      let worked = 0;
      for (const pages of [4, 6, 8, 10, 12, 16, 24, 32, 40, 48, 64]) {
        const engine = await engineWithMemory(pages);
        try {
          const { totals } = await simulate(workload, { engine, scheduler: scheduler.id });
          expect(totals.busyNs).toBe(1e6);
          worked += 1;
        } catch (error) {
          expect(error).toBeInstanceOf(SchedlabError);
          expect((error as Error).message).toMatch(/out of memory/);
          expect(worked).toBe(0);
        }
      }
      expect(worked).toBeGreaterThan(0);
    },
  );

  test("a bomb that takes no time at all ends the same way", async () => {
    const engine = await engineWithMemory(64);
    const fork = { loop: false, program: [{ sleep: "120min" }] };
    const tasks = [{ loop: false, program: [{ repeat: { count: 4_000_000_000, program: [{ fork }] } }] }];
    const failed = simulate({ tasks }, { engine });
    await expect(failed).rejects.toThrow(/^the simulation stopped at 0 ns: out of memory/);
    await expect(failed).rejects.toThrow(SchedlabError);
  });

  test("a workload with more tasks than fit is refused before it runs", async () => {
    const engine = await engineWithMemory(64);
    const tasks = [{ count: 100_000, program: [{ run: "1ms" }] }];
    const failed = Simulation.create({ tasks }, { engine });
    await expect(failed).rejects.toThrow(SchedlabError);
    await expect(failed).rejects.toThrow(/out of memory: use fewer tasks/);
  });

  test("a trace that does not fit ends with the same message", async () => {
    const tasks = [{ count: 12_000, program: [{ recv: "never" }] }];
    const run = (trace: boolean, engine: Awaited<ReturnType<typeof engineWithMemory>>) =>
      simulate({ tasks, duration: "1ms" }, { engine, ...(trace ? { onEvents: () => {} } : {}) });
    const { memoryBytes } = (await play({ tasks, duration: "1ms" }, { trace: false })).simulation;
    const engine = await engineWithMemory(Math.ceil(memoryBytes / 65_536) + 4);
    expect((await run(false, engine)).totals.tasks).toBe(12_000);
    await expect(run(true, engine)).rejects.toThrow(/out of memory/);
  });

  test("a snapshot that does not fit is refused, and the simulation stays what it was", async () => {
    const engine = await engineWithMemory(64);
    const big = await Simulation.create(bomb);
    big.advance(30e6);
    const small = await Simulation.create(bomb, { engine });
    small.advance(1e6);
    const before = JSON.stringify(small.result());
    expect(() => small.restore(big.snapshot())).toThrow(SchedlabError);
    expect(JSON.stringify(small.result())).toBe(before);
  });
});

describe("tasks that go on for ever at one instant end the run, and the message names the time", () => {
  const stopped =
    /^the simulation stopped at 5000000 ns: millions of operations without time passing: the tasks seem to go on for ever/;
  const talk = (from: string, to: string) => ({
    name: `${from}${to}`,
    start: "5ms",
    program: [{ recv: from }, { send: to }],
  });

  test.each(allSchedulers)("two tasks that send to each other, under $id", async ({ id, maxCpus }) => {
    for (const cpus of [1, Math.min(2, maxCpus)]) {
      const workload = { machine: { cpus }, channels: { a: { initial: 1 } }, tasks: [talk("a", "b"), talk("b", "a")] };
      const failed = simulate(workload, { scheduler: id });
      await expect(failed).rejects.toThrow(stopped);
      await expect(failed).rejects.toThrow(SchedlabError);
    }
  });

  test("a task that sends to itself", async () => {
    const failed = simulate({ channels: { a: { initial: 1 } }, tasks: [talk("a", "a")] });
    await expect(failed).rejects.toThrow(stopped);
  });

  test("but a million messages at one instant are only many", async () => {
    const program = [{ send: { to: "a", count: 1_000_000 } }, { run: 1 }];
    const { result } = await play({ duration: "1ms", tasks: [{ loop: false, program }] });
    expect(result.tasks[0]).toMatchObject({ state: "exited", cpuTimeNs: 1 });
  });
});

describe("the slowest and the fastest clock that a scheduler runs at", () => {
  test.each(allSchedulers)("$id", async ({ id, minHz, maxHz, maxCpus }) => {
    const divisors = [1, 2, 4, 5, 8, 10, 16, 20, 25, 32, 40, 50, 64, 80, 100, 1000, 10_000, 1e6, 1e9];
    const possible = divisors.filter((hz) => 1e9 % hz === 0 && hz >= minHz && hz <= maxHz);
    const tasks = [
      { name: "hog", count: 3, program: [{ run: "3ms" }] },
      { name: "sleeper", count: 3, program: [{ run: "1ms" }, { sleep: "1.7ms" }] },
    ];
    for (const hz of new Set([possible.at(0)!, 64, 1000, 10_000, possible.at(-1)!])) {
      if (!possible.includes(hz)) continue;
      const duration = hz > 1e6 ? 300_000 : 400_000_000;
      const machine = { cpus: Math.min(2, maxCpus), hz };
      for (const timers of ["hrtimer", "jiffies"] as const) {
        const { events, result } = await play({ machine, duration, tasks }, { scheduler: id, timers });
        const replay = Replay.of(machine.cpus, events, result.simulatedNs);
        expect(sum(replay.cpus.map(({ busyNs, idleNs }) => busyNs + idleNs))).toBe(machine.cpus * duration);
        expect(result.cpus[0]!.ticks).toBe(Math.floor(duration / (1e9 / hz)));
      }
    }
  });

  test.each(allSchedulers)("$id refuses others in a sentence that names those", async ({ id, minHz, maxHz }) => {
    const tasks = [{ program: [{ run: "1ms" }] }];
    for (const hz of [1, 5, 10, 50, 1e9]) {
      if (hz >= minHz && hz <= maxHz) continue;
      const failed = simulate({ machine: { hz }, tasks }, { scheduler: id });
      await expect(failed).rejects.toThrow(SchedlabError);
      await expect(failed).rejects.toThrow(new RegExp(`^${id} cannot run at HZ ${hz}: .*${minHz} to ${maxHz}`));
    }
  });
});

describe("as many CPUs as a scheduler can have are all used", () => {
  test.each(allSchedulers)("$id", async ({ id, maxCpus }) => {
    const tasks = [
      { name: "hog", count: maxCpus, program: [{ run: "10ms" }] },
      { name: "last", cpu: maxCpus - 1, affinity: [maxCpus - 1], program: [{ run: "1ms" }, { sleep: "2ms" }] },
    ];
    const machine = { cpus: maxCpus, hz: 1000 };
    const { events, result } = await play({ machine, duration: "200ms", tasks }, { scheduler: id });
    expect(() => Replay.of(maxCpus, events, result.simulatedNs)).not.toThrow();
    for (const { busyNs } of result.cpus) expect(busyNs).toBeGreaterThan(0);
    expect(result.tasks.at(-1)).toMatchObject({ cpu: maxCpus - 1 });
  });

  test("one more is refused", async () => {
    for (const { id, maxCpus } of allSchedulers) {
      const failed = simulate(
        { machine: { cpus: maxCpus + 1 }, tasks: [{ program: [{ run: 1 }] }] },
        { scheduler: id },
      );
      await expect(failed).rejects.toThrow(SchedlabError);
    }
  });
});
