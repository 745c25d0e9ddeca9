/**
 * What is peculiar to the O(1) schedulers of January 2002: the bugs that users come to see, and the bitmaps as those
 * kernels stored them.
 */
import { describe, expect, test } from "vitest";
import type { TraceEvent } from "../../src/engine/types.js";
import { Simulation, schedulers, simulate } from "../../src/index.js";

async function play(scheduler: string, workload: object) {
  const events: TraceEvent[] = [];
  const result = await simulate(workload, { scheduler, onEvents: (more) => void events.push(...more) });
  return { events, result };
}

async function recorded() {
  const january = (await schedulers()).filter(({ year }) => year === 2002);
  return january.filter(({ provenance }) => provenance.kind === "recorded").map(({ id }) => id);
}

const hog = { name: "hog", program: [{ run: "10s" }] };

test("the seven recorded ones are there, and pre10 under the names of its patches", async () => {
  expect((await recorded()).filter((id) => id.startsWith("o1-")).sort()).toEqual([
    "o1-2.5.2",
    "o1-2.5.2-pre10",
    "o1-2.5.2-pre11",
    "o1-2.5.2.1.1",
    "o1-2.5.3",
    "o1-2.5.3-pre1",
    "o1-swapcnt",
  ]);
  for (const alias of ["o1-d2", "o1-e1"]) {
    const simulation = await Simulation.create({ tasks: [hog] }, { scheduler: alias });
    expect(simulation.scheduler.id).toBe("o1-2.5.2-pre10");
  }
});

describe("a sync wake-up", () => {
  const pinned = {
    machine: { cpus: 2, hz: 1000 },
    duration: "100ms",
    tasks: [
      { name: "sender", cpu: 0, affinity: [0], program: [{ run: "1ms" }, { send: "c", sync: true }, { sleep: "5ms" }] },
      { name: "receiver", cpu: 1, affinity: [1], program: [{ recv: "c" }, { run: "1ms" }] },
    ],
  };
  const ranOn = (events: readonly TraceEvent[], pid: number) =>
    new Set(events.flatMap((event) => (event.kind === "switch" && event.next === pid ? [event.cpu] : [])));

  test.each(["o1-2.5.2-pre10", "o1-swapcnt", "o1-2.5.2-pre11", "o1-2.5.2", "o1-g1"])(
    "drags a task to a CPU that it may not use in %s",
    async (scheduler) => {
      expect(ranOn((await play(scheduler, pinned)).events, 2)).toContain(0);
    },
  );
  test.each(["o1-2.5.3-pre1", "o1-2.5.2.1.1", "o1-2.5.3"])("leaves it where it is in %s", async (scheduler) => {
    expect(ranOn((await play(scheduler, pinned)).events, 2)).toEqual(new Set([1]));
  });
});

test.each([
  ["o1-2.5.2.1.1", 4_900_000_000, 5_000_000_000],
  ["o1-2.5.3", 0, 100_000_000],
  ["o1-2.5.3-pre1", 0, 300_000_000],
])("beside six hogs on another CPU, %s idles for %i to %i ns of 5 s", async (scheduler, least, most) => {
  const machine = { cpus: 2, hz: 1000 };
  const workload = { machine, duration: "5s", tasks: [{ ...hog, count: 6, cpu: 0 }] };
  const idleNs = (await play(scheduler, workload)).result.cpus[1]?.idleNs;
  expect(idleNs).toBeGreaterThanOrEqual(least);
  expect(idleNs).toBeLessThanOrEqual(most);
});

test.each([
  ["o1-2.5.2", 128],
  ["o1-2.5.2-pre10", 165],
  ["o1-2.5.2.1.1", 167],
])("in %s the child of a task that has run for 9 s starts with priority %i", async (scheduler, priority) => {
  const tasks = [{ name: "parent", loop: false, program: [{ run: "9s" }, { fork: { ...hog, name: "child" } }] }];
  const { events } = await play(scheduler, { duration: "10s", tasks });
  expect(events.find((event) => event.kind === "new" && event.pid === 2)).toMatchObject({ priority });
});

