/** Sleep and wake-up: at exactly the right moment, and never not at all. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { TraceEvent } from "../../src/engine/types.js";
import { allSchedulers, quirks } from "./every-scheduler.js";
import { play } from "./played.js";
import { Replay } from "./replay.js";

const seed = 3_090_611;

/** Tasks that block in no other way than by sleeping for `spanNs`; with other tasks to keep the CPUs busy. */
const sleepers = fc.record({
  cpus: fc.integer({ min: 1, max: 4 }),
  hz: fc.constantFrom<number[]>(100, 250, 1000),
  spanNs: fc.oneof(
    fc.integer({ min: 1, max: 40_000_000 }),
    fc.integer({ min: 1, max: 9 }).map((n) => n * 4_000_000),
    fc.constantFrom(1, 999_999, 1_000_001, 9_999_999, 10_000_001),
  ),
  runNs: fc.integer({ min: 1, max: 12_000_000 }),
  count: fc.integer({ min: 1, max: 6 }),
  hogs: fc.nat(3),
  kind: fc.constantFrom("sleep", "io"),
});

type Sleepers = typeof sleepers extends fc.Arbitrary<infer T> ? T : never;

function workloadOf({ cpus, hz, spanNs, runNs, count, hogs, kind }: Sleepers, timers: string): object {
  return {
    machine: { cpus, hz, timers },
    duration: "300ms",
    tasks: [
      { name: "sleeper", count, start: { uniform: [0, "9ms"] }, program: [{ run: runNs }, { [kind]: spanNs }] },
      { name: "hog", count: hogs, nice: 5, program: [{ run: "11ms" }] },
    ],
  };
}

/** Every wake-up with the moment at which the sleep began; and the sleeps that were not over at the end. */
function sleepsIn(events: readonly TraceEvent[]) {
  const began = new Map<number, number>();
  const finished: { beganNs: number; wokenNs: number }[] = [];
  for (const event of events) {
    if (event.kind === "switch" && "SD".includes(event.previousState)) began.set(event.previous, event.timeNs);
    if (event.kind !== "wakeup") continue;
    finished.push({ beganNs: began.get(event.pid)!, wokenNs: event.timeNs });
    began.delete(event.pid);
  }
  return { finished, unfinished: [...began].filter(([pid]) => pid > 0).map(([, beganNs]) => beganNs) };
}

function testSleeps(timers: string, wakesAt: (sleep: { beganNs: number; spanNs: number; tickNs: number }) => number) {
  test.each(allSchedulers)("$id", async ({ id, maxCpus, minHz }) => {
    const property = fc.asyncProperty(sleepers, async (drawn) => {
      const tried = { ...drawn, cpus: Math.min(maxCpus, drawn.cpus), hz: Math.max(minHz, drawn.hz) };
      const { events, simulation } = await play(workloadOf(tried, timers), { scheduler: id });
      const tickNs = 1e9 / tried.hz;
      const { finished, unfinished } = sleepsIn(events);
      for (const { beganNs, wokenNs } of finished) {
        expect(wokenNs).toBe(wakesAt({ beganNs, spanNs: tried.spanNs, tickNs }));
      }
      for (const beganNs of unfinished) {
        expect(wakesAt({ beganNs, spanNs: tried.spanNs, tickNs })).toBeGreaterThan(simulation.timeNs);
      }
    });
    await fc.assert(property, { numRuns: 12, seed });
  });
}

describe("with hrtimers a task that sleeps d ns is woken exactly d ns later", () => {
  testSleeps("hrtimer", ({ beganNs, spanNs }) => beganNs + spanNs);
});

describe("with jiffies a task is woken at the first tick that is ceil(d / tick) + 1 after its last one", () => {
  testSleeps("jiffies", ({ beganNs, spanNs, tickNs }) => {
    // A tick counts the jiffy before anything else happens at its instant.
    const jiffies = Math.floor(beganNs / tickNs);
    return (jiffies + Math.ceil(spanNs / tickNs) + 1) * tickNs;
  });
});

