/**
 * Recordings of random simulated runs, converted and simulated again: whatever the scheduler, every task gets its CPU
 * time.
 */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { recordedTaskName } from "../../../src/import/trace/build-document.js";
import type { ConversionWindow } from "../../../src/import/trace/converter.js";
import { loadWorkload, simulate } from "../../../src/index.js";
import type { RecordedEvent } from "../../../src/recording/event.js";
import type { Program, Workload } from "../../../src/workload/workload.js";
import { anyWorkload, limitsOf } from "../arbitrary-workload.js";
import { allSchedulers } from "../every-scheduler.js";
import { completeSlices } from "./complete-slices.js";
import { buildAll, convert, recordRun } from "./recorded-run.js";

/** Schedulers that are as different as can be, all for many CPUs. */
const recorders = ["o1-2.6.22", "vanilla-2.4.27", "cfs-2.6.24", "bfs-2.6.35", "o1-2.5.2"];
const players = ["o1-2.6.0", "vanilla-2.4.27", "cfs-2.6.24", "bfs-2.6.35", "staircase-v16"];
const cpus = 8;
const runs = 20;
const seed = 20_071_009;

describe("what random tasks did is done again to the nanosecond, and nobody waits for ever", () => {
  test.each(recorders)("recorded under %s", async (recorder) => {
    const limits = { ...limitsOf(schedulerInfo(recorder)), hz: [1000] };
    const property = fc.asyncProperty(anyWorkload(limits), anyDamage, anyPlayer, async (document, damage, player) => {
      const whole = await recordRun(document, { scheduler: recorder });
      const { durationNs } = loadWorkload(document);
      for (const events of [whole, whole.filter((_, index) => !damage.lost.includes(index))]) {
        await expectSameWork(events, undefined, () => true, player);
      }
      const window = { fromNs: Math.floor(damage.from * durationNs), toNs: Math.floor(damage.to * durationNs) };
      await expectSameWork(whole, window, (name) => name !== "task1" && !name.startsWith("task0/0"), player);
    });
    await fc.assert(property, { numRuns: runs, seed });
  });
});

const anyPlayer = fc.constantFrom(...players);
const anyDamage = fc
  .record({
    lost: fc.uniqueArray(fc.nat(400), { maxLength: 40 }),
    from: fc.integer({ min: 0, max: 9 }),
    to: fc.integer({ min: 1, max: 10 }),
  })
  .map(({ lost, from, to }) => ({ lost, from: Math.min(from, to - 1) / 10, to: to / 10 }));

async function expectSameWork(
  events: readonly RecordedEvent[],
  window: ConversionWindow | undefined,
  tasks: (name: string) => boolean,
  scheduler: string,
): Promise<void> {
  const recording = convert(events, window);
  const truth = completeSlices(events, window);
  const run = new Map<number, number>();
  for (const { pid, runNs } of recording.tasks) run.set(pid, (run.get(pid) ?? 0) + runNs);
  for (const [pid, runNs] of run) expect([pid, runNs]).toEqual([pid, truth.get(pid) ?? 0]);

  const { workload, taken } = buildAll(recording, cpus, tasks);
  if (workload === null) return;
  expect(workload.warnings).toEqual([]);
  expect([...messages(workload).values()].filter(({ sent, received }) => sent !== received)).toEqual([]);
  const result = await simulate(workload, { scheduler, duration: 20 * workload.durationNs + 1e9 });
  const work = result.tasks.map(({ name, exitedNs, cpuTimeNs }) => {
    return `${name.replace(/\/\d+$/, "")} ${exitedNs === null ? "lives" : "exited"} after ${cpuTimeNs}`;
  });
  const expected = taken.map((task) => `${recordedTaskName(task)} exited after ${task.runNs}`);
  expect(work.sort()).toEqual(expected.sort());
}

function schedulerInfo(id: string) {
  const info = allSchedulers.find((scheduler) => scheduler.id === id);
  if (info === undefined) throw new Error(`no scheduler ${id}: ${allSchedulers.map((scheduler) => scheduler.id)}`);
  return info;
}

/** How many messages go into and come out of each channel. */
function messages(workload: Workload): Map<string, { sent: number; received: number }> {
  const counts = new Map<string, { sent: number; received: number }>();
  const visit = (program: Program, times: number): void => {
    for (const operation of program) {
      if (operation.op === "repeat") visit(operation.program, times * Number(operation.count));
      if (operation.op === "fork") visit(operation.task.program, times);
      if (operation.op !== "send" && operation.op !== "recv") continue;
      const count = counts.get(operation.channel) ?? { sent: 0, received: 0 };
      counts.set(operation.channel, count);
      if (operation.op === "send") count.sent += times;
      else count.received += times;
    }
  };
  for (const { program } of workload.tasks) visit(program, 1);
  return counts;
}
