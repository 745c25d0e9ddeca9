/** What run times must be, found in another way than the converter's. */
import type { ConversionWindow } from "../../../src/import/trace/converter.js";
import type { RecordedEvent } from "../../../src/recording/event.js";

/**
 * Sums the slices that begin and end in the events, by pid, CPU by CPU and knowing nothing else. A slice during which
 * the same task came to another CPU has lost its end. Of slices that reach out of the window the part inside counts.
 */
export function completeSlices(
  events: Iterable<RecordedEvent>,
  { fromNs, toNs }: ConversionWindow = { fromNs: 0, toNs: Number.POSITIVE_INFINITY },
): Map<number, number> {
  const current = new Map<number, { pid: number; sinceNs: number }>();
  const totals = new Map<number, number>();
  for (const event of events) {
    if (event.kind !== "switch" || event.cpu === null) continue;
    const slice = current.get(event.cpu);
    if (slice?.pid === event.previousPid && slice.pid > 0) {
      const insideNs = Math.min(event.timeNs, toNs) - Math.max(slice.sinceNs, fromNs);
      totals.set(slice.pid, (totals.get(slice.pid) ?? 0) + Math.max(0, insideNs));
    }
    for (const [cpu, { pid }] of current) {
      if (pid === event.nextPid || pid === event.previousPid) current.delete(cpu);
    }
    current.set(event.cpu, { pid: event.nextPid, sinceNs: event.timeNs });
  }
  return totals;
}
