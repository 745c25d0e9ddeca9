/**
 * The scheduler with one run queue: what the recorded traces do not show, and what is done differently from the kernel.
 */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type SimulateOptions, Simulation, simulate, type TraceEvent } from "../../src/index.js";
import { anyWorkload } from "../workload/arbitrary-workload.js";

const MS = 1_000_000;
const VERSIONS = ["vanilla-2.4.17", "vanilla-2.4.27", "vanilla-2.5.2-pre9"];

async function play(document: object, options: SimulateOptions = {}) {
  const events: TraceEvent[] = [];
  const onEvents = (batch: readonly TraceEvent[]) => events.push(...batch);
  const result = await simulate(document, { scheduler: "vanilla", ...options, onEvents });
  return { result, events };
}

/** Ticks of a full slice at HZ 1000 (2.4). */
const sliceOf = (nice: number) => (20 - nice) * 2 + 1;

describe("a sleeper's counter", () => {
  it("is what every recalculation one by one would have made of it", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: -20, max: 19 }),
        fc.integer({ min: 1, max: 60 }),
        fc.integer({ min: 1, max: 3000 }),
        fc.integer({ min: 1, max: 4 }),
        async (nice, run, sleep, hogs) => {
          const simulation = await Simulation.create(
            {
              duration: "100s",
              tasks: [
                {
                  name: "sleeper",
                  nice,
                  loop: false,
                  program: [{ run: run * MS }, { sleep: sleep * MS }, { run: MS }],
                },
                { name: "hog", count: hogs, program: [{ run: "7ms" }] },
              ],
            },
            { scheduler: "vanilla" },
          );
          // A hog is always queued, so it has seen all recalculations.
          const recalculations = () => Number(simulation.inspect().tasks[1]?.fields.recalculations);
          let events: readonly TraceEvent[] = [];
          const stepTo = (found: (event: TraceEvent) => boolean) => {
            do events = simulation.stepEvent();
            while (!events.some(found));
            return events.find(found);
          };
          const left = stepTo(
            (event) => event.kind === "switch" && event.previous === 1 && event.previousState === "S",
          );
          const before = recalculations();
          // In the trace: counter + 20 - nice, or 0 where the counter is 0.
          let counter = left?.kind === "switch" && left.previousPriority > 0 ? left.previousPriority - 20 + nice : 0;
          const woken = stepTo((event) => event.kind === "wakeup");
          for (let missed = recalculations() - before; missed > 0; missed--) {
            counter = Math.floor(counter / 2) + sliceOf(nice);
          }
          expect(woken).toMatchObject({ priority: counter > 0 ? counter + 20 - nice : 0 });
        },
      ),
      { numRuns: 60 },
    );
  });

  it("stays where it converges, however long the sleep", async () => {
    const { events } = await play({
      duration: "200s",
      machine: { hz: 100 },
      tasks: [
        { name: "sleeper", program: [{ run: "1ms" }, { sleep: "100s" }] },
        { name: "hog", count: 2, program: [{ run: "1s" }] },
      ],
    });
    // 6 ticks at nice 0: 6, 9, 10, 11, 11, …
    expect(events.find(({ kind }) => kind === "wakeup")).toMatchObject({ pid: 1, priority: 11 + 20 });
  });
});

