/** From events to programs, case by case. */
import { describe, expect, test } from "vitest";
import { fork, programsOf, switchTo, wakeup } from "./recorded.js";

describe("bursts", () => {
  test("waiting on a runqueue is no part of a program, and preempted bursts are one", () => {
    const { programs } = programsOf([
      switchTo(0, 0, 0, "R", 1),
      switchTo(10, 0, 1, "R", 2),
      switchTo(30, 0, 2, "S", 1),
      switchTo(35, 0, 1, "S", 0),
    ]);
    expect(programs).toEqual({ "t1-1": ["run 15us"], "t2-2": ["start 10us", "run 20us", "sleep 5us"] });
  });

  test("count only where both ends were recorded", () => {
    const { programs, recording, inactive } = programsOf([
      switchTo(5, 0, 1, "S", 2),
      switchTo(15, 0, 2, "S", 3),
      // Task 3 left, and 4 came, without a word.
      switchTo(50, 0, 4, "S", 2),
      switchTo(57, 0, 2, "R", 5),
    ]);
    expect(programs).toEqual({ "t2-2": ["run 10us", "sleep 35us", "run 7us"] });
    expect(recording.counts).toMatchObject({
      completeSlices: 2,
      clippedFirst: 1,
      clippedLast: 1,
      chainBreaks: 1,
      slicesWithoutBegin: 1,
      slicesWithoutEnd: 1,
    });
    expect(inactive).toBe(4);
  });

  test("follow who comes where it is not told who leaves", () => {
    const { programs } = programsOf([
      switchTo(0, 0, null, "?", 1),
      switchTo(10, 0, null, "S", 2),
      switchTo(30, 0, null, "D", 0),
    ]);
    expect(programs).toEqual({ "t1-1": ["run 10us", "sleep 20us"], "t2-2": ["start 10us", "run 20us"] });
  });

  test("need no column of CPUs", () => {
    const { programs } = programsOf([
      switchTo(0, null, 0, "R", 1),
      switchTo(4, null, 0, "R", 2),
      switchTo(10, null, 1, "R", 0),
      switchTo(12, null, 2, "R", 0),
    ]);
    expect(programs).toEqual({ "t1-1": ["run 10us"], "t2-2": ["start 4us", "run 8us"] });
  });

  test("that were going on when the recording began are counted, also where its clock begins at 0", () => {
    const { recording } = programsOf([switchTo(0, 0, 1, "S", 2), switchTo(5, 0, 2, "S", 0)]);
    expect(recording.counts).toMatchObject({ clippedFirst: 1, completeSlices: 1 });
  });

  test("of a task that comes to two CPUs at once have lost their end", () => {
    const { recording } = programsOf([
      switchTo(0, 0, 0, "R", 1),
      switchTo(5, 1, 0, "R", 1),
      switchTo(9, 1, 1, "S", 0),
      switchTo(20, 0, 1, "S", 0),
    ]);
    expect(recording.tasks[0]?.runNs).toBe(4000);
    expect(recording.counts).toMatchObject({ completeSlices: 1, slicesWithoutEnd: 1, slicesWithoutBegin: 1 });
  });
});

