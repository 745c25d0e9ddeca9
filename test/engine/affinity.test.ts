/**
 * Bound tasks that wake each other across CPUs, or bind themselves to another: where they run is where they may, and
 * they do run.
 */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { SchedulerInfo } from "../../src/engine/types.js";
import { allSchedulers, quirks, shareOf } from "./every-scheduler.js";
import { play } from "./played.js";

const seed = 1_701;
const cpus = 4;

const anyChannel = fc.constantFrom("a", "b");
const anyOperation = fc.oneof(
  fc.tuple(anyChannel, fc.boolean()).map(([send, sync]) => ({ send, sync })),
  anyChannel.map((recv) => ({ recv })),
  fc.integer({ min: 1, max: 4_000_000 }).map((sleep) => ({ sleep })),
  fc.integer({ min: 1, max: 4_000_000 }).map((run) => ({ run })),
);
const anyBoundTask = fc.record({
  nice: fc.integer({ min: -5, max: 5 }),
  affinity: fc.uniqueArray(fc.nat(cpus - 1), { minLength: 1, maxLength: 2 }),
  program: fc
    .array(anyOperation, { minLength: 1, maxLength: 4 })
    .map((operations) => [{ run: 200_000 }, ...operations]),
});
const anyTasks = fc.array(anyBoundTask, { minLength: 2, maxLength: 8 });

type BoundTasks = typeof anyTasks extends fc.Arbitrary<infer Tasks> ? Tasks : never;

/** How often a task got a CPU that is not its own. */
async function trespasses(tasks: BoundTasks, scheduler: string): Promise<number> {
  const workload = { machine: { cpus, hz: 1000 }, duration: "150ms", channels: { a: { initial: 1 } }, tasks };
  const { events } = await play(workload, { scheduler });
  const isTrespass = (pid: number, cpu: number) => pid > 0 && !tasks[pid - 1]?.affinity.includes(cpu);
  return events.filter((event) => event.kind === "switch" && isTrespass(event.next, event.cpu)).length;
}

const onSeveralCpus = allSchedulers.filter(({ maxCpus }) => maxCpus >= cpus);
const ignoresAffinity = ({ id }: SchedulerInfo) => quirks.syncWakeupsIgnoreAffinity.includes(id);

describe("a task that is bound to CPUs runs on no other, however it is woken", () => {
  test.each(onSeveralCpus.filter((info) => !ignoresAffinity(info)))("$id", async ({ id }) => {
    const property = fc.asyncProperty(anyTasks, async (tasks) => {
      expect(await trespasses(tasks, id)).toBe(0);
    });
    await fc.assert(property, { numRuns: shareOf(40), seed });
  });
});

describe("where the original lets a sync wake-up ignore it, so do we, and nothing else does", () => {
  test.each(onSeveralCpus.filter(ignoresAffinity))("$id", async ({ id }) => {
    let ignored = 0;
    for (const tasks of fc.sample(anyTasks, { numRuns: 40, seed })) {
      ignored += await trespasses(tasks, id);
      const plain = tasks.map(({ program, ...task }) => ({ ...task, program: program.map(withoutSync) }));
      expect(await trespasses(plain as BoundTasks, id)).toBe(0);
    }
    expect(ignored).toBeGreaterThan(0);
  });
});

/**
 * Tasks of CPU 0 that bind themselves to CPU 1. Where a migration thread moves them and they are as good as it is, all have asked
 * before it runs; the last task of that priority keeps the CPU from it with what `meanwhile` says.
 */
function workloadOfLeavers(policies: readonly string[], leavers: number, meanwhile: readonly object[]) {
  const best = policies.includes("fifo") ? { policy: "fifo", rtprio: 99 } : {};
  const bound = { ...best, cpu: 0, affinity: [0], loop: false };
  const leaver = { ...bound, program: [{ run: 2_000_000 }, { affinity: [1] }, { run: 3_000_000 }] };
  const stayer = { ...bound, program: [{ run: 2_000_000 }, ...meanwhile, { run: 1_000_000 }] };
  return {
    machine: { cpus: 2, hz: 1000, timers: "hrtimer" },
    duration: "200ms",
    tasks: [
      ...Array.from({ length: leavers }, (_, index) => ({ name: `leaver-${index}`, ...leaver })),
      { name: "stayer", ...stayer },
      { name: "looper", cpu: 0, affinity: [0], loop: true, program: [{ run: 5_000_000 }, { sleep: 1_000_000 }] },
    ],
  };
}

const ways: Record<string, readonly object[]> = {
  exits: [],
  sleeps: [{ sleep: 1_000_000 }],
  yields: [{ yield: true }, { yield: true }],
  "leaves, too": [{ affinity: [1] }],
};

describe.each(Object.entries(ways))(
  "of tasks that ask for another CPU before any is moved, while one %s",
  (_, meanwhile) => {
    const onTwoCpus = allSchedulers.filter(({ maxCpus }) => maxCpus > 1);
    test.each(onTwoCpus)("none stays blocked: $id", async ({ id, policies }) => {
      for (const leavers of [1, 2, 3]) {
        const { events, result } = await play(workloadOfLeavers(policies, leavers, meanwhile), { scheduler: id });
        const states = result.tasks.slice(0, -1).map(({ name, state }) => `${name} ${state}`);
        expect(states.filter((state) => !state.endsWith(" exited"))).toEqual([]);
        const lastRuns = Array.from({ length: leavers }, (_, index) =>
          events.flatMap((event) => (event.kind === "switch" && event.next === index + 1 ? event.cpu : [])).at(-1),
        );
        expect(lastRuns).toEqual(Array.from({ length: leavers }, () => 1));
      }
    });
  },
);

describe.each(["cfs-2.6.23", "cfs-2.6.24"])("%s moves all that have asked, the newest first", (scheduler) => {
  /** What happens from the switch away from the last of the three, up to the first run on the other CPU. */
  async function leaving(meanwhile: readonly object[]): Promise<string[]> {
    const { events } = await play(workloadOfLeavers(["fifo"], 2, meanwhile), { scheduler });
    const start = events.findIndex((event) => event.kind === "switch" && event.previous === 3);
    const end = events.findIndex((event) => event.kind === "switch" && event.cpu === 1 && event.next > 0);
    return events.slice(start, end + 1).map((event) => {
      if (event.kind === "switch") return `switch ${event.previous} ${event.previousState} to ${event.next}`;
      return event.kind === "exit" ? "exit" : `${event.kind} ${event.pid}`;
    });
  }

  test("and tells of it after the switch of the last that asked", async () => {
    const told = ["migrate 3", "wakeup 3", "migrate 2", "wakeup 2", "migrate 1", "wakeup 1"];
    expect(await leaving([{ affinity: [1] }])).toEqual(["switch 3 D to 4", ...told, "switch 0 R to 3"]);
  });

  test("and tells of it after the switch of another that left the CPU to the thread", async () => {
    const told = ["migrate 2", "wakeup 2", "migrate 1", "wakeup 1"];
    expect(await leaving([{ sleep: 1_000_000 }])).toEqual(["switch 3 S to 4", ...told, "switch 0 R to 2"]);
  });
});

function withoutSync(operation: object): object {
  return "send" in operation ? { ...operation, sync: false } : operation;
}
