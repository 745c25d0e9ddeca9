/**
 * Puts in order what comes nearly in order: buffers of several CPUs that were written one after the other, a CPU whose
 * clock stepped. Keeps a window of so many items; what comes later than everything in the window is dropped, and
 * counted.
 */
import type { Nanoseconds } from "../engine/types.js";
import type { FindingLog } from "./finding-log.js";

interface Timed {
  readonly timeNs: Nanoseconds;
}

/** Windows that are kept at most: less memory for a smaller one, fewer passes of the sort for a larger one. */
const RELEASE_AT = 1.25;

export class TimeOrder<T extends Timed> {
  /** How many items are kept; may change at any time. */
  window: number;
  readonly #log: FindingLog;
  #pending: T[] = [];
  #isSorted = true;
  #latestNs = Number.NEGATIVE_INFINITY;
  #releasedNs = Number.NEGATIVE_INFINITY;

  constructor(window: number, log: FindingLog) {
    this.window = window;
    this.#log = log;
  }

  add(item: T): void {
    const { timeNs } = item;
    if (timeNs < this.#latestNs) {
      if (timeNs < this.#releasedNs) {
        this.#tooLate(timeNs);
        return;
      }
      this.#outOfOrder(this.#latestNs - timeNs);
    } else {
      this.#latestNs = timeNs;
    }
    this.#pending.push(item);
  }

  /** What can no longer be preceded by anything; at the end everything. */
  take(isEnd: boolean): T[] {
    if (!isEnd && this.#pending.length < RELEASE_AT * this.window) return [];
    // The engines' sort is stable, and merges what already is in order.
    if (!this.#isSorted) this.#pending.sort((a, b) => a.timeNs - b.timeNs);
    this.#isSorted = true;
    const kept = isEnd ? 0 : this.window;
    const released = this.#pending.splice(0, this.#pending.length - kept);
    this.#releasedNs = released.at(-1)?.timeNs ?? this.#releasedNs;
    return released;
  }

  #outOfOrder(byNs: Nanoseconds): void {
    this.#isSorted = false;
    const log = this.#log;
    log.reordered ??= { count: 0, place: log.place(), example: `${byNs} ns behind a later event`, largestNs: 0 };
    log.reordered.count++;
    log.reordered.largestNs = Math.max(log.reordered.largestNs, byNs);
  }

  #tooLate(timeNs: Nanoseconds): void {
    const log = this.#log;
    const example = `${this.#releasedNs - timeNs} ns behind ${this.window} later events`;
    log.tooLate ??= { count: 0, place: log.place(), example };
    log.tooLate.count++;
  }
}