describe("sleeps", () => {
  const asleep = (state: "S" | "D" | "?" | "I", wake: ReturnType<typeof wakeup>[]) =>
    programsOf([
      switchTo(0, 0, 0, "R", 1),
      switchTo(10, 0, 1, state, 2),
      ...wake,
      switchTo(60, 0, 2, "S", 1),
      switchTo(65, 0, 1, "R", 0),
    ]);

  test("last from the switch away to the wake-up", () => {
    const woken = [wakeup(40, 0, 0, 1), wakeup(41, 0, 0, 1, { kind: "wakeup" })];
    expect(asleep("S", woken).programs["t1-1"]).toEqual(["run 10us", "sleep 30us", "run 5us"]);
    expect(asleep("D", woken).programs["t1-1"]).toEqual(["run 10us", "io 30us", "run 5us"]);
  });

  test("last until the next run where no wake-up was recorded", () => {
    const { programs, recording } = asleep("I", []);
    expect(programs["t1-1"]).toEqual(["run 10us", "sleep 50us", "run 5us"]);
    expect(recording.counts.sleepsWithoutWakeup).toBe(1);
  });

  test("are known to be uninterruptible by a reason for the block, where the state does not tell", () => {
    const { programs } = programsOf([
      switchTo(0, 0, 0, "R", 1),
      switchTo(10, 0, 1, "?", 0),
      wakeup(30, 0, 0, 1),
      { kind: "blocked", timeNs: 30_000, cpu: 0, pid: 1, io: true, caller: "x" },
      switchTo(31, 0, 0, "R", 1),
      switchTo(33, 0, 1, "R", 0),
    ]);
    expect(programs["t1-1"]).toEqual(["run 10us", "io 20us", "run 2us"]);
  });

  test("that another task ends are messages, sent at the very point of its CPU time", () => {
    const { programs, recording } = asleep("S", [wakeup(40, 0, 2, 1)]);
    expect(programs).toEqual({
      "t1-1": ["run 10us", "recv to t1-1 from t2-2", "run 5us"],
      "t2-2": ["start 10us", "run 30us", "send to t1-1 from t2-2", "run 20us", "sleep 5us"],
    });
    expect(recording.counts).toMatchObject({ causes: 1, timedSleeps: 0 });
  });

  test("are timed where an interrupt ended them, whoever was interrupted", () => {
    const { programs } = asleep("S", [wakeup(40, 0, 2, 1, { inInterrupt: true })]);
    expect(programs["t1-1"]).toEqual(["run 10us", "sleep 30us", "run 5us"]);
  });

  test("are timed where the task that ended them is left out", () => {
    const events = [
      switchTo(0, 0, 0, "R", 1),
      switchTo(10, 0, 1, "D", 2),
      wakeup(40, 0, 2, 1),
      switchTo(60, 0, 2, "S", 1),
      switchTo(65, 0, 1, "R", 0),
    ];
    const { programs, leftOut } = programsOf(events, { tasks: (name) => name === "t1" });
    expect(programs).toEqual({ "t1-1": ["run 10us", "io 30us", "run 5us"] });
    expect(leftOut).toBe(1);
  });

  test("began before the recording where another task ends the first one that is known", () => {
    const { programs } = programsOf([
      switchTo(100, 0, 0, "R", 2),
      wakeup(130, 0, 2, 1),
      switchTo(140, 0, 2, "S", 1),
      switchTo(150, 0, 1, "R", 0),
    ]);
    expect(programs["t1-1"]).toEqual(["recv to t1-1 from t2-2", "run 10us"]);
    expect(programs["t2-2"]).toEqual(["run 30us", "send to t1-1 from t2-2", "run 10us", "sleep 10us"]);
  });

  test("of tasks that are awake do not end, and nothing is sent", () => {
    const { programs, recording } = programsOf([
      switchTo(0, 0, 0, "R", 1),
      switchTo(0, 1, 0, "R", 2),
      wakeup(5, 1, 2, 1),
      switchTo(10, 0, 1, "R", 0),
      switchTo(10, 1, 2, "R", 0),
    ]);
    expect(programs).toEqual({ "t1-1": ["run 10us"], "t2-2": ["run 10us"] });
    expect(recording.counts.needlessWakeups).toBe(1);
  });

  test("are timed where the waker runs on another CPU, as far as the switches tell", () => {
    const { programs, recording } = programsOf([
      switchTo(0, 0, 0, "R", 1),
      switchTo(0, 1, 0, "R", 2),
      switchTo(10, 0, 1, "S", 0),
      wakeup(15, 0, 2, 1),
      switchTo(16, 0, 0, "R", 1),
      switchTo(20, 0, 1, "R", 0),
      switchTo(30, 1, 2, "R", 0),
    ]);
    expect(programs).toEqual({ "t1-1": ["run 10us", "sleep 5us", "run 4us"], "t2-2": ["run 30us"] });
    expect(recording.counts.contradictoryWakers).toBe(1);
  });
});