describe("a sleep of nothing goes on at once with hrtimers, and waits for a tick with jiffies", () => {
  test.each(allSchedulers)("$id", async ({ id, minHz }) => {
    const hz = Math.max(1000, minHz);
    const tasks = [{ name: "zero", loop: false, program: [{ sleep: 0 }, { run: 1500 }, { io: 0 }, { run: 5 }] }];
    const plain = { machine: { hz }, duration: "20ms", tasks };
    const exact = await play(plain, { scheduler: id });
    expect(exact.result.tasks[0]).toMatchObject({ sleepNs: 0, exitedNs: 1505 });
    const ticking = await play(plain, { scheduler: id, timers: "jiffies" });
    const tickNs = 1e9 / hz;
    expect(ticking.result.tasks[0]).toMatchObject({ wakeups: 2, exitedNs: 2 * tickNs + 5 });
  });
});

describe("no wake-up is lost: all messages arrive, every sender gets through, every sleeper wakes", () => {
  const traffic = fc.record({
    cpus: fc.integer({ min: 1, max: 4 }),
    producers: fc.integer({ min: 1, max: 4 }),
    consumers: fc.integer({ min: 1, max: 4 }),
    messages: fc.integer({ min: 1, max: 12 }),
    batch: fc.integer({ min: 1, max: 3 }),
    capacity: fc.option(fc.integer({ min: 3, max: 4 })),
    initial: fc.nat(3),
    sync: fc.boolean(),
    produceNs: fc.integer({ min: 1, max: 2_000_000 }),
    consumeNs: fc.integer({ min: 1, max: 3_000_000 }),
    pauseNs: fc.integer({ min: 0, max: 2_000_000 }),
    thieves: fc.nat(2),
  });

  test.each(allSchedulers)("$id", async ({ id, maxCpus, minHz }) => {
    const leavesTasks = quirks.leavesTasksOnIdleCpus.includes(id);
    const property = fc.asyncProperty(traffic, async (drawn) => {
      const { producers, consumers, messages, batch, capacity, initial, sync } = drawn;
      const receive = (spanNs: number) => [{ recv: "post" }, { mark: "received" }, { run: spanNs }];
      const workload = {
        machine: { cpus: leavesTasks ? 1 : Math.min(maxCpus, drawn.cpus), hz: Math.max(1000, minHz) },
        duration: "20s",
        channels: { post: capacity === null ? { initial } : { initial, capacity } },
        tasks: [
          {
            name: "producer",
            count: producers,
            loop: messages,
            program: [
              { run: drawn.produceNs },
              { sleep: drawn.pauseNs },
              { repeat: { count: batch, program: [{ send: "post", sync }, { mark: "sent" }] } },
            ],
          },
          { name: "consumer", count: consumers, program: receive(drawn.consumeNs) },
          // They take messages from under the noses of those who were woken for them.
          { name: "thief", count: drawn.thieves, nice: -10, program: [...receive(1), { sleep: "1ms" }] },
        ],
      };
      const { result } = await play(workload, { scheduler: id });
      const sent = producers * messages * batch;
      expect(result.marks.sent?.count).toBe(sent);
      expect(result.marks.received?.count).toBe(sent + initial);
      const working = result.tasks.filter(({ group, state }) => group === "producer" && state !== "exited");
      expect(working).toEqual([]);
    });
    await fc.assert(property, { numRuns: 15, seed });
  });
});

describe("whoever waits longest for a message is woken first", () => {
  test.each(allSchedulers)("$id", async ({ id, maxCpus }) => {
    const tasks = [
      {
        name: "receiver",
        count: 5,
        start: { sequence: [0, 5e6, 1e6, 4e6, 2e6] },
        program: [{ recv: "a" }, { run: 1 }],
      },
      { name: "sender", start: "10ms", program: [{ send: "a" }, { sleep: "5ms" }] },
    ];
    const machine = { cpus: Math.min(2, maxCpus), hz: 1000 };
    const { events, result } = await play({ machine, duration: "59ms", tasks }, { scheduler: id });
    const receivers = events.flatMap((event) => (event.kind === "wakeup" && event.pid <= 5 ? event.pid : []));
    expect(receivers).toEqual([1, 3, 5, 4, 2, 1, 3, 5, 4, 2]);
    expect(() => Replay.of(machine.cpus, events, result.simulatedNs)).not.toThrow();
  });
});
