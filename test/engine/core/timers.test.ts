/** Timers, near and far: they come out by time, and at one time in the order in which they were armed. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { loadProbe, unsigned } from "./probe.js";

const seed = 1_987;
const never = 2n ** 64n - 1n;

/** Any number of digits: the next nanosecond, the next second, the next month; and times that many share. */
const anySpan = fc.oneof(
  fc.nat(52).chain((bits) => fc.bigInt(0n, 1n << BigInt(bits))),
  fc.tuple(fc.integer({ min: 0, max: 6 }), fc.nat(3)).map(([digits, n]) => BigInt(n) * 10n ** BigInt(digits + 5)),
  fc.tuple(fc.nat(52), fc.integer({ min: -1, max: 1 })).map(([bits, beside]) => (1n << BigInt(bits)) + BigInt(beside)),
);
const anyStep = fc.oneof(
  { weight: 3, arbitrary: anySpan },
  { weight: 1, arbitrary: fc.constant("same" as const) },
  { weight: 2, arbitrary: fc.constant("next" as const) },
);

test("timers come out by time, and at one time in the order in which they were armed", async () => {
  const probe = await loadProbe();
  const property = fc.property(fc.array(anyStep, { minLength: 20, maxLength: 200 }), (steps) => {
    probe.reset(0, 0, 1, 1000, 0, 0);
    let now = 0n;
    let last = 0n;
    const armed: { expiry: bigint; sleeper: number }[] = [];
    const arm = (expiry: bigint) => {
      const sleeper = probe.newSleeper();
      probe.timerArm(sleeper, expiry);
      // Behind all that are due no later.
      const place = armed.findIndex((other) => other.expiry > expiry);
      armed.splice(place === -1 ? armed.length : place, 0, { expiry, sleeper });
      last = expiry;
    };
    const takeAll = () => {
      now = armed[0]!.expiry;
      while (armed[0]?.expiry === now) expect(probe.timerTake(now)).toBe(armed.shift()!.sleeper);
      expect(probe.timerTake(now)).toBe(0);
    };
    for (const step of steps) {
      if (step === "same") arm(last > now ? last : now);
      else if (step !== "next") arm(now + step);
      else if (armed.length > 0) takeAll();
      expect(unsigned(probe.timerNext())).toBe(armed[0]?.expiry ?? never);
    }
    while (armed.length > 0) takeAll();
    expect(unsigned(probe.timerNext())).toBe(never);
  });
  fc.assert(property, { numRuns: 200, seed });
});

test("asking for the next one early does not change the order", async () => {
  const probe = await loadProbe();
  const [far, between, same, near] = [0, 1, 2, 3].map(() => probe.newSleeper()) as [number, number, number, number];
  probe.timerArm(far, 10n ** 15n);
  expect(probe.timerNext()).toBe(10n ** 15n);
  probe.timerArm(between, 10n ** 12n);
  probe.timerArm(same, 10n ** 15n);
  probe.timerArm(near, 5n);
  expect(probe.timerTake(5n)).toBe(near);
  expect(probe.timerTake(10n ** 12n)).toBe(between);
  expect([probe.timerTake(10n ** 15n), probe.timerTake(10n ** 15n)]).toEqual([far, same]);
});

test("the map of slots finds the next occupied one from any slot on", async () => {
  const probe = await loadProbe();
  const anyChange = fc.tuple(fc.boolean(), fc.oneof(fc.nat(1023), fc.constantFrom(0, 63, 64, 127, 960, 1023)));
  const property = fc.property(fc.array(anyChange, { maxLength: 60 }), fc.nat(1023), (changes, from) => {
    const map = probe.newSlotMap();
    const reference = new Set<number>();
    for (const [occupied, slot] of changes) {
      if (occupied) {
        probe.setSlot(map, slot);
        reference.add(slot);
      } else {
        probe.clearSlot(map, slot);
        reference.delete(slot);
      }
    }
    const sorted = [...reference].sort((a, b) => a - b);
    for (const slot of [from, 0, 63, 64, 1022, 1023, ...sorted]) {
      expect(probe.nextSlot(map, slot)).toBe(sorted.find((other) => other > slot) ?? 1024);
    }
  });
  fc.assert(property, { numRuns: 200, seed });
});
