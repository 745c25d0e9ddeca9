/** Marks: how often a program passed, and the intervals between. */
import { expect, test } from "vitest";
import { testEveryScheduler } from "./every-scheduler.js";
import { play } from "./played.js";

test("a mark counts each passage, and measures the intervals of one and the same task", async () => {
  const tasks = [
    {
      name: "t",
      count: 2,
      start: { sequence: [0, 500] },
      program: [{ mark: "turn" }, { sleep: { sequence: [1000, 3000] } }],
    },
  ];
  const { result } = await play({ machine: { cpus: 2 }, duration: 10_000, tasks });
  // At 0, 1000, 4000, 5000, 8000, 9000, and 500 later.
  const intervals = { count: 5, mean: 9000 / 5, max: 3000 };
  expect(result.tasks[0]!.marks.turn).toMatchObject({ count: 6, firstNs: 0, lastNs: 9000, intervalNs: intervals });
  expect(result.tasks[1]!.marks.turn).toMatchObject({ count: 6, firstNs: 500, lastNs: 9500, intervalNs: intervals });
  expect(result.marks.turn).toMatchObject({ count: 12, perSecond: 1_200_000, firstNs: 0, lastNs: 9500 });
  expect(result.marks.turn!.intervalNs).toMatchObject({ ...intervals, count: 10 });
  expect(result.marks.turn!.intervalNs.p50).toBeGreaterThan(990);
  expect(result.marks.turn!.intervalNs.p50).toBeLessThan(1010);
});

test("marks of one name in several programs, and several in one program, are kept apart and added up", async () => {
  const tasks = [
    { name: "a", loop: 3, program: [{ mark: "x" }, { run: 10 }, { mark: "y" }, { mark: "x" }] },
    { name: "b", loop: 2, program: [{ mark: "y" }, { run: 10 }] },
    { name: "c", loop: false, program: [{ repeat: { count: 0, program: [{ mark: "z" }] } }] },
  ];
  const { result } = await play({ duration: 1000, tasks });
  const counts = result.tasks.map(({ marks }) => Object.entries(marks).map(([name, { count }]) => `${name} ${count}`));
  expect(counts.slice(0, 2)).toEqual([["x 6", "y 3"], ["y 2"]]);
  expect(Object.entries(result.marks).map(([name, { count }]) => [name, count])).toContainEqual(["y", 5]);
  expect(result.marks.x?.count).toBe(6);
  expect(result.marks.z?.count ?? 0).toBe(0);
});

test("a mark that nobody has passed has neither a first time nor intervals", async () => {
  const { result } = await play({
    duration: 1000,
    tasks: [{ name: "t", program: [{ run: "1s" }, { mark: "later" }] }],
  });
  expect(result.marks.later).toMatchObject({ count: 0, perSecond: 0, firstNs: null, lastNs: null });
  expect(result.marks.later!.intervalNs).toMatchObject({ count: 0, mean: null, p50: null, max: null });
});

testEveryScheduler("the marks of all tasks together are the sum of those of each", 12, async (workload, choice) => {
  const { result } = await play(workload, choice);
  for (const [name, mark] of Object.entries(result.marks)) {
    const own = result.tasks.flatMap(({ marks }) => marks[name] ?? []);
    const sum = (figure: (mark: (typeof own)[number]) => number) => own.reduce((total, one) => total + figure(one), 0);
    expect(mark.count).toBe(sum(({ count }) => count));
    expect(mark.intervalNs.count).toBe(sum(({ intervalNs }) => intervalNs.count));
    expect(mark.intervalNs.count).toBe(sum(({ count }) => Math.max(0, count - 1)));
    // With one interval between neighbours, all intervals of a task add up to the time from its first to its last.
    for (const { intervalNs, firstNs, lastNs } of own) {
      const total = (intervalNs.mean ?? 0) * intervalNs.count;
      expect(total).toBeCloseTo((lastNs ?? 0) - (firstNs ?? 0), 3);
    }
    const longest = own.map(({ intervalNs }) => intervalNs.max).filter((max) => max !== null);
    expect(mark.intervalNs.max).toBe(longest.length > 0 ? Math.max(...longest) : null);
  }
});
