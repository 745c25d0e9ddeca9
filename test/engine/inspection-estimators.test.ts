/**
 * What schedulers with estimators, stairs, rotations and shares derive for an inspection agrees with what then happens.
 */
import { describe, expect, test } from "vitest";
import { Simulation } from "../../src/index.js";
import { play } from "./played.js";

const ms = 1_000_000;

const hogAndSleeper = {
  machine: { cpus: 1, hz: 1000 },
  duration: "5s",
  tasks: [
    { name: "hog", program: [{ run: "1s" }] },
    { name: "sleeper", program: [{ run: "1ms" }, { sleep: "50ms" }] },
    { name: "fifo", policy: "fifo", rtprio: 3, program: [{ run: "100us" }, { sleep: "30ms" }] },
  ],
};

async function at<const Name extends string>(scheduler: Name, timeNs: number, workload: object = hogAndSleeper) {
  const simulation = await Simulation.create(workload, { scheduler });
  simulation.advance(timeNs);
  return simulation;
}

describe("o1-2.6", () => {
  test("tells the sleeper from the hog", async () => {
    const [hog, sleeper, fifo] = (await at("o1", 3000 * ms)).inspect().tasks;
    expect(hog!.derived).toMatchObject({ bonus: 0, effectivePrio: 125, interactive: false, fullTimeSlice: 100 });
    expect(sleeper!.derived).toMatchObject({ interactive: true });
    expect(sleeper!.derived!.bonus).toBeGreaterThan(8);
    expect(fifo!.derived).toMatchObject({ bonus: null, effectivePrio: 96, interactive: false, sleepCeiling: null });
    for (const { fields, derived } of [hog!, sleeper!]) {
      expect(derived!.effectivePrio).toBe(fields.staticPrio - (derived!.bonus! - 5));
      expect(derived!.interactive).toBe(fields.prio <= derived!.interactivePrio!);
    }
  });

  test("says when the tasks in `expired` starve", async () => {
    const tasks = [
      { name: "hog", count: 4, program: [{ run: "1s" }] },
      { name: "nice", nice: 5, program: [{ run: "1s" }] },
    ];
    const workload = { machine: { cpus: 1, hz: 1000 }, duration: "5s", tasks };
    const simulation = await Simulation.create(workload, { scheduler: "o1-2.6.22" });
    let starving = 0;
    while (!simulation.finished && simulation.stepEvent().length > 0) {
      const { fields, derived } = simulation.inspect().cpus[0]!;
      const current = simulation.inspect().tasks[(fields.current ?? 0) - 1];
      if (derived.starving) starving += 1;
      // A task of better nice waits in `expired`.
      if ((current?.fields.staticPrio ?? 0) > fields.bestExpiredPrio) expect(derived.starving).toBe(true);
    }
    expect(starving).toBeGreaterThan(3);
  });
});

