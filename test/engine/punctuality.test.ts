/** Periodic timers and deadlines: grids, missed points, rounds, and what is late. */
import { describe, expect, test } from "vitest";
import type { SimulationResult } from "../../src/result/index.js";
import { simulate } from "../../src/simulation.js";
import { allSchedulers, testEveryScheduler } from "./every-scheduler.js";
import { play } from "./played.js";

type Timers = "hrtimer" | "jiffies";

/** One task alone, under the default scheduler. */
async function alone(task: object, duration = "100ms", timers: Timers = "hrtimer") {
  const { result, events } = await play({ machine: { hz: 1000, timers }, duration, tasks: [task] });
  const wakes = events.flatMap((event) => (event.kind === "wakeup" ? event.timeNs / 1e6 : []));
  return { result, wakes, rounds: result.tasks[0]!.rounds, periods: result.tasks[0]!.periods };
}

describe("a timer's grid", () => {
  test.each(allSchedulers)(
    "begins at its first use and is not shifted by what the task does, under $id",
    async ({ id }) => {
      const program = [{ run: "3ms" }, { until: "10ms" }, { mark: "point" }];
      const result = await simulate(
        { machine: { hz: 1000 }, duration: "100ms", tasks: [{ program }] },
        { scheduler: id },
      );
      // Used first after 3 ms.
      expect(result.marks.point).toMatchObject({ count: 9, firstNs: 13e6, lastNs: 93e6, intervalNs: { max: 10e6 } });
      expect(result.tasks[0]?.periods).toEqual({ count: 10, missed: 0, maxLatenessNs: null });
    },
  );

  test.each([
    ["to come", "5ms", [5, 15, 25, 35]],
    ["now", "2ms", [12, 22, 32]],
    ["past", "1ms", [11, 21, 31]],
    ["at the beginning of time", 0, [10, 20, 30]],
  ])("begins at a start that is %s", async (_title, start, expected) => {
    const program = [{ run: "2ms" }, { until: { period: "10ms", start } }];
    const { wakes, periods } = await alone({ program }, "40ms");
    expect(wakes).toEqual(expected.filter((ms) => ms <= 40).concat(start === 0 ? [40] : []));
    expect(periods).toMatchObject({ missed: 0 });
  });

  test("is kept by a late task, which catches up point by point", async () => {
    const program = [{ until: "10ms" }, { run: { sequence: ["25ms", "1ms", "1ms", "1ms"] } }, { mark: "done" }];
    const { wakes, periods, result } = await alone({ loop: 5, program });
    // Points 10 to 50: 20 and 30 are past at 35 ms, when the task comes for them.
    expect(wakes).toEqual([10, 40, 50]);
    expect(periods).toEqual({ count: 5, missed: 2, maxLatenessNs: 15e6 });
    expect(result.tasks[0]?.exitedNs).toBe(50e6 + 25e6);
  });

  test("begins anew where a late task rebases it; all points in between are missed", async () => {
    const until = { period: "10ms", mode: "relative" };
    const program = [{ until }, { run: { sequence: ["25ms", "1ms", "1ms"] } }];
    const { wakes, periods } = await alone({ loop: 4, program });
    // 20 and 30 are past at 35 ms, from where the new grid goes on with 45.
    expect(wakes).toEqual([10, 45, 55]);
    expect(periods).toEqual({ count: 5, missed: 2, maxLatenessNs: 15e6 });
  });

  test.each(["absolute", "relative"])("does not make late who comes exactly at a point (%s)", async (mode) => {
    const { wakes, periods } = await alone({ program: [{ until: { period: "10ms", mode } }, { run: "10ms" }] });
    expect(wakes).toEqual([10]);
    expect(periods).toEqual({ count: 10, missed: 0, maxLatenessNs: null });
  });

  test("is met at the first tick at or after a point, with timers on the tick, and not shifted by that", async () => {
    const { wakes } = await alone({ program: [{ until: "2500us" }, { run: "100us" }] }, "16ms", "jiffies");
    expect(wakes).toEqual([3, 5, 8, 10, 13, 15]);
  });

  test("is moved on by all tasks that name the timer", async () => {
    const task = (timer: string) => ({
      count: 2,
      program: [{ until: { period: "10ms", timer } }, { mark: `${timer} point` }, { run: 1 }],
    });
    const tasks = [task("shared"), task(".own")];
    const { marks } = await simulate({ machine: { hz: 1000 }, duration: "95ms", tasks });
    expect(marks["shared point"]?.count).toBe(9);
    expect(marks[".own point"]?.count).toBe(18);
  });

  test("belongs to each forked child that names none", async () => {
    const child = { name: "child", loop: 3, program: [{ until: "10ms" }, { run: 1 }] };
    const { tasks } = await simulate({
      duration: "100ms",
      tasks: [{ loop: false, program: [{ fork: child }, { run: "4ms" }, { fork: child }] }],
    });
    expect(tasks.slice(1).map(({ exitedNs }) => Math.round((exitedNs ?? 0) / 1e6))).toEqual([30, 34]);
  });
});

