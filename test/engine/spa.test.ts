/**
 * What the traces of the single-priority-array schedulers do not show: promotion at work, changes of policy (derived, not specified), the
 * tunables; and what their author and his critics said of them in public.
 */
import { describe, expect, test } from "vitest";
import type { TraceEvent } from "../../src/engine/types.js";
import { Simulation, schedulers, simulate } from "../../src/index.js";

const ids = ["spa-nofrills", "spa-ws", "spa-svr", "zaphod", "ebs"];
const family = (await schedulers()).filter(({ id }) => ids.includes(id));
const ms = 1_000_000;
const machine = { cpus: 1, hz: 1000 };
const hog = { name: "hog", program: [{ run: "10s" }] };

/** What is queued where at a moment: priorities with their pids from head to tail. */
async function slotsAt(time: number, scheduler: string, tasks: readonly object[]) {
  const simulation = await Simulation.create({ machine, duration: "10s", tasks }, { scheduler });
  simulation.advance(time);
  const lists = simulation.inspect().cpus[0]?.arrays.slots?.lists ?? [];
  return lists.map(({ priority, pids }) => [priority, ...pids]);
}

async function sharesOf(scheduler: string, tasks: readonly object[], tunables: Record<string, number> = {}) {
  const { tasks: results } = await simulate({ machine, duration: "60s", tasks }, { scheduler, tunables });
  return results.map(({ share }) => Math.round(share * 1000) / 10);
}

async function switchesOf(scheduler: string, workload: object, tunables: Record<string, number> = {}) {
  const switches: Extract<TraceEvent, { kind: "switch" }>[] = [];
  await simulate(workload, {
    scheduler,
    tunables,
    onEvents: (events) => void switches.push(...events.flatMap((event) => (event.kind === "switch" ? [event] : []))),
  });
  return switches;
}

test.each(ids)("%s says that it is a reconstruction, and refuses a second CPU", async (scheduler) => {
  const info = family.find(({ id }) => id === scheduler);
  expect(info?.provenance.kind).toBe("reconstructed");
  expect(info?.provenance.source).toContain("Peter Williams");
  const onTwo = simulate({ machine: { cpus: 2, hz: 1000 }, duration: "1s", tasks: [hog] }, { scheduler });
  await expect(onTwo).rejects.toThrow(`${scheduler} cannot run on 2 CPUs: expected at most 1`);
});

describe("a promotion", () => {
  const tasks = [
    { ...hog, count: 2 },
    { ...hog, count: 2, nice: 3 },
    { ...hog, nice: 10 },
  ];

  test("moves every list up by one slot, the running task in it", async () => {
    const before = [
      [120, 1, 2],
      [123, 3, 4],
      [130, 5],
    ];
    expect(await slotsAt(54 * ms, "spa-nofrills", tasks)).toEqual(before);
    expect(await slotsAt(55 * ms, "spa-nofrills", tasks)).toEqual(
      before.map(([slot, ...pids]) => [slot! - 1, ...pids]),
    );
  });

  test("comes the later the more tasks there are: 55 ms for each but one", async () => {
    const lastOf = async (time: number) => (await slotsAt(time, "spa-nofrills", tasks)).at(-1);
    expect(await lastOf((55 + 4 * 55 - 1) * ms)).toEqual([129, 5]);
    expect(await lastOf((55 + 4 * 55) * ms)).toEqual([128, 5]);
  });

  test("does not happen for a lone task", async () => {
    expect(await slotsAt(90 * ms, "spa-nofrills", [hog])).toEqual([[120, 1]]);
  });

  test("appends the second-best normal list to the best, and leaves that and real-time lists in place", async () => {
    const crowd = [
      { ...hog, nice: -19 },
      { ...hog, nice: -20 },
      { ...hog, nice: -18 },
      { ...hog, policy: "fifo", rtprio: 50 },
    ];
    expect(await slotsAt(1 * ms, "spa-nofrills", crowd)).toEqual([
      [49, 4],
      [100, 2],
      [101, 1],
      [102, 3],
    ]);
    const [first, second, third] = [55, 220, 385].map((time) => slotsAt(time * ms, "spa-nofrills", crowd));
    expect(await first).toEqual([
      [49, 4],
      [100, 2, 1],
      [101, 3],
    ]);
    expect(await second).toEqual([
      [49, 4],
      [100, 2, 1, 3],
    ]);
    expect(await third).toEqual(await second);
  });

  test("keeps the place of a task that has been promoted often, when it leaves its list at last", async () => {
    const mixed = [
      { ...hog, nice: -20 },
      { name: "late", nice: 19, program: [{ run: "1ms" }, { sleep: "1s" }] },
      { ...hog, nice: 19 },
    ];
    const switches = await switchesOf("spa-nofrills", { machine, duration: "10s", tasks: mixed });
    const turn = switches.find(({ next }) => next === 2);
    expect(turn?.nextPriority).toBe(100);
    const leaving = switches.find(({ previous }) => previous === 2);
    expect(leaving?.previousPriority).toBe(100);
  });
});

test.each([
  ["spa-nofrills", 139],
  ["zaphod", 153],
])("a yield under %s goes behind all others, to slot %i", async (scheduler, worst) => {
  const yielding = { name: "yielding", program: [{ run: "10ms" }, "yield"] };
  expect(await slotsAt(10 * ms, scheduler, [yielding, { ...hog, nice: 19 }])).toContainEqual(
    scheduler === "spa-nofrills" ? [worst, 2, 1] : [worst, 1],
  );
});

