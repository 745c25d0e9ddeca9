/**
 * Runs that end because tasks wait for each other in a circle or misuse a mutex, and tasks that wait for ever without
 * one.
 */
import { describe, expect, test } from "vitest";
import { SchedlabError } from "../../src/errors.js";
import { Simulation, simulate } from "../../src/simulation.js";
import { allSchedulers } from "./every-scheduler.js";

const machine = { cpus: 1, hz: 1000 };

/** The message with which the run ends. */
async function endOf(tasks: readonly object[], options: { readonly scheduler?: string } = {}): Promise<string> {
  try {
    await simulate({ machine, duration: "1s", tasks }, options);
  } catch (error) {
    if (error instanceof SchedlabError) return error.message;
    throw error;
  }
  throw new Error("expected the run to end with a message");
}

async function warningsOf(tasks: readonly object[]): Promise<readonly string[]> {
  return (await simulate({ machine, duration: "1s", tasks })).warnings;
}

const left = {
  name: "left",
  program: [{ lock: "a" }, { sleep: "2ms" }, { lock: "b" }, { unlock: "b" }, { unlock: "a" }],
};
const right = {
  name: "right",
  program: [{ lock: "b" }, { sleep: "3ms" }, { lock: "a" }, { unlock: "a" }, { unlock: "b" }],
};

describe("a circle of tasks ends the run where it closes", () => {
  test.each(allSchedulers)("under $id", async ({ id }) => {
    expect(await endOf([left, right], { scheduler: id })).toBe(
      'the simulation stopped at 3000000 ns: deadlock: right (pid 2) → mutex "a", held by left (pid 1) → mutex "b", held by right (pid 2)',
    );
  });

  test("while others go on", async () => {
    expect(await endOf([left, right, { name: "hog", program: [{ run: "10ms" }] }])).toMatch(
      /^the simulation stopped at \d+ ns: deadlock: /,
    );
  });

  test("of five philosophers", async () => {
    const philosophers = Array.from({ length: 5 }, (_, seat) => ({
      name: `philosopher ${seat}`,
      program: [
        { lock: `fork ${seat}` },
        { sleep: "1ms" },
        { lock: `fork ${(seat + 1) % 5}` },
        { run: "1ms" },
        { unlock: `fork ${(seat + 1) % 5}` },
        { unlock: `fork ${seat}` },
      ],
    }));
    const message = await endOf(philosophers);
    expect(message.match(/held by/g)).toHaveLength(5);
    expect(message).toMatch(
      /^the simulation stopped at 1000000 ns: deadlock: philosopher 4 .* held by philosopher 4 \(pid 5\)$/,
    );
  });

  test("of a parent that joins a child which wants its mutex, whoever comes first", async () => {
    const child = (pause: string) => ({
      name: "child",
      loop: false,
      program: [{ sleep: pause }, { lock: ".m" }, { unlock: ".m" }],
    });
    const parent = (pause: string) => [
      {
        name: "parent",
        loop: false,
        program: [{ lock: ".m" }, { fork: child(pause) }, { sleep: "2ms" }, "join", { unlock: ".m" }],
      },
    ];
    expect(await endOf(parent("1ms"))).toBe(
      'the simulation stopped at 2000000 ns: deadlock: parent (pid 1) → join of child/0 (pid 2) → mutex ".m", held by parent (pid 1)',
    );
    expect(await endOf(parent("3ms"))).toBe(
      'the simulation stopped at 3000000 ns: deadlock: child/0 (pid 2) → mutex ".m", held by parent (pid 1) → join of child/0 (pid 2)',
    );
  });

  test("that leads over two generations and another family", async () => {
    const grandchild = { name: "grandchild", loop: false, program: [{ sleep: "3ms" }, { lock: "y" }, { unlock: "y" }] };
    const child = { name: "child", loop: false, program: [{ fork: grandchild }, "join"] };
    const tasks = [
      {
        name: "parent",
        loop: false,
        program: [{ lock: "x" }, { fork: child }, { sleep: "1ms" }, "join", { unlock: "x" }],
      },
      {
        name: "stranger",
        loop: false,
        program: [{ lock: "y" }, { sleep: "5ms" }, { lock: "x" }, { unlock: "x" }, { unlock: "y" }],
      },
    ];
    expect(await endOf(tasks)).toBe(
      'the simulation stopped at 5000000 ns: deadlock: stranger (pid 2) → mutex "x", held by parent (pid 1) → join of child/0 (pid 3) → join of grandchild/0 (pid 4) → mutex "y", held by stranger (pid 2)',
    );
  });

  test("of a task that gets its signal and finds its mutex held by who waits for it", async () => {
    const tasks = [
      {
        name: "waiter",
        loop: false,
        program: [{ lock: "a" }, { lock: "b" }, { wait: { cond: "c", mutex: "b" } }, { unlock: "b" }, { unlock: "a" }],
      },
      {
        name: "thief",
        loop: false,
        program: [{ sleep: "1ms" }, { lock: "b" }, { sleep: "1ms" }, { lock: "a" }, { unlock: "a" }, { unlock: "b" }],
      },
      { name: "signaller", loop: false, program: [{ sleep: "3ms" }, { signal: "c" }] },
    ];
    expect(await endOf(tasks)).toBe(
      'the simulation stopped at 3000000 ns: deadlock: waiter (pid 1) → mutex "b", held by thief (pid 2) → mutex "a", held by waiter (pid 1)',
    );
  });

  test("and every later step says so again; what happened until then can be looked at", async () => {
    const simulation = await Simulation.create({ machine, duration: "1s", tasks: [left, right] });
    const before = simulation.snapshot();
    expect(() => simulation.advance(1e9)).toThrow("deadlock");
    expect(() => simulation.advance(1e9)).toThrow("deadlock");
    expect(simulation.result()).toMatchObject({ simulatedNs: 3e6, finished: false });
    expect(simulation.inspect().tasks.map(({ waitsFor }) => waitsFor?.holder)).toEqual([2, 1]);
    simulation.restore(before);
    simulation.advance(2.5e6);
    expect(simulation.timeNs).toBe(2.5e6);
  });
});

