/** A few whole traces recorded from kernel code, and arbitrary events. */
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import fc from "fast-check";
import type { TraceEvent } from "../../src/engine/types.js";

export const recordedTraces = [
  "o1-2.6.22-fork-tree",
  "o1-2.6.22-migration-thread-weight",
  "o1-2.6.22-ops-io-dd",
  "vanilla-2.4.17-exits",
] as const;

export type RecordedTrace = (typeof recordedTraces)[number];

export function recordedTrace(name: RecordedTrace): string {
  return gunzipSync(readFileSync(new URL(`fixtures/${name}.trace.tsv.gz`, import.meta.url))).toString("utf8");
}

/** All orders of magnitude alike. */
const natural = fc.tuple(fc.integer({ min: 0, max: 53 }), fc.maxSafeNat()).map(([bits, value]) => value % 2 ** bits);
const timeNs = natural;
const cpu = fc.integer({ min: 0, max: 63 });
const pid = fc.oneof(natural, fc.integer({ min: -64, max: 0 }));
const priority = fc.oneof(fc.integer({ min: -1000, max: 200 }), fc.maxSafeInteger());

export const anyEvent: fc.Arbitrary<TraceEvent> = fc.oneof(
  fc.record({
    kind: fc.constant("switch" as const),
    timeNs,
    cpu,
    previous: pid,
    previousPriority: priority,
    previousState: fc.constantFrom("R" as const, "S" as const, "D" as const, "X" as const),
    next: pid,
    nextPriority: priority,
  }),
  fc.record({ kind: fc.constant("wakeup" as const), timeNs, cpu, pid, priority, targetCpu: cpu }),
  fc.record({ kind: fc.constant("new" as const), timeNs, cpu, pid, priority }),
  fc.record({ kind: fc.constant("migrate" as const), timeNs, pid, fromCpu: cpu, toCpu: cpu }),
  fc.record({ kind: fc.constant("exit" as const), timeNs, cpu, pid }),
  fc.record({ kind: fc.constant("fork" as const), timeNs, cpu, parent: pid, pid }),
  fc.record({ kind: fc.constant("mark" as const), timeNs, cpu, pid, mark: natural }),
);
