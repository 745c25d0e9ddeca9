/** Mutexes, conditions, semaphores, barriers, suspension and join: first come, first served, under every scheduler. */
import { describe, expect, test } from "vitest";
import type { TaskInspection } from "../../src/engine/inspection/types.js";
import type { TraceEvent } from "../../src/engine/types.js";
import { Simulation } from "../../src/simulation.js";
import { allSchedulers, testEveryScheduler } from "./every-scheduler.js";
import { play } from "./played.js";

const machine = { cpus: 4, hz: 1000 };

/** Who exited, in order. */
const exitsOf = (events: readonly TraceEvent[]) => events.flatMap((event) => (event.kind === "exit" ? event.pid : []));

const wakesOf = (events: readonly TraceEvent[]) =>
  events.flatMap((event) => (event.kind === "wakeup" ? [[event.pid, event.timeNs] as const] : []));

/** Tasks that come 10 us apart, in an order that is not that of their pids. */
const scattered = { count: 5, start: { sequence: [5_000, 45_000, 15_000, 35_000, 25_000] }, loop: false };
const inOrder = [1, 3, 5, 4, 2];

describe.each(allSchedulers.map(({ id, maxCpus }) => ({ scheduler: id, cpus: Math.min(4, maxCpus) })))(
  "under $scheduler",
  (options) => {
    test("a mutex goes to who has waited longest", async () => {
      // All are asleep, in the order in which they came, before the holder lets go.
      const tasks = [
        { ...scattered, program: [{ lock: "m" }, { sleep: "1ms" }, { unlock: "m" }] },
        { name: "holder", loop: false, program: [{ lock: "m" }, { sleep: "1ms" }, { unlock: "m" }] },
      ];
      const { events, result } = await play({ machine, duration: "20ms", tasks: tasks.reverse() }, options);
      expect(exitsOf(events)).toEqual([1, ...inOrder.map((pid) => pid + 1)]);
      expect(result.warnings).toEqual([]);
    });

    test("who unlocks and locks again goes to the end of the line", async () => {
      const tasks = [
        { name: "greedy", loop: 3, program: [{ lock: "m" }, { sleep: "2ms" }, { unlock: "m" }, { mark: "turn" }] },
        { name: "other", start: "1ms", loop: 3, program: [{ lock: "m" }, { sleep: "2ms" }, { unlock: "m" }] },
      ];
      const { result } = await play({ machine, duration: "20ms", tasks }, options);
      expect(result.tasks.map(({ exitedNs }) => exitedNs)).toEqual([10e6, 12e6]);
      expect(result.marks.turn?.intervalNs).toMatchObject({ count: 2, max: 4e6 });
    });

    test("a signal lets the first go on, a broadcast all, each with the mutex", async () => {
      const waiter = [{ lock: "m" }, { wait: { cond: "c", mutex: "m" } }, { sleep: "100us" }, { unlock: "m" }];
      const tasks = [
        { ...scattered, program: waiter },
        {
          name: "signaller",
          loop: false,
          program: [{ sleep: "1ms" }, { signal: "c" }, { sleep: "1ms" }, { broadcast: "c" }],
        },
      ];
      const { events } = await play({ machine, duration: "20ms", tasks }, options);
      expect(exitsOf(events).filter((pid) => pid !== 6)).toEqual(inOrder);
      const woken = new Map(
        wakesOf(events)
          .filter(([pid]) => pid !== 6)
          .map(([pid, timeNs]) => [pid, timeNs]),
      );
      // The last wake-up of each is that from its pause with the mutex.
      expect(inOrder.map((pid) => woken.get(pid))).toEqual([1.1e6, 2.1e6, 2.2e6, 2.3e6, 2.4e6]);
    });

    test("a signal that nobody waits for is lost, a unit of a semaphore is not", async () => {
      const tasks = [
        { name: "early", loop: false, program: [{ signal: "c" }, { resume: "p" }, { up: "s" }, { up: "s" }] },
        { name: "waits", start: "1ms", loop: false, program: [{ lock: "m" }, { wait: { cond: "c", mutex: "m" } }] },
        { name: "is suspended", start: "1ms", loop: false, program: [{ suspend: "p" }] },
        { name: "goes on", start: "1ms", loop: false, program: [{ down: "s" }, { down: "s" }] },
      ];
      const { result } = await play({ machine, duration: "5ms", tasks }, options);
      expect(result.tasks.map(({ state }) => state)).toEqual(["exited", "sleeping", "sleeping", "exited"]);
      expect(result.warnings).toEqual([
        'waits (pid 2) waits for ever: "wait" on the condition "c"',
        'is suspended (pid 3) waits for ever: "suspend" on the suspension "p"',
      ]);
    });

    test("a semaphore hands its units out in the order in which they were asked for", async () => {
      const tasks = [
        { ...scattered, program: [{ down: "s" }, { sleep: "1ms" }] },
        { name: "source", loop: 5, program: [{ sleep: "1ms" }, { up: "s" }] },
      ];
      const { events } = await play({ machine, duration: "20ms", tasks }, options);
      expect(exitsOf(events).filter((pid) => pid !== 6)).toEqual(inOrder);
    });

    test("a barrier holds everybody until all have come, again and again", async () => {
      const tasks = [1, 2, 3].map((number) => ({
        name: `party ${number}`,
        loop: 4,
        program: [{ sleep: `${number}ms` }, { barrier: { name: "b", parties: 3 } }, { mark: "met" }],
      }));
      const { result } = await play({ machine, duration: "50ms", tasks }, options);
      expect(result.tasks.map(({ exitedNs }) => exitedNs)).toEqual([12e6, 12e6, 12e6]);
      expect(result.marks.met).toMatchObject({ count: 12, firstNs: 3e6, lastNs: 12e6 });
    });

    test("resume wakes all that are suspended there, in order; the task's own name is the point if none is given", async () => {
      const tasks = [
        { name: "sleepers", ...scattered, program: ["suspend"] },
        { name: "alarm", loop: false, program: [{ sleep: "1ms" }, { resume: "sleepers" }] },
      ];
      const { events, result } = await play({ machine, duration: "5ms", tasks }, options);
      expect(wakesOf(events)).toEqual([[6, 1e6], ...inOrder.map((pid) => [pid, 1e6])]);
      expect(result.totals.exited).toBe(6);
    });

    test("join waits for all children, those of children not", async () => {
      const grandchild = { name: "grandchild", loop: false, program: [{ sleep: "9ms" }] };
      const child = (ms: number) => ({ fork: { loop: false, program: [{ fork: grandchild }, { sleep: `${ms}ms` }] } });
      const tasks = [
        { name: "parent", loop: false, program: ["join", child(1), child(3), child(2), "join", { mark: "joined" }] },
      ];
      const { result } = await play({ machine, duration: "20ms", tasks }, options);
      expect(result.marks.joined).toMatchObject({ count: 1, firstNs: 3e6 });
      expect(result.totals).toMatchObject({ tasks: 7, exited: 7 });
    });

    test("a name that begins with a dot belongs to one instance and its children", async () => {
      const child = {
        loop: false,
        program: [{ sleep: "1ms" }, { lock: ".m" }, { broadcast: ".c" }, { unlock: ".m" }, { up: ".s" }],
      };
      const program = [
        { fork: child },
        { lock: ".m" },
        { wait: { cond: ".c", mutex: ".m" } },
        { unlock: ".m" },
        { down: ".s" },
        { barrier: { name: ".b", parties: 1 } },
      ];
      const tasks = [{ name: "family", count: 3, loop: false, program }];
      const { result } = await play({ machine, duration: "20ms", tasks }, options);
      expect(result.totals).toMatchObject({ tasks: 6, exited: 6 });
    });
  },
);

