import { describe, expect, test } from "vitest";
import { loadEngine, readPlan, type SweepPoint, simulate, standardMeasures, sweep } from "../../src/index.js";
import type { BatchOutcome, Pool } from "../../src/sweep/batch.js";
import { handOut } from "../../src/sweep/hand-out.js";
import { cpuFigures, markFigures, resolveMeasure, runFigures, taskFigures } from "../../src/sweep/measures.js";
import { PointRunner } from "../../src/sweep/point-runner.js";
import { workload } from "./plans.js";

const plan = {
  workload,
  vary: { scheduler: ["o1-2.6.0", "vanilla"], "tasks.intr.count": [2, 6] },
  seed: { count: 2 },
  measure: ["latency.p99", "tasks.intr.share.jain", "marks.loop.rate", 'tasks["kernel-build"].latency.p99'],
};

async function all(source: object, options: Parameters<typeof sweep>[1] = {}): Promise<SweepPoint[]> {
  const points: SweepPoint[] = [];
  for await (const point of sweep(source, { workers: 0, ...options })) points.push(point);
  return points;
}

describe("a sweep", () => {
  test("gives the figures that each point gives alone", async () => {
    const points = await all(plan);
    expect(points.map(({ index }) => index)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    for (const { parameters, figures, error } of points) {
      expect(error).toBeNull();
      const { scheduler, seed } = parameters as { scheduler: string; seed: number };
      const [intr, build] = workload.tasks;
      const tasks = [{ ...intr, count: parameters["tasks.intr.count"] }, build];
      const alone = await simulate({ ...workload, tasks }, { scheduler, seed });
      expect(figures).toEqual({
        "latency.p99": alone.totals.wakeupLatencyNs.p99,
        "tasks.intr.share.jain": alone.groups[0]!.jainIndex,
        "marks.loop.rate": alone.marks.loop!.perSecond,
        "tasks.kernel-build.latency.p99": null,
      });
    }
  });

  test("measures the standard set where the plan does not say", async () => {
    const [point] = await all({ workload });
    expect(Object.keys(point!.figures)).toEqual(standardMeasures);
  });

  test("tells of a point that fails, and runs the others", async () => {
    const points = await all({ workload, vary: { scheduler: ["cfs-5.19", "o1"], "machine.cpus": [1, 2] } });
    expect(points.map(({ error }) => error)).toEqual([
      null,
      "cfs-5.19 cannot run on 2 CPUs: expected at most 1",
      null,
      null,
    ]);
    expect(points[1]!.figures["latency.p99"]).toBeNull();
    const tooLarge = await all({ workload }, { memoryLimit: 1000 });
    expect(tooLarge[0]!.error).toMatch(/needs more than 0 MiB, the memory that a worker may take/);
  });

  test("calls onPoint for each, and can be given up", async () => {
    const seen: number[] = [];
    await all(plan, { onPoint: ({ index }) => seen.push(index) });
    expect(seen.sort()).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    const controller = new AbortController();
    const run = async () => {
      for await (const _ of sweep(plan, { workers: 0, signal: controller.signal }))
        controller.abort(new Error("enough"));
    };
    await expect(run()).rejects.toThrow("enough");
    for await (const _ of sweep(plan, { workers: 0 })) break;
  });

  test("names points by all that they compute, and by nothing else", async () => {
    const digests = async (change: object) => (await all({ ...plan, ...change })).map(({ digest }) => digest);
    const first = await digests({});
    expect(new Set(first).size).toBe(8);
    for (const digest of first) expect(digest).toMatch(/^[0-9a-f]{32}$/);
    expect(await digests({ name: "another name", measure: ["longestWait"] })).toEqual(first);
    expect(await digests({ workload: { ...workload, name: "renamed", about: "else" } })).toEqual(first);
    const others = [
      { workload: { ...workload, duration: "101ms" } },
      { workload: { ...workload, machine: { hz: 100 } } },
      { workload: { ...workload, machine: { timers: "jiffies" } } },
      { seed: [8, 9] },
      { vary: { scheduler: ["o1-2.6.6", "cfs-2.6.24"], "tasks.intr.count": [2, 6] } },
      { vary: { ...plan.vary, scheduler: ["o1-2.6.0", "o1-2.6.6"], long: [32] } },
    ];
    for (const change of others) {
      const changed = await digests(change);
      expect(changed.length, JSON.stringify(change)).toBe(8);
      const kept = changed.filter((digest) => first.includes(digest));
      expect(kept, JSON.stringify(change)).toEqual([]);
    }
  });

  test("names a point anew when the engine changes", async () => {
    const engine = await loadEngine();
    const read = await readPlan(plan, engine);
    const { readFileSync } = await import("node:fs");
    const bytes = readFileSync("build/engine.wasm");
    // The fingerprint is the section at the end: another engine has another one.
    const last = bytes.length - 1;
    bytes[last] = bytes[last]! ^ 1;
    const other = { ...engine, module: await WebAssembly.compile(bytes) };
    const [name, otherName] = await Promise.all(
      [engine, other].map((one) => new PointRunner({ plan: read, engine: one, memoryLimit: 2 ** 30 }).identify(0)),
    );
    expect(name).not.toEqual(otherName);
  });
});

describe("every figure of the vocabulary", () => {
  const paths = [
    ...Object.keys(runFigures),
    ...Object.keys(taskFigures).map((name) => `tasks.intr.${name}`),
    ...Object.keys(markFigures).map((name) => `marks.loop.${name}`),
    ...Object.keys(markFigures).map((name) => `tasks.intr.marks.loop.${name}`),
    ...Object.keys(cpuFigures).map((name) => `cpus.0.${name}`),
  ];

  test.each(paths)("%s can be measured, and is whole where it says so", async (path) => {
    const resolution = resolveMeasure(path, { tasks: ["intr"], marks: ["loop"] });
    if (!("read" in resolution)) throw new Error(resolution.message);
    const figure = resolution.read(await simulate(workload));
    expect(typeof figure).toBe("number");
    if (resolution.measure.whole) expect(Number.isInteger(figure)).toBe(true);
  });
});

describe("handing out", () => {
  const outcome = (points: readonly number[], elapsedMs: number): BatchOutcome => ({
    points,
    digests: new Uint8Array(points.length * 16),
    figures: new Float64Array(points.length),
    errors: new Map(),
    simulatedNs: 0,
    elapsedMs,
  });
  const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);

  /** A pool in which every point takes `ms`, by its own clock. */
  function pool(ms: number, workers = 2): Pool & { readonly batches: number[] } {
    const batches: number[] = [];
    return {
      workers,
      batches,
      async run(points) {
        batches.push(points.length);
        return outcome(points, ms * points.length);
      },
      async close() {},
    };
  }

  test("puts short points together, and long ones not", async () => {
    const collect = async (it: ReturnType<typeof pool>) => {
      const points: number[] = [];
      await handOut(numbers(10_000), it, { measures: 1, onBatch: (batch) => void points.push(...batch.points) });
      expect(points.sort((left, right) => left - right)).toEqual(numbers(10_000));
      return it.batches;
    };
    expect(Math.max(...(await collect(pool(0.1))))).toBeGreaterThan(200);
    expect(Math.max(...(await collect(pool(1000))).slice(4))).toBe(1);
    const batches = await collect(pool(0.1));
    expect(batches.at(-1)).toBeLessThan(10);
  });

  test("tries points alone whose worker ended, and gives up only those that end it again", async () => {
    const it = pool(1);
    const dying: Pool = {
      ...it,
      run: (points) => (points.includes(7) ? Promise.reject(new Error("out of memory")) : it.run(points)),
    };
    const ran = new Map<number, string | undefined>();
    await handOut(numbers(20), dying, {
      measures: 1,
      onBatch: ({ points, errors }) => {
        for (const [place, point] of points.entries()) ran.set(point, errors.get(place));
      },
    });
    expect(ran.size).toBe(20);
    expect([...ran].filter(([, error]) => error !== undefined)).toEqual([
      [7, "the worker that ran it ended: out of memory"],
    ]);
  });

  test("begins nothing more once it is told to stop, but finishes what runs", async () => {
    const controller = new AbortController();
    const it = pool(1000, 1);
    const points: number[] = [];
    await handOut(numbers(100), it, {
      measures: 1,
      signal: controller.signal,
      onBatch: (batch) => {
        points.push(...batch.points);
        if (points.length > 10) controller.abort();
      },
    });
    expect(points.length).toBeLessThan(20);
    expect(it.batches.reduce((sum, size) => sum + size, 0)).toBe(points.length);
  });
});