describe("o1-2.5", () => {
  test("pre10 counts the ticks slept in four seconds", async () => {
    const [hog, sleeper] = (await at("o1-2.5.2-pre10", 4500 * ms)).inspect().tasks;
    const { history0, history1, history2, history3 } = sleeper!.fields;
    expect(sleeper!.derived!.sleptTicks).toBe(history0 + history1 + history2 + history3);
    expect(sleeper!.derived!.penalty).toBeLessThan(3);
    expect(hog!.derived).toMatchObject({ basePrio: 148, sleptTicks: 0, sleepBonus: null });
    expect(hog!.fields.prio).toBe(148 + hog!.derived!.penalty!);
  });

  test.each(["o1-2.5.2", "o1-swapcnt", "o1-2.5.2-pre11"] as const)(
    "%s gives what a sleep is said to be worth",
    async (id) => {
      const tasks = [
        { name: "hog", count: 2, nice: 19, program: [{ run: "1s" }] },
        { name: "sleeper", nice: 15, program: [{ run: "1.3ms" }, { sleep: { uniform: ["20ms", "730ms"] } }] },
      ];
      const workload = { machine: { cpus: 1, hz: 100 }, duration: "5s", tasks };
      const { events } = await play(workload, { scheduler: id });
      const simulation = await Simulation.create(workload, { scheduler: id });
      const bonuses = events.flatMap((event) => {
        if (event.kind !== "wakeup") return [];
        simulation.advance(event.timeNs - 1);
        const { fields, derived } = simulation.inspect().tasks[event.pid - 1]!;
        expect(event.priority).toBe(Math.max(fields.prio - derived!.sleepBonus!, 128));
        simulation.advance(event.timeNs);
        expect(simulation.inspect().tasks[event.pid - 1]!.derived!.sleepBonus).toBeNull();
        return [derived!.sleepBonus!];
      });
      expect(bonuses.length).toBeGreaterThan(7);
      expect(Math.max(...bonuses)).toBeGreaterThan(3);
    },
  );

  test("2.5.3 keeps a sleep average instead", async () => {
    const [hog, sleeper] = (await at("o1-2.5.3", 3000 * ms)).inspect().tasks;
    expect(hog!.derived).toMatchObject({ interactive: false, sleptTicks: null, penalty: null, sleepBonus: null });
    expect(sleeper!.derived!.interactive).toBe(true);
    expect(sleeper!.derived!.prioAtExpiry).toBeLessThan(hog!.derived!.prioAtExpiry);
  });
});

test("nicksched: priorities follow from the share of time asleep, slices from the best that wants to run", async () => {
  const simulation = await at("nicksched", 3000 * ms);
  const { cpus, tasks } = simulation.inspect();
  const [hog, sleeper, fifo] = tasks;
  for (const { fields, derived } of [hog!, sleeper!]) {
    expect(derived!.bonus).toBe(Math.floor((20 * Number(fields.sleepAverage) + 512) / 1024));
    expect(derived!.effectivePrio).toBe(fields.staticPrio + 10 - derived!.bonus!);
  }
  expect(hog!.derived!.bonus).toBeLessThan(3);
  expect(sleeper!.derived!.bonus).toBeGreaterThan(15);
  expect(fifo!.derived).toMatchObject({ bonus: null, effectivePrio: 96, fullSlice: 60 });
  expect(cpus[0]!.derived.bestQueued).toBe(hog!.fields.prio);
});

describe("staircase", () => {
  test.each(["staircase-v13", "staircase-v16"] as const)("%s: a hog walks down step by step", async (scheduler) => {
    const workload = { ...hogAndSleeper, tasks: [{ name: "hog", count: 2, program: [{ run: "1s" }] }] };
    const simulation = await Simulation.create(workload, { scheduler });
    const seen = new Set<number>();
    while (!simulation.finished && simulation.stepEvent().length > 0) {
      for (const { fields, derived } of simulation.inspect().tasks) {
        const { stepsDown, fullSlice, interval, effectivePrio } = derived!;
        expect(stepsDown).toBe(Math.floor((fullSlice - fields.slice) / interval));
        expect(effectivePrio).toBe(Math.min(120 - fields.bonus + stepsDown!, 139));
        seen.add(stepsDown!);
      }
      const { arrays, derived } = simulation.inspect().cpus[0]!;
      expect(derived.bestPrio).toBe(arrays.queue.lists[0]?.priority ?? null);
    }
    expect(seen.size).toBeGreaterThan(10);
  });
});

