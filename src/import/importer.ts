/**
 * What makes a workload of a file that is none: an importer. A new one is an object of this shape in a file (or
 * folder) of its own, and a line in importers.ts. No code here but the list of names.
 */
import type { Nanoseconds } from "../engine/types.js";
import type { Histogram } from "../result/histogram.js";
import type { Problem } from "../workload/index.js";
import type { WorkloadDocument } from "./document.js";

/** What files can be imported as, in the words of `--as`. */
export const IMPORT_KINDS = ["rt-app", "ftrace", "perf", "systrace", "chrome", "perfetto"] as const;

export type ImportKind = (typeof IMPORT_KINDS)[number];

/** The beginning of a file, from which its kind is told. */
export interface FileHead {
  /** Up to HEAD_BYTES of them, decompressed. */
  readonly bytes: Uint8Array;
  /** The same as text, without a byte order mark; what is no UTF-8 is replaced. */
  readonly text: string;
  /** Whether this is all there is. */
  readonly complete: boolean;
}

export interface Importer {
  readonly kinds: readonly ImportKind[];
  /** Which of its kinds the file is; null: none. */
  recognise(head: FileHead): ImportKind | null;
  /** Begins to import a file as `kind`: asked for by name, or recognised. */
  begin(kind: ImportKind, options: ImportOptions): ImportSession;
}

/** Takes a file piece by piece, so that long ones need not be in memory. */
export interface ImportSession {
  /**
   * The next piece, decompressed; it stays as it is.
   *
   * @throws SchedlabError where the file cannot be what it is imported as.
   */
  push(bytes: Uint8Array): void;
  /** Called once, after the last piece. @throws SchedlabError, as push does. */
  finish(): Imported;
}

export interface ImportOptions {
  /** Named in messages. */
  readonly file?: string;
  /** rt-app: of keys that are given twice only the last counts, as in json-c; otherwise all do, as in workgen. */
  readonly lastWins?: boolean;
  /** Traces: only what happens in this part of them. */
  readonly window?: ImportWindow;
  /** Only the tasks that it answers true for. */
  readonly tasks?: (name: string) => boolean;
}

/** A part of a recording. */
export interface ImportWindow {
  /** Times on the recording's own clock; otherwise they count from its first scheduling event. */
  readonly onClock?: boolean;
  /** null: from its beginning. */
  readonly fromNs: Nanoseconds | null;
  /** null: to its end. */
  readonly toNs: Nanoseconds | null;
}

export interface Imported {
  readonly kind: ImportKind;
  readonly document: WorkloadDocument;
  /** What was understood, in the order in which it is to be shown. */
  readonly facts: readonly ImportFact[];
  /** Of traces. */
  readonly recorded?: RecordedBehaviour;
  /** What was not understood or is not modelled, where it stands, and what was done about it. */
  readonly warnings: readonly Problem[];
}

/** How the tasks of a recording behaved under the scheduler that they ran under. */
export interface RecordedBehaviour {
  readonly tasks: readonly TaskBehaviour[];
  /**
   * Sleeps by what ended them: another task, which is kept as a message; a timer or interrupt; nothing that was
   * recorded.
   */
  readonly sleeps: { readonly byTasks: number; readonly timed: number; readonly withoutWakeup: number };
}

export interface TaskBehaviour {
  /** As in the workload. */
  readonly name: string;
  /** In slices of which both ends were recorded. */
  readonly runNs: Nanoseconds;
  /** Their lengths. */
  readonly slices: Histogram;
  /** From wake-ups to runs. */
  readonly wakeupLatencies: Histogram;
}

export interface ImportFact {
  /** Such as `tasks` or `time span`. */
  readonly name: string;
  readonly value: string | number;
}