test("an inspection shows who waits for what, and who holds it", async () => {
  const tasks = [
    { name: "holder", loop: false, program: [{ lock: "m" }, { sleep: "5ms" }] },
    { name: "locks", start: "1ms", program: [{ lock: "m" }, { run: 1 }, { unlock: "m" }] },
    { name: "waits", program: [{ lock: "n" }, { wait: { cond: "c", mutex: "n" } }, { unlock: "n" }] },
    { name: "receives", program: [{ recv: ".in" }] },
    { name: "joins", loop: false, program: [{ fork: { loop: false, program: [{ down: "s" }] } }, "join"] },
  ];
  const simulation = await Simulation.create({ machine, duration: "20ms", tasks });
  simulation.advance(3e6);
  const { tasks: shown, objects } = simulation.inspect();
  const wait = (kind: string, name: string | null, operation: string, holder: number | null = null) => ({
    kind,
    name,
    operation,
    holder,
  });
  expect(shown.map(({ waitsFor }: Pick<TaskInspection, "waitsFor">) => waitsFor)).toEqual([
    null,
    wait("mutex", "m", "lock", 1),
    wait("condition", "c", "wait"),
    wait("channel", ".in", "recv"),
    wait("children", null, "join"),
    wait("semaphore", "s", "down"),
  ]);
  expect(shown.map(({ fields }) => [fields.mutexes, fields.liveChildren])).toEqual([
    [1, 0],
    [0, 0],
    [0, 0],
    [0, 0],
    [0, 1],
    [0, 0],
  ]);
  expect(objects).toEqual([
    { kind: "mutex", name: "m", owner: null, amount: 0, holder: 1, waiters: [2] },
    { kind: "mutex", name: "n", owner: null, amount: 0, holder: null, waiters: [] },
    { kind: "condition", name: "c", owner: null, amount: 0, holder: null, waiters: [3] },
    { kind: "semaphore", name: "s", owner: null, amount: 0, holder: null, waiters: [6] },
    { kind: "channel", name: ".in", owner: 4, amount: 0, holder: null, waiters: [4] },
  ]);
});

testEveryScheduler("mutexes have one holder, and lines that nobody jumps", 8, async (workload, choice) => {
  const simulation = await Simulation.create(workload, choice);
  let lines = new Map<string, readonly number[]>();
  while (!simulation.finished) {
    const events = simulation.stepEvent();
    const woken = new Set(events.flatMap((event) => (event.kind === "wakeup" ? event.pid : [])));
    const { tasks, objects } = simulation.inspect();
    const held = new Map<number, number>();
    for (const { kind, holder } of objects) {
      if (kind === "mutex" && holder !== null) held.set(holder, (held.get(holder) ?? 0) + 1);
    }
    for (const { pid, fields, state, waitsFor } of tasks) {
      expect(fields.mutexes).toBe(held.get(pid) ?? 0);
      if (waitsFor !== null) expect(state).toBe("sleeping");
    }
    const before = lines;
    lines = new Map(objects.map(({ kind, name, owner, waiters }) => [`${kind} ${name} ${owner}`, waiters]));
    for (const { kind, name, owner, holder, waiters } of objects) {
      if (kind === "mutex" && holder === null) expect(waiters).toEqual([]);
      expect(waiters).not.toContain(holder);
      for (const pid of waiters) expect(tasks[pid - 1]?.waitsFor).toMatchObject({ kind, name });
      // Who has waited since the last event stands where he stood, behind nobody new.
      const stayed = (before.get(`${kind} ${name} ${owner}`) ?? []).filter(
        (pid) => !woken.has(pid) && waiters.includes(pid),
      );
      expect(waiters.slice(0, stayed.length)).toEqual(stayed);
    }
  }
});
