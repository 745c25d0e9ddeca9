/**
 * What was found in a recording besides its events: what it is, what was passed over and why, and where it is not what
 * a complete recording would be. Filled while the recording is read, complete when it has been read to its end. No code
 * here.
 */
import type { CpuId, Nanoseconds } from "../engine/types.js";
import type { RecordedEvent } from "./event.js";

/**
 * `ftrace`: the kernel's own text; `trace-cmd`: as `trace-cmd report` writes it; `perf`: as `perf script` does;
 * `systrace`: the kernel's text inside a page; `schedlab`: a trace of a simulated run in tabs.
 */
export type RecordingKind = "ftrace" | "trace-cmd" | "perf" | "systrace" | "perfetto" | "chrome" | "schedlab";

/** A place in the file: a line of a text, a byte of anything else. */
export interface RecordingPlace {
  readonly unit: "line" | "byte" | "packet" | "event";
  /** All but bytes count from 1. */
  readonly number: number;
}

/** What happened how often, and where first. */
export interface Finding {
  readonly count: number;
  readonly place: RecordingPlace;
  /** The text there, cut; or the numbers that tell what was wrong. */
  readonly example: string;
}

export interface RecordingFindings {
  /** null as long as nothing has been recognised. */
  readonly kind: RecordingKind | null;
  /** What the first of the other events is spelled like; null while there are none. */
  readonly otherKind: RecordingKind | null;
  /** What the events were wrapped in, from the outside: `gzip`, `zlib`, `HTML`, `JSON`. */
  readonly wrappings: readonly string[];
  /** Of the file as it is stored, so far. */
  readonly bytesRead: number;
  /** Of all text in it. */
  readonly lines: number;
  readonly events: Readonly<Record<RecordedEvent["kind"], number>>;
  /** Events that say nothing about scheduling, by name. */
  readonly otherEvents: ReadonlyMap<string, number>;
  /** Everything that was passed over although it should have been understood, by reason. */
  readonly skipped: ReadonlyMap<string, Finding>;
  /** Everything else that is worth knowing, by what it is: clock steps, states that cannot be told … */
  readonly notes: ReadonlyMap<string, Finding>;
  /** Pids of the events, but the idle tasks'. */
  readonly tasks: number;
  /** CPUs of the machine, where the recording says so; those that were idle all the time have no events. */
  readonly machineCpus: number | null;
  /** Ascending. */
  readonly cpus: readonly CpuId[];
  /** Of the events; null while there are none. */
  readonly firstNs: Nanoseconds | null;
  readonly lastNs: Nanoseconds | null;
  /** Of everything with a time, other events included. */
  readonly span: { readonly firstNs: Nanoseconds; readonly lastNs: Nanoseconds } | null;
  /** Whole seconds that were taken off all times, so that they stay exact: 0 but for clocks that count from 1970. */
  readonly originSeconds: number;
  /** Switches from another task than the one that the last switch on this CPU went to. */
  readonly chainBreaks: Finding | null;
  /** Slices of which the recording has only one end: at its beginning and end, and beside chain breaks. */
  readonly clippedSlices: { readonly withoutStart: number; readonly withoutEnd: number };
  /** Events that the recorder lost, by its own account; `unknown`: how often it did not say how many. */
  readonly lost: { readonly events: number; readonly unknown: number; readonly first: Finding | null };
  /** By the header of the kernel's text: how many of the events that were written are still there. */
  readonly buffer: { readonly entriesInBuffer: number; readonly entriesWritten: number } | null;
  /** Times that go back from one record to the next on the same CPU. */
  readonly clockSteps: (Finding & { readonly largestNs: Nanoseconds }) | null;
  /** Events that were put in order: they stood behind later ones. */
  readonly reordered: (Finding & { readonly largestNs: Nanoseconds }) | null;
  /** Events that stood so far behind later ones that they were dropped. */
  readonly tooLate: Finding | null;
  /** The last record, where the file ends in the middle of it. */
  readonly truncated: Finding | null;
  readonly byteOrderMark: boolean;
  /** Lines that end as on Windows. */
  readonly carriageReturns: number;
}

/** Wordings of notes and reasons that consumers may want to know apart. */
export const notes = {
  unknownState: "state that is not portable (read as ?)",
  failedWakeup: "wake-up that did not succeed (success=0, ignored)",
  headDisagrees: "switch whose first column names another task than prev_pid",
  toldTwice: "fork that task_newtask has told already",
  counter: "time without a decimal point (read as nanoseconds)",
  relative: "time in microseconds since the trace began",
} as const;