describe("a round", () => {
  test("lasts from the point of the grid to the next until, with all that is in between", async () => {
    const program = [{ until: "20ms" }, { run: "3ms" }, { sleep: "4ms" }, { io: "2ms" }, { run: "1ms" }];
    for (const [deadline, missed, maxLatenessNs] of [
      ["10ms", 0, null],
      ["9ms", 4, 1e6],
    ] as const) {
      const { rounds } = await alone({ deadline, program });
      expect(rounds).toEqual({ count: 4, missed, maxLatenessNs });
    }
  });

  test("is released at its point, however late the task comes for it", async () => {
    const { rounds } = await alone({ deadline: "10ms", loop: 3, program: [{ until: "10ms" }, { run: "15ms" }] });
    // Released at 10, 20, 30; complete at 25, 40, 55.
    expect(rounds).toEqual({ count: 3, missed: 3, maxLatenessNs: 15e6 });
  });

  test("begins with the task, and ends with it", async () => {
    const { rounds } = await alone({ start: "5ms", deadline: "10ms", loop: false, program: [{ run: "12ms" }] });
    expect(rounds).toEqual({ count: 1, missed: 1, maxLatenessNs: 2e6 });
  });

  test("begins with the last of several waits, and only if the task runs", async () => {
    const program = [{ recv: "a" }, { recv: "b" }, { run: "2ms" }];
    const source = (channel: string, start: string) => ({ start, program: [{ send: channel }, { sleep: "20ms" }] });
    const tasks = [{ deadline: "3ms", program }, source("a", "1ms"), source("b", "6ms")];
    const result = await simulate({ machine: { hz: 1000 }, duration: "60ms", tasks });
    expect(result.tasks[0]?.rounds).toEqual({ count: 3, missed: 0, maxLatenessNs: null });
    expect(result.tasks.slice(1).map(({ rounds, periods }) => [rounds, periods])).toEqual([
      [null, null],
      [null, null],
    ]);
  });

  test("begins with the wake-up, not with the run: waiting for the CPU counts", async () => {
    const hog = { policy: "fifo", rtprio: 50, program: [{ sleep: "9ms" }, { run: "5ms" }] };
    const result = await simulate({
      machine: { hz: 1000 },
      duration: "41ms",
      tasks: [hog, { deadline: "5ms", program: [{ sleep: "10ms" }, { run: "2ms" }] }],
    });
    // The hog runs from 9 to 14, from 23 to 28 and from 37 on. Rounds: 10 to 16, 26 to 30; that of 40 is not late yet.
    expect(result.tasks[1]?.rounds).toEqual({ count: 2, missed: 1, maxLatenessNs: 1e6 });
  });

  test("that is late and not complete at the end is missed", async () => {
    const hog = { policy: "fifo", rtprio: 50, program: [{ run: "1s" }] };
    const task = (program: object[]) => ({ deadline: "5ms", program });
    const tasks = [hog, task([{ sleep: "1ms" }, { run: 1 }]), task([{ recv: "c" }, { run: 1 }])];
    const result = await simulate({ machine: { hz: 1000 }, duration: "30ms", tasks });
    expect(result.totals.rounds).toEqual({ count: 2, missed: 2, maxLatenessNs: 25e6 });
    const idle = await alone(task([{ recv: "c" }, { run: 1 }]));
    expect(idle.rounds).toEqual({ count: 0, missed: 0, maxLatenessNs: null });
    const asleep = await alone(task([{ sleep: "50ms" }, { run: 1 }]));
    expect(asleep.rounds).toEqual({ count: 1, missed: 0, maxLatenessNs: null });
  });
});

test("groups and totals add up what their tasks have", async () => {
  const program = [{ until: "10ms" }, { run: { sequence: ["6ms", "1ms"] } }];
  const tasks = [
    { name: "a", count: 3, deadline: "5ms", program },
    { name: "b", program },
  ];
  const { tasks: each, groups, totals }: SimulationResult = await simulate({ duration: "200ms", tasks });
  const of = (kind: "rounds" | "periods", name?: string) => {
    const some = each.flatMap((task) => (name === undefined || task.group === name ? (task[kind] ?? []) : []));
    const sum = (figure: (each: NonNullable<(typeof some)[0]>) => number) =>
      some.reduce((total, one) => total + figure(one), 0);
    const worst = Math.max(0, ...some.map(({ maxLatenessNs }) => maxLatenessNs ?? 0));
    return { count: sum(({ count }) => count), missed: sum(({ missed }) => missed), maxLatenessNs: worst || null };
  };
  expect(totals.rounds).toEqual(of("rounds"));
  expect(totals.periods).toEqual(of("periods"));
  expect(groups.map(({ rounds, periods }) => [rounds, periods])).toEqual([
    [of("rounds", "a"), of("periods", "a")],
    [null, of("periods", "b")],
  ]);
  expect(totals.rounds?.missed).toBeGreaterThan(0);
});

testEveryScheduler(
  "nothing is missed more often than it was there, or without being late",
  8,
  async (workload, choice) => {
    const { tasks } = await simulate(workload, choice);
    for (const figures of tasks.flatMap(({ rounds, periods }) => [rounds, periods])) {
      if (figures === null) continue;
      expect(figures.missed).toBeLessThanOrEqual(figures.count);
      expect(figures.maxLatenessNs === null).toBe(figures.missed === 0);
      if (figures.maxLatenessNs !== null) expect(figures.maxLatenessNs).toBeGreaterThan(0);
    }
  },
);
