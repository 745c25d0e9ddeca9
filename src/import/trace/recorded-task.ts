/** A task of a recording: who it is, what it is doing as far as the events so far tell, and its program. */
import type { Nanoseconds } from "../../engine/types.js";
import { HistogramBuilder } from "../../result/histogram.js";
import type { LoggedKind } from "./program-log.js";
import { ProgramLog } from "./program-log.js";

/**
 * `unseen`: nothing is known of it yet. `running`: a switch to it was recorded, so the slice has a known beginning.
 * `runnable`: waiting on a runqueue, or running without the switch to it having been recorded.
 */
export type Activity = "unseen" | "running" | "runnable" | "blocked" | "ended";

/** Something that a task does at an instant of its slice. */
interface Deed {
  readonly atNs: Nanoseconds;
  readonly kind: LoggedKind;
  readonly value: number;
}

export class RecordedTask {
  activity: Activity = "unseen";
  /** The CPU where it runs; null: the recording has no such column. */
  cpu: number | null = null;
  /** Since when it runs or is blocked. */
  sinceNs: Nanoseconds = 0;
  /** Blocked in the state D. */
  uninterruptible = false;
  /** When what it is blocked for came; null: not yet, as far as is known. */
  wokenNs: Nanoseconds | null = null;
  /** Through which channel the wake-up came; null: from a timer or another interrupt. */
  channel: number | null = null;
  /** The first instant of which something is known. */
  startNs: Nanoseconds | null = null;
  /** The task in whose program stands the `fork` that makes it; null: none was seen to. */
  parent: RecordedTask | null = null;
  /** A fork was recorded, and no first wake-up yet. */
  announced = false;
  /** In its complete slices. */
  runNs: Nanoseconds = 0;
  readonly slices = new HistogramBuilder();
  /** From wake-ups to runs. */
  readonly wakeupLatencies = new HistogramBuilder();
  readonly program = new ProgramLog();
  readonly #deeds: Deed[] = [];
  #priority: number | null = null;
  #priorities: Map<number, number> | null = null;
  #votes = 0;

  constructor(
    /** Index in the table of tasks. */
    readonly index: number,
    readonly pid: number,
    /** From 1: pids are used again. */
    readonly incarnation: number,
    /** The last one that it had. */
    public name: string,
  ) {}

  /** The priority that it was seen with most often; null: none was recorded. */
  get priority(): number | null {
    if (this.#priorities === null) return this.#priority;
    let most = 0;
    let priority = null;
    for (const [candidate, votes] of this.#priorities) {
      if (votes <= most) continue;
      most = votes;
      priority = candidate;
    }
    return priority;
  }

  get changedPriority(): boolean {
    return this.#priorities !== null;
  }

  sawPriority(priority: number | null): void {
    if (priority === null) return;
    if (this.#priorities !== null) {
      this.#priorities.set(priority, (this.#priorities.get(priority) ?? 0) + 1);
    } else if (this.#priority === null || this.#priority === priority) {
      this.#priority = priority;
      this.#votes += 1;
    } else {
      this.#priorities = new Map([
        [this.#priority, this.#votes],
        [priority, 1],
      ]);
    }
  }

  /** It sends, or forks, now. */
  does(kind: LoggedKind, value: number, atNs: Nanoseconds): void {
    if (this.activity === "running") this.#deeds.push({ kind, value, atNs });
    else this.program.add(kind, value);
  }

  /** Its slice is over: the program has what was done in it, each deed at its point of the CPU time. */
  endSlice(beginNs: Nanoseconds, endNs: Nanoseconds): void {
    let reachedNs = beginNs;
    for (const { atNs, kind, value } of this.#deeds) {
      const pointNs = Math.min(Math.max(atNs, reachedNs), endNs);
      this.program.run(pointNs - reachedNs);
      this.program.add(kind, value);
      reachedNs = pointNs;
    }
    this.program.run(endNs - reachedNs);
    this.runNs += endNs - beginNs;
    // A task that is woken to exit at once has run for no time.
    if (endNs > beginNs) this.slices.record(endNs - beginNs);
    this.#deeds.length = 0;
    this.activity = "runnable";
  }

  /** When its slice ended is not known: what was done in it stays, its time does not count. */
  loseSlice(): void {
    for (const { kind, value } of this.#deeds) this.program.add(kind, value);
    this.#deeds.length = 0;
    this.activity = "runnable";
  }

  block(sinceNs: Nanoseconds, uninterruptible: boolean): void {
    this.activity = "blocked";
    this.sinceNs = sinceNs;
    this.uninterruptible = uninterruptible;
    this.wokenNs = null;
    this.channel = null;
  }
}
