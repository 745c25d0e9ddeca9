/** Channels: counted messages, room for so many, and who waits for whom. */
import { describe, expect, test } from "vitest";
import type { TraceEvent } from "../../src/engine/types.js";
import { allSchedulers } from "./every-scheduler.js";
import { play } from "./played.js";

/** Moments at which a task of this pid blocked, and was woken. */
const blocksOf = (events: readonly TraceEvent[], pid: number) =>
  events.flatMap((event) =>
    event.kind === "switch" && event.previous === pid && event.previousState === "S" ? event.timeNs : [],
  );
const wakesOf = (events: readonly TraceEvent[], pid: number) =>
  events.flatMap((event) => (event.kind === "wakeup" && event.pid === pid ? event.timeNs : []));

const machine = { cpus: 4, hz: 1000 };

describe.each(allSchedulers.map(({ id, maxCpus }) => ({ scheduler: id, cpus: Math.min(4, maxCpus) })))(
  "under $scheduler",
  (options) => {
    test("a send to a full channel blocks until a message is taken", async () => {
      const tasks = [
        { name: "sender", loop: false, program: [{ run: 1000 }, { send: { to: "c", count: 4 } }, { run: 10 }] },
        { name: "receiver", start: "1ms", loop: 4, program: [{ recv: "c" }, { sleep: "2ms" }] },
      ];
      const { events, result } = await play(
        { machine, duration: "20ms", channels: { c: { capacity: 2 } }, tasks },
        options,
      );
      // Two fit; the third goes when the receiver takes its first message, the fourth when it takes its second.
      expect(blocksOf(events, 1)).toEqual([1000, 1_000_000]);
      expect(wakesOf(events, 1)).toEqual([1_000_000, 3_000_000]);
      expect(result.tasks[0]).toMatchObject({ state: "exited", exitedNs: 3_000_010 });
      expect(result.tasks[1]).toMatchObject({ state: "exited", cpuTimeNs: 0 });
      // The woken sender may run before the receiver goes to sleep.
      expect([9_000_000, 9_000_010]).toContain(result.tasks[1]?.exitedNs);
    });

    test("senders that wait for room are woken first come, first served", async () => {
      const start = { sequence: [0, 4e5, 1e5, 3e5, 2e5] };
      const tasks = [
        { name: "sender", count: 5, start, loop: false, program: [{ send: "c" }] },
        { name: "receiver", start: "1ms", program: [{ recv: "c" }, { sleep: "1ms" }] },
      ];
      const channels = { c: { capacity: 1, initial: 1 } };
      const { events } = await play({ machine, duration: "9ms", channels, tasks }, options);
      const woken = events.flatMap((event) =>
        event.kind === "wakeup" && event.pid <= 5 ? [[event.pid, event.timeNs]] : [],
      );
      expect(woken.map(([pid]) => pid)).toEqual([1, 3, 5, 4, 2]);
      // Each woken sender may run its nanosecond before the receiver goes to sleep.
      for (const [index, [, timeNs]] of woken.entries()) {
        expect(timeNs).toBeGreaterThanOrEqual((index + 1) * 1e6);
        expect(timeNs).toBeLessThanOrEqual((index + 1) * 1e6 + index);
      }
    });

    test("messages that are there at the start are taken without waiting", async () => {
      const tasks = [{ name: "receiver", program: [{ recv: { from: "c", count: 2 } }, { mark: "pair" }] }];
      const { events, result } = await play(
        { machine, duration: "5ms", channels: { c: { initial: 5 } }, tasks },
        options,
      );
      expect(result.marks.pair?.count).toBe(2);
      expect(blocksOf(events, 1)).toEqual([0]);
      expect(wakesOf(events, 1)).toEqual([]);
      expect(result.tasks[0]).toMatchObject({ state: "sleeping", sleepNs: 5_000_000 });
    });

    test("a message for nobody waits, however many there are", async () => {
      const tasks = [
        { name: "sender", loop: false, program: [{ send: { to: "c", count: 3 } }] },
        { name: "receiver", start: "2ms", loop: 3, program: [{ recv: "c" }, { mark: "got" }] },
      ];
      const { result } = await play({ machine, duration: "5ms", tasks }, options);
      expect(result.marks.got).toMatchObject({ count: 3, firstNs: 2_000_000, lastNs: 2_000_000 });
      expect(result.tasks.map(({ state }) => state)).toEqual(["exited", "exited"]);
    });

    test("a channel whose name begins with a dot belongs to one instance and its children", async () => {
      const child = { loop: false, program: [{ sleep: "1ms" }, { send: ".own" }] };
      const tasks = [
        // Each instance gets the message of its own child, though all children send at the same time.
        {
          name: "parent",
          count: 3,
          loop: 1,
          program: [{ fork: child }, { recv: ".own" }, { mark: "got" }, { recv: ".own" }],
        },
        { name: "stranger", program: [{ recv: ".own" }, { mark: "stolen" }] },
      ];
      const { result } = await play({ machine, duration: "9ms", tasks }, options);
      expect(result.tasks.slice(0, 3).map(({ marks, state }) => [marks.got?.count, state])).toEqual([
        [1, "sleeping"],
        [1, "sleeping"],
        [1, "sleeping"],
      ]);
      expect(result.marks.stolen?.count).toBe(0);
    });

    test("capacity and initial messages of a private channel are those of each instance", async () => {
      const channels = { ".own": { capacity: 2, initial: 1 } };
      const tasks = [
        { name: "t", count: 2, loop: false, program: [{ recv: ".own" }, { send: { to: ".own", count: 3 } }] },
      ];
      const { result } = await play({ machine, duration: "1ms", channels, tasks }, options);
      expect(result.tasks.map(({ state }) => state)).toEqual(["sleeping", "sleeping"]);
    });

    test("whoever takes the message first has it: the woken receiver goes to the end of the line", async () => {
      const tasks = [
        {
          name: "waiting",
          count: 2,
          start: { sequence: [0, 1000] },
          cpu: 0,
          affinity: [0],
          program: [{ recv: "c" }, { mark: "got" }],
        },
        // Sends, and takes the message itself before the receiver that it woke can run.
        {
          name: "thief",
          start: "1ms",
          cpu: 0,
          affinity: [0],
          policy: "fifo",
          rtprio: 1,
          loop: false,
          program: [{ send: "c" }, { recv: "c" }, { mark: "stolen" }, { sleep: 10 }, { send: "c" }],
        },
      ];
      const { events, result } = await play({ machine, duration: "3ms", tasks }, options);
      expect(result.marks.stolen?.count).toBe(1);
      expect(result.tasks.map(({ marks }) => marks.got?.count ?? null)).toEqual([0, 1, null]);
      expect(wakesOf(events, 1)).toEqual([1_000_000]);
      expect(wakesOf(events, 2)).toEqual([1_000_010]);
      expect(result.tasks[0]).toMatchObject({ state: "sleeping" });
    });
  },
);
