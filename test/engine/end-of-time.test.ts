/** The last nanosecond that there is. A file of its own, as hundred days take some seconds. */
import { expect, test } from "vitest";
import { allSchedulers } from "./every-scheduler.js";
import { play } from "./played.js";

test("time goes on to 2^53 - 1 ns, and every account of it is exact", { timeout: 60_000 }, async () => {
  const last = Number.MAX_SAFE_INTEGER;
  const slowest = [...allSchedulers].sort((a, b) => a.minHz - b.minHz)[0]!;
  const tasks = [
    { name: "late", start: last - 5_000_000, program: [{ run: 1_000_000 }, { sleep: 1 }] },
    { name: "asleep", program: [{ sleep: last }] },
    { name: "beyond", start: last - 6_000_000, program: [{ io: last }] },
    { name: "never", start: last, loop: false, program: [{ run: last }] },
  ];
  const workload = { machine: { hz: slowest.minHz }, duration: last, tasks };
  const { result, events } = await play(workload, { scheduler: slowest.id });
  expect(result.simulatedNs).toBe(last);
  expect(events.at(-1)?.timeNs).toBe(last);
  const { busyNs, idleNs } = result.cpus[0]!;
  expect(BigInt(busyNs) + BigInt(idleNs)).toBe(BigInt(last));
  const [late, asleep, beyond, never] = result.tasks;
  expect(late).toMatchObject({ startedNs: last - 5_000_000, lifetimeNs: 5_000_000, cpuTimeNs: 4_999_996, sleepNs: 4 });
  expect(asleep).toMatchObject({ sleepNs: last, wakeups: 1 });
  expect(beyond).toMatchObject({ state: "blocked", sleepNs: 6_000_000 });
  expect(never).toMatchObject({ startedNs: last, lifetimeNs: 0 });
});