describe("the bonus for the same address space", () => {
  /** Two equal tasks wait while a third one runs and then sleeps; the pid of the one that follows it. */
  const follower = async (mms: readonly (string | undefined)[], scheduler: string) => {
    const waiting = (index: number) => ({
      name: "waiting",
      mm: mms[index],
      start: `${index}ms`,
      program: [{ run: "9ms" }],
    });
    const first = { name: "first", mm: mms[0], nice: -10, loop: false, program: [{ run: "5ms" }] };
    const { events } = await play({ duration: "20ms", tasks: [first, waiting(1), waiting(2)] }, { scheduler });
    const left = events.find((event) => event.kind === "switch" && event.previous === 1);
    return left?.kind === "switch" ? left.next : undefined;
  };

  it("decides between equals, wherever they stand in the list", async () => {
    for (const scheduler of VERSIONS) {
      expect(await follower(["x", "x", "y"], scheduler)).toBe(2);
      expect(await follower(["x", "y", "x"], scheduler)).toBe(3);
    }
  });

  it("is nobody's where no task names an address space, and everybody's where all share one", async () => {
    for (const mms of [
      [undefined, undefined, undefined],
      ["x", "x", "x"],
      ["x", undefined, "y"],
    ]) {
      // The list alone decides: the latest woken first in 2.4.17, the earliest in 2.4.27.
      expect(await follower(mms, "vanilla-2.4.17")).toBe(3);
      expect(await follower(mms, "vanilla-2.4.27")).toBe(2);
    }
  });

  it("is a forked child's only if it names its parent's", async () => {
    const next = async (mm: string | undefined, parentMm: string) => {
      const child = { name: "child", mm, loop: false, program: [{ run: "1ms" }] };
      const { events } = await play(
        {
          duration: "40ms",
          tasks: [
            { name: "parent", mm: parentMm, nice: -10, loop: false, program: [{ fork: child }, { run: "5ms" }] },
            { name: "other", nice: -10, start: "1ms", program: [{ run: "9ms" }] },
          ],
        },
        // Here the slice does not count: the two are equals, and the other one, woken later, is ahead in the list.
        { scheduler: "vanilla-2.5.2-pre9" },
      );
      const left = events.find((event) => event.kind === "switch" && event.previous === 1);
      return left?.kind === "switch" ? left.next : undefined;
    };
    expect(await next(undefined, "p")).toBe(2);
    expect(await next("q", "p")).toBe(2);
    expect(await next("p", "p")).toBe(3);
    expect(await next(".own", ".own")).toBe(3);
  });

  it("does not reach from one instance's private address space into another's", async () => {
    const spaces = async (mm: string) => {
      const child = { name: "child", mm, loop: false, program: [{ fork: { mm, loop: false, program: [{ run: 9 }] } }] };
      const simulation = await Simulation.create(
        {
          duration: "50ms",
          tasks: [{ name: "process", mm, count: 2, loop: false, program: [{ fork: child }, { run: MS }] }],
        },
        { scheduler: "vanilla" },
      );
      simulation.advance(50 * MS);
      const { tasks } = simulation.inspect();
      const rootOf = (pid: number): number => {
        const parent = tasks[pid - 1]?.fields.parent;
        return typeof parent === "number" && parent > 0 ? rootOf(parent) : pid;
      };
      expect(tasks.length).toBe(6);
      return tasks.map(({ pid, fields }) => [rootOf(pid), fields.mm] as const);
    };
    const numbers = (pairs: readonly (readonly [number, unknown])[], root?: number) =>
      new Set(pairs.filter(([each]) => root === undefined || each === root).map(([, mm]) => mm)).size;
    const own = await spaces(".p");
    expect([numbers(own), numbers(own, 1), numbers(own, 2)]).toEqual([2, 1, 1]);
    expect(numbers(await spaces("p"))).toBe(1);
  });
});

describe("the run queue", () => {
  it("grows with forks, and keeps its order while it does", async () => {
    const child = { name: "child", loop: false, program: [{ run: "50us" }] };
    const document = {
      duration: "10s",
      tasks: [
        {
          name: "parent",
          policy: "fifo",
          rtprio: 1,
          loop: false,
          program: [{ repeat: { count: 3000, program: [{ fork: { ...child, policy: "normal" } }] } }],
        },
      ],
    };
    const order = async (scheduler: string) => {
      const { events, result } = await play(document, { scheduler });
      expect(result.totals.exited).toBe(3001);
      return events.flatMap((event) => (event.kind === "exit" ? [event.pid] : []));
    };
    const children = Array.from({ length: 3000 }, (_, index) => index + 2);
    // The parent's slice is shared out by halves until nothing is left; then all are equal after one recalculation.
    const rich = (pid: number) => pid < 10;
    const inOrder = (await order("vanilla-2.4.27")).filter((pid) => pid > 1 && !rich(pid));
    expect(inOrder).toEqual(children.filter((pid) => !rich(pid)));
    const reversed = (await order("vanilla-2.4.17")).filter((pid) => pid > 1 && !rich(pid));
    expect(reversed).toEqual(children.filter((pid) => !rich(pid)).reverse());
  });

  it("holds every runnable task, counted on the CPU where it last ran", async () => {
    await fc.assert(
      fc.asyncProperty(anyWorkload, fc.constantFrom(...VERSIONS), async (document, scheduler) => {
        const simulation = await Simulation.create({ ...document, duration: "200ms" }, { scheduler });
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
