/** The library's promises beside the decisions: ends, progress, control, mistakes. */
import { describe, expect, test } from "vitest";
import { loadEngine, SchedlabError, Simulation, schedulers, simulate } from "../../src/index.js";

const workload = {
  machine: { cpus: 2, hz: 1000 },
  duration: "20s",
  tasks: [
    { name: "intr", count: 3, program: [{ run: "100us" }, { sleep: "50us" }] },
    { name: "hog", program: [{ run: "8ms" }] },
  ],
};

describe("a run can be ended from outside", () => {
  test("before it begins", async () => {
    const reason = new Error("not today");
    await expect(simulate(workload, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });

  test("on its way, with the signal's own reason", async () => {
    const controller = new AbortController();
    const reached: number[] = [];
    const run = simulate(workload, {
      signal: controller.signal,
      onProgress: ({ timeNs }) => {
        reached.push(timeNs);
        controller.abort("enough");
      },
    });
    await expect(run).rejects.toBe("enough");
    expect(reached).toHaveLength(1);
    expect(reached[0]).toBeLessThan(20e9);
  });

  test("by events, too", async () => {
    const controller = new AbortController();
    let batches = 0;
    const onEvents = () => {
      batches += 1;
      controller.abort();
    };
    await expect(simulate(workload, { signal: controller.signal, onEvents })).rejects.toThrow(/abort/i);
    expect(batches).toBe(1);
  });

  test("a signal that never comes changes nothing", async () => {
    const short = { ...workload, duration: "1s" };
    const { signal } = new AbortController();
    expect((await simulate(short, { signal })).traceDigest).toBe((await simulate(short)).traceDigest);
  });
});

test("progress goes forward, and ends with the end", async () => {
  const progress: number[] = [];
  await simulate(workload, {
    onProgress: ({ timeNs, durationNs }) => {
      expect(durationNs).toBe(20e9);
      progress.push(timeNs);
    },
  });
  expect(progress).toEqual([...progress].sort((a, b) => a - b));
  expect(progress.at(-1)).toBe(20e9);
});

test("others have their turn during a long run", async () => {
  let turns = 0;
  const timer = setInterval(() => turns++, 1);
  await simulate({ ...workload, duration: "60s" });
  clearInterval(timer);
  expect(turns).toBeGreaterThan(0);
});

test("a slice never goes beyond the duration of the workload", async () => {
  const sleepers = {
    name: "sleepers",
    duration: "1s",
    tasks: [{ name: "a", program: [{ run: "2us" }, { sleep: "10s" }] }],
  };
  const simulation = await Simulation.create(sleepers);
  while (!simulation.advanceSlice(1e12)) expect(simulation.timeNs).toBeLessThan(1e9);
  expect(simulation.timeNs).toBe(1e9);
  expect(simulation.finished).toBe(true);
});

test.each([-1, 1.5, Number.NaN, 2n ** 64n, -1n, "x" as never])("a seed of %s is refused", async (seed) => {
  await expect(simulate(workload, { seed })).rejects.toThrow(SchedlabError);
});

describe("a snapshot", () => {
  test("can be restored into another simulation of the same workload, and goes on alike", async () => {
    const [one, other] = await Promise.all([Simulation.create(workload), Simulation.create(workload)]);
    one.advance(1e9);
    other.restore(structuredClone(one.snapshot()));
    one.advance(2e9);
    other.advance(2e9);
    expect(other.result().traceDigest).toBe(one.result().traceDigest);
  });

  test.each([
    ["another machine", { cpus: 3 }],
    ["another scheduler", { scheduler: "o1-2.6.0" }],
    ["another tunable", { tunables: { childPenalty: 50 } }],
    ["another seed", { seed: 7 }],
  ])("of %s is refused, and nothing changes", async (_, options) => {
    const [one, other] = await Promise.all([Simulation.create(workload), Simulation.create(workload, options)]);
    other.advance(1e9);
    expect(() => one.restore(other.snapshot())).toThrow(SchedlabError);
    expect(one.timeNs).toBe(0);
  });
});

describe("a simulation that has been disposed of", () => {
  test("says so, whatever is asked of it", async () => {
    const simulation = await Simulation.create(workload);
    const snapshot = simulation.snapshot();
    simulation.dispose();
    simulation.dispose();
    const uses = [
      () => simulation.advance(1),
      () => simulation.stepEvent(),
      () => simulation.snapshot(),
      () => simulation.restore(snapshot),
      () => simulation.result(),
      () => simulation.inspect(),
      () => simulation.taskName(1),
      () => simulation.timeNs,
    ];
    for (const use of uses) {
      expect(use).toThrow(SchedlabError);
      expect(use).toThrow("the simulation has been disposed of");
    }
  });

  test("leaves the results that it has given as they were", async () => {
    const simulation = await Simulation.create(workload);
    simulation.advance(1e9);
    const result = simulation.result();
    const text = JSON.stringify(result);
    simulation.advance(2e9);
    simulation.dispose();
    expect(JSON.stringify(result)).toBe(text);
    expect(result.simulatedNs).toBe(1e9);
  });
});

describe("a simulation under control", () => {
  test("goes exactly as far as it is asked to, and never back", async () => {
    const simulation = await Simulation.create(workload);
    expect(simulation.timeNs).toBe(0);
    simulation.advance(0);
    simulation.advance(123_456_789);
    expect(simulation.timeNs).toBe(123_456_789);
    simulation.advance(123_456_789);
    for (const earlier of [123_456_788, -1, Number.NaN])
      expect(() => simulation.advance(earlier)).toThrow(SchedlabError);
    expect(simulation.finished).toBe(false);
    simulation.advance(Number.POSITIVE_INFINITY);
    expect([simulation.timeNs, simulation.finished]).toEqual([20e9, true]);
  });

  test("names its tasks as results do, and those of the kernel", async () => {
    const simulation = await Simulation.create(workload, { duration: "10ms" });
    simulation.advance(1e7);
    const names = simulation.result().tasks.map(({ name }) => name);
    expect(names).toEqual([1, 2, 3, 4].map((pid) => simulation.taskName(pid)));
    expect(names).toEqual(["intr/0", "intr/1", "intr/2", "hog"]);
    expect([simulation.taskName(0), simulation.taskName(-1), simulation.taskName(-2)]).toEqual([
      "idle",
      "migration/0",
      "migration/1",
    ]);
  });

  test("runs where and for how long its options say, whatever the workload says", async () => {
    const options = { cpus: 4, hz: 250, timers: "jiffies", duration: "1s", seed: 2n ** 64n - 1n } as const;
    const result = await simulate(workload, options);
    expect(result.machine).toEqual({ cpus: 4, hz: 250, timers: "jiffies" });
    expect(result).toMatchObject({ durationNs: 1e9, simulatedNs: 1e9, seed: "18446744073709551615", finished: true });
    expect(result.cpus).toHaveLength(4);
  });
});

describe("mistakes are told in a sentence", () => {
  const failing = (options: object) => simulate(workload, { duration: "1ms", ...options });

  test.each([
    [{ scheduler: "o1-2.6.23" }, /^unknown scheduler "o1-2\.6\.23": did you mean o1-2\.6\.2/],
    [{ tunables: { minTimeslise: 3 } }, /has no tunable "minTimeslise": did you mean minTimeslice\?/],
    [{ tunables: { minTimeslice: 0 } }, /tunable minTimeslice is 0; expected a whole number of ms, 1 to/],
    [{ tunables: { minTimeslice: 2.5 } }, /tunable minTimeslice is 2\.5; expected a whole number/],
    [{ cpus: 65 }, /65/],
    [{ hz: 7 }, /7/],
    [{ duration: "soon" }, /soon/],
    [{ duration: -1 }, /-1/],
  ])("%j", async (options, message) => {
    await expect(failing(options)).rejects.toThrow(SchedlabError);
    await expect(failing(options)).rejects.toThrow(message);
  });

  test("an engine that is none", async () => {
    const loading = loadEngine(new Uint8Array([1, 2, 3]));
    await expect(loading).rejects.toThrow(SchedlabError);
    await expect(loading).rejects.toThrow(/^cannot compile the engine: /);
  });
});

describe("the schedulers", () => {
  test("say what they are, and every id and alias means one of them", async () => {
    const all = await schedulers();
    const names = all.flatMap(({ id, aliases }) => [id, ...aliases]);
    expect(new Set(names).size).toBe(names.length);
    for (const { id, name, year, goodAt, badAt, provenance, policies, minHz, maxHz, maxCpus, longBits } of all) {
      expect(id).toMatch(/^[a-z0-9]+[a-z0-9.-]*$/);
      for (const sentence of [name, goodAt, badAt, provenance.source]) expect(sentence.length).toBeGreaterThan(5);
      expect(year).toBeGreaterThan(1990);
      expect(policies).toContain("normal");
      expect([minHz >= 1, maxHz >= minHz, maxCpus >= 1, longBits.length >= 1]).toEqual([true, true, true, true]);
    }
  });

  test("have tunables whose defaults are within their bounds, and setting them changes nothing", async () => {
    const short = { ...workload, duration: "500ms" };
    for (const { id, tunables, maxCpus } of await schedulers()) {
      const cpus = Math.min(2, maxCpus);
      for (const { name, min, max, default: usual } of tunables) {
        expect([name, usual >= min && usual <= max]).toEqual([name, true]);
      }
      const defaults = Object.fromEntries(tunables.map(({ name, default: usual }) => [name, usual]));
      const { traceDigest } = await simulate(short, { scheduler: id, cpus });
      expect((await simulate(short, { scheduler: id, cpus, tunables: defaults })).traceDigest).toBe(traceDigest);
    }
  });

  test("run at each end of every tunable's range", async () => {
    const short = { ...workload, duration: "300ms" };
    for (const { id, tunables, maxCpus } of await schedulers()) {
      const cpus = Math.min(2, maxCpus);
      for (const { name, min, max } of tunables) {
        for (const value of [min, max]) {
          const result = await simulate(short, { scheduler: id, cpus, tunables: { [name]: value } });
          const time = result.totals.busyNs + result.totals.idleNs;
          expect([id, name, value, time]).toEqual([id, name, value, cpus * 300e6]);
        }
      }
    }
  });

  test("share one engine where they are given one", async () => {
    const engine = await loadEngine();
    const short = { ...workload, duration: "100ms" };
    const { traceDigest } = await simulate(short);
    expect((await simulate(short, { engine })).traceDigest).toBe(traceDigest);
    expect((await schedulers(engine)).map(({ id }) => id)).toEqual((await schedulers()).map(({ id }) => id));
  });
});

describe("options of callers without types are checked by name and kind", () => {
  const short = { duration: "10ms", tasks: [{ program: [{ run: "1ms" }] }] };

  test.each<[what: string, options: unknown, message: string]>([
    ["no object", 7, "the options are 7; expected an object"],
    ["null", null, "the options are null; expected an object"],
    ["an unknown name", { schedular: "o1" }, 'unknown option "schedular": did you mean scheduler?'],
    ["a far name", { qqq: 1 }, 'unknown option "qqq": known: scheduler, '],
    ["what every object has", { constructor: 1 }, 'unknown option "constructor": known: '],
    ["a list of schedulers", { scheduler: ["o1"] }, "scheduler is a list; expected the id of one scheduler, as a text"],
    ["a text for a number", { cpus: "4" }, 'cpus is "4"; expected a whole number, 0 or more'],
    ["a fraction", { hz: 99.5 }, "hz is 99.5; expected a whole number, 0 or more"],
    ["an unknown timer", { timers: "tsc" }, 'timers is "tsc"; expected hrtimer or jiffies'],
    ["an unknown width", { long: 16 }, "long is 16; expected 32 or 64"],
    ["a list of tunables", { tunables: [] }, "tunables is a list; expected an object of names and numbers"],
    [
      "a text for an engine",
      { engine: "engine.wasm" },
      'engine is "engine.wasm"; expected what loadEngine() resolves to',
    ],
    ["a word for a switch", { trace: "yes" }, 'trace is "yes"; expected true, false or "detailed"'],
  ])("%s", async (_, options, message) => {
    const wrong = options as object;
    for (const attempt of [() => Simulation.create(short, wrong), () => simulate(short, wrong)]) {
      await expect(attempt()).rejects.toThrow(SchedlabError);
      await expect(attempt()).rejects.toThrow(message);
    }
  });

  test("`simulate` has callbacks of its own, which a Simulation does not", async () => {
    const onEvents = () => {};
    await expect(Simulation.create(short, { onEvents } as object)).rejects.toThrow('unknown option "onEvents"');
    await expect(simulate(short, { onProgress: 5 } as object)).rejects.toThrow("onProgress is 5; expected a function");
    await expect(simulate(short, { signal: "stop" } as object)).rejects.toThrow("expected an AbortSignal");
    expect((await simulate(short, { onEvents })).durationNs).toBe(10e6);
  });

  test("undefined counts as left out", async () => {
    const options = { scheduler: undefined, cpus: undefined } as object;
    expect((await simulate(short, options)).scheduler).toBe("o1-2.6.22");
  });

  test.each([null, undefined, 5, true])("%s is no workload, and no snapshot", async (wrong) => {
    await expect(simulate(wrong as never)).rejects.toThrow(SchedlabError);
    const simulation = await Simulation.create(short);
    expect(() => simulation.restore(wrong as never)).toThrow("cannot restore");
  });

  test("time goes to a number", async () => {
    const simulation = await Simulation.create(short);
    for (const wrong of [Number.NaN, "5ms", null]) {
      expect(() => simulation.advance(wrong as never)).toThrow("expected nanoseconds");
    }
  });
});

test("trace() is never ahead of what it yields", async () => {
  const simulation = await Simulation.create(workload);
  const seen: number[] = [];
  for await (const { timeNs } of simulation.trace()) {
    seen.push(timeNs - simulation.timeNs);
    if (seen.length === 50) break;
  }
  expect(new Set(seen)).toEqual(new Set([0]));
  expect(simulation.finished).toBe(false);
  expect(simulation.stepEvent()[0]!.timeNs).toBe(simulation.timeNs);
});