describe("a misused mutex ends the run", () => {
  test("when somebody else holds it", async () => {
    const tasks = [
      { name: "holder", program: [{ lock: "m" }, { sleep: "5ms" }, { unlock: "m" }] },
      { name: "other", program: [{ sleep: "2ms" }, { unlock: "m" }, { run: 1 }, { lock: "m" }] },
    ];
    expect(await endOf(tasks)).toBe(
      'the simulation stopped at 2000000 ns: other (pid 2) does "unlock" with the mutex "m", which holder (pid 1) holds; only who holds a mutex can release it',
    );
  });

  test("when nobody holds it, in a wait, too", async () => {
    const program = [{ lock: "m" }, { unlock: "m" }, { run: "1ms" }, { wait: { cond: "c", mutex: "m" } }];
    expect(
      await endOf([
        { name: "a", program },
        { name: "b", program: [{ run: "9ms" }, { signal: "c" }] },
      ]),
    ).toMatch(
      /^the simulation stopped at \d+ ns: a \(pid 1\) does "wait" with the mutex "m", which nobody holds; only who holds a mutex can release it$/,
    );
  });

  test("when it is locked twice", async () => {
    const program = [
      { run: "1ms" },
      { lock: "m" },
      { repeat: { count: 2, program: [{ lock: "m" }] } },
      { unlock: "m" },
    ];
    expect(await endOf([{ name: "a", count: 2, program }])).toBe(
      'the simulation stopped at 1000000 ns: a/0 (pid 1) does "lock" with the mutex "m", which it holds already',
    );
  });
});

describe("who waits for ever without a circle is named in a warning", () => {
  test("for a message from tasks that have exited", async () => {
    const tasks = [
      { name: "sender", loop: 3, program: [{ run: "1ms" }, { send: "c" }] },
      { name: "receiver", count: 8, loop: false, program: [{ recv: "c" }] },
    ];
    expect(await warningsOf(tasks)).toEqual([
      'receiver/3 (pid 5), receiver/4 (pid 6), receiver/5 (pid 7), receiver/6 (pid 8), receiver/7 (pid 9) wait for ever: "recv" on the channel "c"',
    ]);
    expect((await warningsOf([tasks[0]!, { ...tasks[1], count: 10 }]))[0]).toContain(
      "(pid 9) and 2 more wait for ever",
    );
  });

  test("for a mutex whose holder has exited, and whoever waits for them", async () => {
    const tasks = [
      { name: "gone", loop: false, program: [{ lock: "m" }] },
      { name: "waits", program: [{ run: 1 }, { lock: "m" }, { up: "s" }, { unlock: "m" }] },
      { name: "depends", program: [{ down: "s" }] },
      {
        name: "parent",
        loop: false,
        program: [{ fork: { name: "child", loop: false, program: [{ down: "s" }] } }, "join"],
      },
    ];
    expect(await warningsOf(tasks)).toEqual([
      'waits (pid 2) waits for ever: "lock" on the mutex "m", held by gone (pid 1), which has exited',
      'depends (pid 3), child/0 (pid 5) wait for ever: "down" on the semaphore "s"',
      'parent (pid 4) waits for ever: "join", but a child never exits',
    ]);
  });

  test("but not who may still be woken by somebody that lives, or that will be woken himself", async () => {
    const tasks = [
      { name: "lives", program: [{ run: "1ms" }, { sleep: "5s" }, { send: "a" }] },
      { name: "first", program: [{ recv: "a" }, { up: "s" }] },
      { name: "second", program: [{ down: "s" }, { barrier: { name: "b", parties: 2 } }] },
      { name: "third", program: [{ barrier: { name: "b", parties: 2 } }] },
      {
        name: "parent",
        loop: false,
        program: [{ fork: { loop: false, program: [{ lock: "m" }, { recv: "a" }, { unlock: "m" }] } }, "join"],
      },
      { name: "locks", program: [{ sleep: "1ms" }, { lock: "m" }, { unlock: "m" }] },
    ];
    expect(await warningsOf(tasks)).toEqual([]);
  });

  test("by private names family for family", async () => {
    const child = { name: "child", loop: false, program: [{ sleep: { sequence: ["1ms", "5s"] } }, { send: ".c" }] };
    const tasks = [1, 2].map((number) => ({
      name: `family ${number}`,
      loop: false,
      program: [{ sleep: "1ms" }, { recv: ".c" }, { recv: ".c" }],
    }));
    const [one, two] = tasks;
    const program = [{ fork: { ...child, program: [{ sleep: "1ms" }, { send: ".c" }] } }, ...one!.program];
    const living = [{ fork: { ...child, program: [{ sleep: "5s" }, { send: ".c" }] } }, ...two!.program];
    expect(
      await warningsOf([
        { ...one, program },
        { ...two, program: living },
      ]),
    ).toEqual(['family 1 (pid 1) waits for ever: "recv" on the channel ".c"']);
  });
});
