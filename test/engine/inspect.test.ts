/** What a debugger sees: queues, bitmaps and fields that agree with each other at every moment. */
import { isDeepStrictEqual } from "node:util";
import { describe, expect, test } from "vitest";
import type { CpuInspection, FieldValue, Inspection } from "../../src/engine/inspection/types.js";
import { Simulation } from "../../src/simulation.js";
import { allSchedulers, testEveryScheduler } from "./every-scheduler.js";

/** Task states as the core numbers them. */
const runnable = 1;
const running = 2;

type Fields = Readonly<Record<string, FieldValue>>;

/** Bit of a bitmap that is kept as 32-bit words. */
const bit = (words: readonly number[], index: number) => ((words[index >> 5] ?? 0) >>> (index & 31)) & 1;

function expectArraysToAgree({ arrays }: CpuInspection): void {
  for (const { count, levels, words, bitmapInverted, lists } of Object.values(arrays)) {
    const isFound = (index: number) => bit(words, index) === (bitmapInverted ? 0 : 1);
    expect(words).toHaveLength(Math.ceil((levels + 1) / 32));
    expect(isFound(levels), "a search that finds no task ends at the delimiter").toBe(true);
    const occupied = Array.from({ length: levels }, (_, priority) => priority).filter(isFound);
    expect(lists.map(({ priority }) => priority)).toEqual(occupied);
    expect(lists.flatMap(({ pids }) => pids)).toHaveLength(count);
    for (const { pids } of lists) expect(pids.length).toBeGreaterThan(0);
  }
}

/** Every place where a pid is queued, as `cpu array priority` or `cpu tree`. */
function placesOf({ cpus }: Inspection): Map<number, string[]> {
  const places = new Map<number, string[]>();
  for (const { cpu, arrays, trees } of cpus) {
    for (const [name, pids] of Object.entries(trees)) {
      for (const pid of pids) places.set(pid, [...(places.get(pid) ?? []), `${cpu} ${name}`]);
    }
    for (const [name, { lists }] of Object.entries(arrays)) {
      for (const { priority, pids } of lists) {
        for (const pid of pids) places.set(pid, [...(places.get(pid) ?? []), `${cpu} ${name} ${priority}`]);
      }
    }
  }
  return places;
}

const hasTrees = ({ cpus }: Inspection) => cpus.some(({ trees }) => Object.keys(trees).length > 0);
const hasArrays = ({ cpus }: Inspection) => cpus.some(({ arrays }) => Object.keys(arrays).length > 0);

/**
 * Schedulers with trees keep fair tasks there and real-time ones in lists; the running one need not be in its tree, and a sleeper
 * whose leaving is delayed still is.
 */
function expectTasksToBeQueuedInTrees(inspection: Inspection): void {
  const places = placesOf(inspection);
  expect(places.has(0)).toBe(false);
  for (const { pid, fields } of inspection.tasks) {
    const found = places.get(pid) ?? [];
    const expected = Number(fields.policy) < 3 ? "tree" : `realtime ${fields.prio}`;
    const isQueued = fields.state === runnable || fields.delayed === true || found.length > 0;
    expect(found, `task ${pid}`).toEqual(isQueued ? [`${fields.cpu} ${expected}`] : []);
    if (found.length > 0 && fields.delayed !== true) expect([runnable, running]).toContain(fields.state);
  }
}

/** The keys by which trees are ordered, by the names of the fields that hold them. */
const keys = ["deadline", "vruntime", "fairKey"];

function expectTreesToBeInOrder({ cpus, tasks }: Inspection): void {
  for (const pids of cpus.flatMap(({ trees }) => Object.values(trees))) {
    const inOrder = pids.map((pid) => {
      const { fields } = tasks[pid - 1]!;
      return BigInt((fields[keys.find((name) => name in fields)!] as number | bigint) ?? 0);
    });
    for (const [index, key] of inOrder.entries()) {
      // By the sign of the difference: keys may wrap.
      if (index > 0) expect(BigInt.asIntN(64, key - inOrder[index - 1]!)).toBeGreaterThanOrEqual(0n);
    }
  }
}

/** All CPUs show one and the same queue: schedulers with a global one. */
function isQueueShared({ cpus }: Inspection): boolean {
  return cpus.length > 1 && cpus.every(({ arrays }) => isDeepStrictEqual(arrays, cpus[0]?.arrays));
}

/**
 * The priority that a task's own fields tell. Where whole lists are promoted, no task is told: it follows from the promotions since it was
 * queued; 100 is the best that a promotion leads to.
 */
function priorityOf({ prio, queuedSlot, promotionsBefore }: Fields, { promotions }: Fields): FieldValue | undefined {
  if (queuedSlot === undefined || Number(queuedSlot) <= 100) return queuedSlot ?? prio;
  return Math.max(100, Number(queuedSlot) - (Number(promotions) - Number(promotionsBefore)));
}

