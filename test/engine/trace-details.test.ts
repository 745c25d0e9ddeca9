/** Traces with details: forks, marks and wakers, which are no scheduling events. */
import { expect, test } from "vitest";
import type { TraceEvent } from "../../src/engine/types.js";
import { type SimulateOptions, simulate } from "../../src/index.js";
import { testEveryScheduler } from "./every-scheduler.js";

async function traced(
  workload: object | string,
  options: SimulateOptions,
): Promise<{ events: TraceEvent[]; digest: string }> {
  const events: TraceEvent[] = [];
  const { traceDigest } = await simulate(workload, { ...options, onEvents: (batch) => events.push(...batch) });
  return { events, digest: traceDigest };
}

/** Without what details add. */
function withoutDetails(events: readonly TraceEvent[]): TraceEvent[] {
  return events.flatMap((event): TraceEvent[] => {
    if (event.kind === "fork" || event.kind === "mark") return [];
    if (event.kind !== "wakeup") return [event];
    const { inInterrupt, ...rest } = event;
    return [rest];
  });
}

testEveryScheduler("details change neither the trace nor its digest", 6, async (workload, choice) => {
  const plain = await traced(workload, choice);
  const detailed = await traced(workload, { ...choice, trace: "detailed" });
  expect(detailed.digest).toBe(plain.digest);
  expect(plain.events).toEqual(withoutDetails(plain.events));
  expect(withoutDetails(detailed.events)).toEqual(plain.events);
});

const family = {
  machine: { cpus: 2 },
  duration: "10ms",
  tasks: [
    {
      name: "parent",
      loop: false,
      program: [
        { run: "1ms" },
        { mark: "forking" },
        { fork: { loop: false, program: [{ run: "1ms" }] } },
        { run: "1ms" },
        { send: "c" },
        { exit: null },
      ],
    },
    {
      name: "waiter",
      loop: false,
      program: [{ recv: "c" }, { run: "1ms" }, { mark: "done" }, { sleep: "1ms" }, { run: 1 }],
    },
  ],
};

test("a fork is told right before the child's start, with parent and CPU", async () => {
  const { events } = await traced(family, { trace: "detailed" });
  const at = events.findIndex(({ kind }) => kind === "fork");
  expect(events[at]).toEqual({ kind: "fork", timeNs: expect.any(Number), cpu: 0, parent: 1, pid: 3 });
  expect(events[at + 1]).toMatchObject({ kind: "new", pid: 3 });
});

test("a mark is told where it is passed, by its number among all marks", async () => {
  const { events } = await traced(family, { trace: "detailed" });
  const marks = events.flatMap((event) => (event.kind === "mark" ? [[event.pid, event.mark]] : []));
  expect(marks).toEqual([
    [1, 0],
    [2, 1],
  ]);
});

test("a wake-up by a timer is told from one by a task", async () => {
  const { events } = await traced(family, { trace: "detailed" });
  const wakeups = events.flatMap((event) => (event.kind === "wakeup" ? [[event.pid, event.inInterrupt]] : []));
  expect(wakeups).toEqual([
    [2, false],
    [2, true],
  ]);
});