describe("sd", () => {
  test("shows the priority matrix", async () => {
    const { matrix, levels } = (await at("sd", 10 * ms)).inspect().cpus[0]!.derived;
    const all = Array.from({ length: 40 }, (_, slot) => 100 + slot);
    expect(matrix).toHaveLength(40);
    expect(matrix[0]).toEqual(all);
    expect(matrix[20]).toEqual(all.filter((slot) => slot % 2 === 1));
    expect(matrix[39]).toEqual([139]);
    expect(levels).toHaveLength(40);
  });

  test("tasks go from slot to slot as it is said, and each slot is theirs by right", async () => {
    const tasks = [-10, 0, 0, 5].map((nice) => ({ name: `nice${nice}`, nice, program: [{ run: "1s" }] }));
    const workload = { machine: { cpus: 1, hz: 1000 }, duration: "1s", tasks };
    const simulation = await Simulation.create(workload, { scheduler: "sd" });
    let before = simulation.inspect();
    let moves = 0;
    while (!simulation.finished) {
      simulation.advance(simulation.timeNs + ms);
      const after = simulation.inspect();
      for (const [index, { fields, derived }] of after.tasks.entries()) {
        const last = before.tasks[index]!;
        expect(fields.usedSlots.filter((slot) => !derived!.entitledSlots.includes(slot))).toEqual([]);
        expect(derived!.entitledSlots).toEqual(after.cpus[0]!.derived.matrix[fields.nice + 20]);
        expect(derived!.expired).toBe(after.tasks[index]!.array === "expired");
        const stays = after.cpus[0]!.fields.rotation === before.cpus[0]!.fields.rotation;
        if (last.derived === null || !stays || last.fields.prio === fields.prio) continue;
        // Only the running task moves; it expires where there was no next slot.
        if (derived!.expired) expect(last.derived.nextSlot).toBeNull();
        else expect(fields.prio).toBe(last.derived.nextSlot);
        moves += 1;
      }
      before = after;
    }
    expect(moves).toBeGreaterThan(50);
  });
});

describe("single priority arrays", () => {
  const nices = {
    machine: { cpus: 1, hz: 1000 },
    duration: "5s",
    tasks: [-5, 0, 0, 10].map((nice) => ({ name: `nice${nice}`, nice, program: [{ run: "7ms" }, { sleep: "3ms" }] })),
  };

  test.each(["spa-nofrills", "spa-ws", "spa-svr", "zaphod", "ebs"] as const)(
    "%s: tasks are in the slots that are said, and entitled to the CPU by their shares",
    async (scheduler) => {
      const simulation = await Simulation.create(nices, { scheduler });
      let entitled = 0;
      while (simulation.timeNs < 2e9 && simulation.stepEvent().length > 0) {
        const { cpus, tasks } = simulation.inspect();
        const { fields: cpu, arrays, derived: ofCpu } = cpus[0]!;
        const slots = new Map(arrays.slots.lists.flatMap(({ priority, pids }) => pids.map((pid) => [pid, priority])));
        const queued = tasks.filter(({ array }) => array !== null);
        for (const { pid, derived, array } of tasks) {
          if (array !== null) expect(slots.get(pid)).toBe(derived!.slot);
          expect(derived?.entitlement === null).toBe(derived !== null && array === null);
        }
        expect(queued.reduce((sum, { derived }) => sum + derived!.shares, 0)).toBe(cpu.shares);
        const sum = queued.reduce((total, { derived }) => total + Number(derived!.entitlement), 0);
        if (queued.length > 0) expect(Math.abs(sum - 1e6)).toBeLessThan(queued.length);
        expect(ofCpu.ticksToDecay === null).toBe(scheduler !== "ebs");
        entitled += queued.length;
      }
      expect(entitled).toBeGreaterThan(100);
    },
  );

  test("ebs ranks by usage for each share: the greediest is in the middle", async () => {
    const simulation = await at("ebs", 2000 * ms, nices);
    const { cpus, tasks } = simulation.inspect();
    for (const { derived } of tasks) {
      const yardstick = Math.max(Number(cpus[0]!.fields.yardstick), Number(derived!.usagePerShare));
      const rank = Math.floor((20 * Number(derived!.usagePerShare)) / yardstick);
      expect(derived!.deservedSlot).toBe(114 + rank - derived!.bonusPoints!);
    }
    expect(Math.max(...tasks.map(({ derived }) => derived!.deservedSlot))).toBeGreaterThan(115);
  });

  test("spa-ws tells which waits are unavoidable", async () => {
    const { tasks } = (await at("spa-ws", 3000 * ms, nices)).inspect();
    const expected = tasks.map(({ derived }) => Number(derived!.expectedDelay));
    expect(expected[3]).toBeGreaterThan(expected[1]!);
    expect(expected[1]).toBeGreaterThan(expected[0]!);
  });
});