describe("two round-robin tasks and a normal one", () => {
  const workload = {
    duration: "2s",
    tasks: [
      { name: "rr", count: 2, policy: "rr", rtprio: 10, program: [{ run: "10s" }] },
      { name: "normal", program: [{ run: "10s" }] },
    ],
  };
  const cpuTimes = async (scheduler: string) =>
    (await play(scheduler, workload)).result.tasks.map(({ cpuTimeNs }) => cpuTimeNs / 1e9);

  test.each(["o1-2.5.2-pre10", "o1-2.5.3-pre1", "o1-2.5.3"])("share the CPU without it in %s", async (scheduler) => {
    const [first, second, normal] = await cpuTimes(scheduler);
    expect(first).toBeGreaterThan(0.8);
    expect(second).toBeGreaterThan(0.8);
    expect(normal).toBe(0);
  });

  test("never take turns in o1-swapcnt", async () => {
    expect(await cpuTimes("o1-swapcnt")).toEqual([2, 0, 0]);
  });

  test.each(["o1-2.5.2-pre11", "o1-2.5.2"])("expire behind it in %s", async (scheduler) => {
    expect((await cpuTimes(scheduler))[2]).toBeGreaterThan(0.1);
  });
});

test("under o1-2.5.3 a task that leaves a forbidden CPU blocks, and its new CPU wakes it; before, it is moved", async () => {
  const tasks = [
    { name: "hopper", cpu: 0, loop: false, program: [{ run: "10ms" }, { affinity: [1] }, { run: "10ms" }] },
  ];
  const workload = { machine: { cpus: 2, hz: 1000 }, duration: "50ms", tasks };
  const kindsAtHop = async (scheduler: string) =>
    (await play(scheduler, workload)).events.flatMap((event) => (event.timeNs === 10_000_000 ? [event.kind] : []));
  expect(await kindsAtHop("o1-2.5.3")).toEqual(["switch", "wakeup", "switch"]);
  expect(await kindsAtHop("o1-2.5.2")).toEqual(["migrate", "switch", "switch"]);
});

describe("the bitmap of 168 bits", () => {
  const all = 0xffffffff;
  const inspect = async (scheduler: string) => {
    const tasks = [
      { name: "hog", nice: -20, program: [{ run: "10s" }] },
      { name: "rt", policy: "fifo", rtprio: 34, program: [{ run: "10s" }] },
    ];
    const simulation = await Simulation.create({ tasks }, { scheduler });
    simulation.advance(0);
    const arrays = simulation.inspect().cpus[0]?.arrays;
    return { active: arrays?.active, expired: arrays?.expired };
  };

  test.each(["o1-2.5.2-pre10", "o1-2.5.2", "o1-2.5.3-pre1", "o1-2.5.2.1.1", "o1-swapcnt", "o1-g1"])(
    "shows empty lists as set bits, and the delimiter as a zero, in %s",
    async (scheduler) => {
      const { active, expired } = await inspect(scheduler);
      expect(expired).toMatchObject({ levels: 168, bitmapInverted: true, words: [all, all, all, all, all, 0xff] });
      const normal = active?.lists[1]?.priority ?? 0;
      expect(active?.lists).toMatchObject([{ priority: 65, pids: [2] }, { pids: [1] }]);
      const word4 = (all & ~(1 << (normal - 128))) >>> 0;
      expect(active?.words).toEqual([all, all, 0xfffffffd, all, word4, 0xff]);
    },
  );

  test("shows them the other way round in o1-2.5.3", async () => {
    const { active, expired } = await inspect("o1-2.5.3");
    expect(expired).toMatchObject({ levels: 168, bitmapInverted: false, words: [0, 0, 0, 0, 0, 0x100] });
    const normal = active?.lists[1]?.priority ?? 0;
    expect(active?.words).toEqual([0, 0, 2, 0, (1 << (normal - 128)) >>> 0, 0x100]);
  });

  test("has 140 bits, plain, in o1-2.6.22", async () => {
    const { expired } = await inspect("o1-2.6.22");
    expect(expired).toMatchObject({ levels: 140, bitmapInverted: false, words: [0, 0, 0, 0, 0x1000] });
  });
});