/**
 * Schedulers with priority arrays keep every waiting task in exactly one list, as seen from its own CPU; and the
 * running ones too, or none of those.
 */
function expectTasksToBeQueued(inspection: Inspection): void {
  const places = placesOf(inspection);
  const currents = inspection.cpus.map(({ current }) => current).filter((current) => current !== 0);
  const keepsRunning = currents.some((pid) => places.has(pid));
  const copies = isQueueShared(inspection) ? inspection.cpus.length : 1;
  expect(places.has(0)).toBe(false);
  for (const { pid, array, fields } of inspection.tasks) {
    const queued = fields.state === runnable || (fields.state === running && keepsRunning);
    const all = places.get(pid) ?? [];
    expect(all, `task ${pid}`).toHaveLength(queued ? copies : 0);
    const own = all.filter((place) => place.startsWith(`${fields.cpu} `));
    const priority = priorityOf(fields, inspection.cpus[Number(fields.cpu)]!.fields);
    expect(own, `task ${pid}`).toEqual(queued ? [`${fields.cpu} ${array} ${priority}`] : []);
  }
  for (const { cpu, current } of inspection.cpus) {
    if (current === 0) continue;
    expect(places.get(current) ?? []).toHaveLength(keepsRunning ? copies : 0);
    if (current > 0) expect(inspection.tasks[current - 1]?.fields).toMatchObject({ state: running, cpu });
  }
  const runningTasks = inspection.tasks.filter(({ fields }) => fields.state === running).map(({ pid }) => pid);
  expect(runningTasks).toEqual(currents.filter((current) => current > 0).sort((a, b) => a - b));
}

testEveryScheduler(
  "bitmaps agree with lists, trees are in order, and every waiting task is in exactly one of them",
  8,
  async (workload, choice) => {
    const simulation = await Simulation.create(workload, choice);
    for (let step = 0; !simulation.finished; step++) {
      simulation.stepEvent();
      if (step % 7 !== 0) continue;
      const inspection = simulation.inspect();
      for (const cpu of inspection.cpus) expectArraysToAgree(cpu);
      expectTreesToBeInOrder(inspection);
      if (hasTrees(inspection)) expectTasksToBeQueuedInTrees(inspection);
      else if (hasArrays(inspection)) expectTasksToBeQueued(inspection);
    }
  },
);

testEveryScheduler(
  "an inspection shows the figures of the result, and changes nothing",
  6,
  async (workload, choice) => {
    const simulation = await Simulation.create(workload, choice);
    simulation.advance(simulation.workload.durationNs / 2);
    const before = JSON.stringify(simulation.result());
    const { bytes } = simulation.snapshot().engine;
    const inspection = simulation.inspect();
    expect(Buffer.compare(simulation.snapshot().engine.bytes, bytes), "a byte has changed").toBe(0);
    const { tasks, cpus } = simulation.result();
    expect(inspection.timeNs).toBe(simulation.timeNs);
    expect(inspection.tasks.map(({ pid, name }) => [pid, name])).toEqual(tasks.map(({ pid, name }) => [pid, name]));
    for (const [index, { fields }] of inspection.tasks.entries()) {
      const { nice, rtprio, cpu, wakeups, startedNs } = tasks[index]!;
      expect(fields).toMatchObject({
        nice,
        rtprio,
        wakeups,
        startedAt: startedNs,
        ...(startedNs === null ? {} : { cpu }),
      });
    }
    expect(inspection.cpus.map(({ cpu }) => cpu)).toEqual(cpus.map(({ cpu }) => cpu));
    expect(simulation.inspect()).toEqual(inspection);
    expect(JSON.stringify(simulation.result())).toBe(before);
  },
);

describe("every field has a name that says what it is, and a value that means something", () => {
  test.each(allSchedulers)("$id", async ({ id }) => {
    const tasks = [
      { name: "hog", count: 2, program: [{ run: "5ms" }, { fork: { loop: false, program: [{ run: "1ms" }] } }] },
    ];
    const simulation = await Simulation.create({ duration: "100ms", tasks }, { scheduler: id });
    simulation.advance(50e6);
    const { cpus, tasks: inspected } = simulation.inspect();
    for (const { fields } of [...cpus, ...inspected]) {
      expect(Object.keys(fields).length).toBeGreaterThan(5);
      for (const [name, value] of Object.entries(fields)) {
        expect(name).toMatch(/^[a-z][a-zA-Z0-9]+$/);
        expect(["number", "boolean", "bigint", "object"], name).toContain(typeof value);
        if (typeof value === "number") expect(Number.isSafeInteger(value), name).toBe(true);
      }
    }
    const child = inspected.find(({ fields }) => fields.parent !== null);
    expect([1, 2]).toContain(child?.fields.parent);
    expect(inspected[0]?.fields).toMatchObject({ pid: 1, nice: 0, parent: null });
  });
});
