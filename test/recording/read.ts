/** Reads a recording to its end, for tests. */
import { readFileSync } from "node:fs";
import { inProject } from "../../scripts/build/files.mjs";
import {
  type RecordedEvent,
  type RecordingFindings,
  type RecordingOptions,
  type RecordingSource,
  readRecording,
} from "../../src/recording/index.js";

export interface Read {
  readonly events: readonly RecordedEvent[];
  readonly findings: RecordingFindings;
}

export async function readAll(source: RecordingSource | string, options: RecordingOptions = {}): Promise<Read> {
  const bytes = typeof source === "string" ? new TextEncoder().encode(source) : source;
  const recording = readRecording(bytes, options);
  const events: RecordedEvent[] = [];
  for await (const batch of recording) events.push(...batch);
  return { events, findings: recording.findings };
}

/** A file of test/inputs. */
export function inputBytes(name: string): Uint8Array {
  return readFileSync(inProject(`test/inputs/${name}`));
}

/** How often each of the values occurs. */
export function tally(values: Iterable<string>): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
}

/** The kinds of events that there are, with their numbers. */
export function kindsOf({ findings }: Read): Record<string, number> {
  return Object.fromEntries(Object.entries(findings.events).filter(([, count]) => count > 0));
}

/** The states of those who leave a CPU, with the mark of preemption. */
export function statesOf({ events }: Read): Record<string, number> {
  return tally(
    events.flatMap((event) => (event.kind === "switch" ? [event.previousState + (event.preempted ? "+" : "")] : [])),
  );
}
