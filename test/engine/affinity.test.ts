/** Bound tasks that wake each other across CPUs: where they run is where they may. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { SchedulerInfo } from "../../src/engine/types.js";
import { allSchedulers, quirks } from "./every-scheduler.js";
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
    await fc.assert(property, { numRuns: 40, seed });
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

function withoutSync(operation: object): object {
  return "send" in operation ? { ...operation, sync: false } : operation;
}