describe("tasks", () => {
  test("fork where they were seen to, also where the recording tells it twice", () => {
    const child = (first: Parameters<typeof programsOf>[0]) =>
      programsOf([
        switchTo(0, 0, 0, "R", 1),
        ...first,
        switchTo(10, 0, 1, "R", 7),
        switchTo(13, 0, 7, "X", 1),
        switchTo(20, 0, 1, "R", 0),
      ]).programs;
    const expected = { "t1-1": ["run 4us", "fork t7-7", "run 13us"], "t7-7": ["run 3us"] };
    const first = wakeup(4, 0, 1, 7, { kind: "new" });
    expect(child([first])).toEqual(expected);
    expect(child([fork(4, 0, 1, 7), first])).toEqual(expected);
    expect(child([fork(4, 0, 1, 7)])).toEqual(expected);
  });

  test("of which the parent is left out start when they were forked", () => {
    const events = [
      switchTo(0, 0, 0, "R", 1),
      fork(4, 0, 1, 7),
      switchTo(10, 0, 1, "R", 7),
      switchTo(13, 0, 7, "X", 0),
    ];
    expect(programsOf(events, { tasks: (name) => name === "t7-7" }).programs).toEqual({
      "t7-7": ["start 4us", "run 3us"],
    });
  });

  test("that get the pid of one that is gone are others", () => {
    const { programs } = programsOf([
      switchTo(0, 0, 0, "R", 7),
      switchTo(3, 0, 7, "X", 0),
      switchTo(10, 0, 0, "R", 7, { nextName: "new" }),
      switchTo(15, 0, 7, "R", 0, { previousName: "new" }),
    ]);
    expect(programs).toEqual({ "t7-7": ["run 3us"], "new-7#2": ["start 10us", "run 5us"] });
  });

  test("have their last name", () => {
    const { programs } = programsOf([
      switchTo(0, 0, 0, "R", 7),
      { kind: "rename", timeNs: 1000, cpu: 0, pid: 7, name: ".NET\nThread" },
      switchTo(3, 0, 7, "R", 0, { previousName: ".NET\nThread" }),
    ]);
    expect(Object.keys(programs)).toEqual([".NET\ufffdThread-7"]);
  });

  test("have nice and policy by the priority that they ran with most", () => {
    const of = (...priorities: number[]) => {
      const { document } = programsOf(
        priorities.flatMap((priority, index) => [
          switchTo(index * 10, 0, 0, "R", 1, { nextPriority: priority }),
          switchTo(index * 10 + 5, 0, 1, "R", 0, { previousPriority: priority }),
        ]),
      );
      const [{ nice, policy, rtprio } = {}] = document.tasks as Partial<(typeof document.tasks)[number]>[];
      return [nice, policy, rtprio];
    };
    expect(of(120)).toEqual([undefined, undefined, undefined]);
    expect(of(100)).toEqual([-20, undefined, undefined]);
    expect(of(139)).toEqual([19, undefined, undefined]);
    expect(of(0)).toEqual([undefined, "fifo", 99]);
    expect(of(98)).toEqual([undefined, "fifo", 1]);
    expect(of(-1)).toEqual([undefined, "fifo", 99]);
    expect(of(4000)).toEqual([undefined, undefined, undefined]);
    expect(of(125, 110, 125)).toEqual([5, undefined, undefined]);
  });

  test("of which nothing is known but sleep are left out, and so is the idle task", () => {
    const { programs, inactive } = programsOf([switchTo(5, 0, 1, "S", 0), switchTo(9, 1, 0, "R", 0)]);
    expect(programs).toEqual({});
    expect(inactive).toBe(1);
  });
});

test("a window cuts slices and sleeps at its ends", () => {
  const events = [
    switchTo(0, 0, 0, "R", 1),
    switchTo(20, 0, 1, "S", 2),
    wakeup(25, 0, 2, 1),
    switchTo(40, 0, 2, "S", 1),
    switchTo(80, 0, 1, "R", 0),
  ];
  const window = { fromNs: 10_000, toNs: 60_000 };
  const { programs, recording } = programsOf(events, { window });
  expect(programs).toEqual({
    "t1-1": ["run 10us", "recv to t1-1 from t2-2", "run 20us"],
    "t2-2": ["start 10us", "run 5us", "send to t1-1 from t2-2", "run 15us", "sleep 20us"],
  });
  expect(recording.counts).toMatchObject({ completeSlices: 1, cutByWindow: 2, clippedLast: 0 });
  const later = programsOf(events, { window: { fromNs: 30_000, toNs: 60_000 } });
  expect(later.programs).toEqual({ "t1-1": ["run 20us"], "t2-2": ["run 10us", "sleep 20us"] });
});

test("what repeats is told once, with the spans that differ in a row", () => {
  const events = Array.from({ length: 15 }, (_, round) => [
    switchTo(round * 100, 0, 0, "R", 1),
    switchTo(round * 100 + round + 1, 0, 1, "S", 0),
    wakeup(round * 100 + round + 41, 0, 0, 1),
  ]).flat();
  expect(programsOf(events).document.tasks[0]?.program).toEqual([
    {
      repeat: {
        count: 15,
        program: [
          { run: { sequence: "1us 2us 3us 4us 5us 6us 7us 8us 9us 10us 11us 12us\n13us 14us 15us" } },
          "sleep 40us",
        ],
      },
    },
  ]);
});