describe("a change of policy", () => {
  const changing = (...program: unknown[]) => [
    { name: "changing", loop: false, program: [{ run: "10ms" }, ...program] },
    hog,
  ];
  const rest = { run: "5s" };

  test("to real time takes the task to its real-time slot at once", async () => {
    const tasks = changing({ policy: { policy: "rr", rtprio: 7 } }, rest);
    expect(await slotsAt(30 * ms, "zaphod", tasks)).toEqual([
      [92, 1],
      [133, 2],
    ]);
  });

  test("back to normal takes it to the slot of its nice, bonuses and averages, and asks for a reschedule", async () => {
    const tasks = changing(
      { policy: { policy: "fifo", rtprio: 7 } },
      { run: "10ms" },
      { policy: { policy: "normal" } },
      rest,
    );
    const switches = await switchesOf("zaphod", { machine, duration: "1s", tasks });
    expect(switches[1]).toMatchObject({ timeNs: 20 * ms, previous: 1, previousPriority: 133, next: 2 });
  });

  test("to the policy that it has puts it at the tail of its list", async () => {
    expect(await slotsAt(30 * ms, "spa-nofrills", changing({ policy: { policy: "normal" } }, rest))).toEqual([
      [120, 2, 1],
    ]);
  });

  test("to batch, which these kernels did not know, is refused: nothing moves", async () => {
    expect(await slotsAt(30 * ms, "spa-nofrills", changing({ policy: { policy: "batch" } }, rest))).toEqual([
      [120, 1, 2],
    ]);
  });
});

describe("tunables", () => {
  const workload = {
    machine,
    duration: "20s",
    tasks: [
      { ...hog, start: "8s", count: 2, nice: -5 },
      { ...hog, start: "8s", nice: 5 },
      { name: "fooler", start: "8s", count: 2, program: [{ run: "8ms" }, { sleep: "2ms" }] },
      { name: "late fooler", start: "9s", program: [{ run: "30ms" }, { sleep: "40ms" }] },
      {
        name: "editor that compiles",
        program: [
          { repeat: { count: 20, program: [{ run: "2ms" }, { sleep: "100ms" }] } },
          { repeat: { count: 30, program: [{ run: "80ms" }, { sleep: "20ms" }] } },
        ],
      },
      { name: "editor", count: 2, program: [{ run: "2ms" }, { sleep: "150ms" }] },
      { name: "reader", program: [{ run: "1ms" }, { io: "8ms" }] },
    ],
  };

  test.each(family.flatMap(({ id, tunables }) => tunables.map((tunable) => ({ id, ...tunable }))))(
    "$name of $id matters at either bound",
    async ({ id, name, default: usual, min, max }) => {
      const digest = async (value: number) =>
        (await simulate(workload, { scheduler: id, tunables: { [name]: value } })).traceDigest;
      const standard = await digest(usual);
      for (const bound of [min, max]) if (bound !== usual) expect(await digest(bound), `${bound}`).not.toBe(standard);
    },
  );

  test("the time slice is that of every task", async () => {
    const tasks = [hog, { ...hog, nice: 0 }];
    const times = (await switchesOf("spa-nofrills", { machine, duration: "1s", tasks }, { timeSlice: 30 })).map(
      ({ timeNs }) => timeNs / ms,
    );
    expect(times.slice(0, 4)).toEqual([0, 30, 60, 90]);
  });

  test("a time slice shorter than a tick is one tick", async () => {
    const tasks = [hog, { ...hog, nice: 0 }];
    const slow = { machine: { cpus: 1, hz: 100 }, duration: "1s", tasks };
    const times = (await switchesOf("spa-nofrills", slow, { timeSlice: 3 })).map(({ timeNs }) => timeNs / ms);
    expect(times.slice(0, 4)).toEqual([0, 10, 20, 30]);
  });
});

describe("in public", () => {
  const busy = (run: string, sleep: string) => ({ name: "busy", program: [{ run }, { sleep }] });

  test("the one doing the smaller bites gets less, without frills", async () => {
    expect(await sharesOf("spa-nofrills", [busy("95ms", "5ms"), hog])).toEqual([48.8, 51.2]);
    expect(await sharesOf("spa-nofrills", [busy("19ms", "1ms"), hog])).toEqual([16, 84]);
  });

  test("nice counts by promotion alone: worse levels wait longer and starve never", async () => {
    const hogs = [-20, -10, 0, 10, 19].map((nice) => ({ ...hog, nice }));
    for (const scheduler of ids) {
      const shares = await sharesOf(scheduler, hogs);
      expect([...shares].sort((a, b) => b - a)).toEqual(shares);
      expect(shares.at(-1)).toBeGreaterThan(0);
    }
  });

  test.each(["spa-ws", "zaphod", "ebs"])(
    "%s answers a task that mostly sleeps at once, no frills after a slice",
    async (scheduler) => {
      const tasks = [{ ...hog, count: 2 }, busy("2ms", "200ms")];
      const longest = async (id: string) => {
        const { tasks: results } = await simulate({ machine, duration: "60s", tasks }, { scheduler: id });
        return results[2]!.wakeupLatencyNs.p50!;
      };
      expect(await longest(scheduler)).toBe(0);
      expect(await longest("spa-nofrills")).toBeGreaterThan(50 * ms);
    },
  );

  test("entitlement looks at shares: who has twice as many gets more, and who uses less goes first", async () => {
    const [rich, poor] = await sharesOf("ebs", [hog, { ...hog, nice: 10 }]);
    expect(rich! / poor!).toBeGreaterThan(1.5);
    expect(rich! / poor!).toBeLessThan(2);
    const simulation = await Simulation.create(
      { machine, duration: "10s", tasks: [hog, { ...hog, nice: 10 }] },
      { scheduler: "ebs" },
    );
    simulation.advance(5e9);
    expect(simulation.inspect().cpus[0]?.fields.shares).toBe(30);
    expect(simulation.inspect().cpus[0]?.fields.yardstick).toBeGreaterThan(0);
  });
});
