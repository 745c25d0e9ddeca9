/**
 * The columns before an event in any spelling of ftrace, trace-cmd and perf, told apart for each line:
 *
 *     comm-pid [cpu] 1.5: event:             old kernels: neither flags nor thread group
 *     comm-pid (tgid) [cpu] d..2. 1.5: event:
 *     comm-pid 0d.h1. 1.5: event:            trace-cmd report -l, and the kernel's latency format (`15us : event:`)
 *     comm pid[/tid] [cpu] 1.5: [period] [group:]event:    perf script, the CPU missing in old ones
 *
 * A comm may hold anything, even what looks like such a head; but it is at most 15 bytes long. So the last head counts
 * that leaves no more than that before it, and its columns are read from the right.
 */
import type { Nanoseconds } from "../../engine/types.js";
import {
  CLOSING_BRACKET,
  CLOSING_PARENTHESIS,
  COLON,
  isBlank,
  isDigit,
  MINUS,
  natural,
  OPENING_BRACKET,
  OPENING_PARENTHESIS,
  POINT,
  SLASH,
  skipBlanks,
  skipDigits,
  skipWord,
  ZERO,
} from "./ascii.js";

/** The kernel's limit, in bytes. */
export const MAX_COMM_LENGTH = 15;
/** No head is longer: a comm that some other tool made long, and the columns. */
const MAX_HEAD_LENGTH = 320;
/** Clocks that count from 1970 in nanoseconds do not fit a double; one that counts from boot does for 104 days. */
const MAX_EXACT_SECONDS = 9_000_000;
const ORIGIN_STEP_SECONDS = 1_000_000;

/** How the time was written. */
export type TimeSpelling = "seconds" | "counter" | "relative";

/** What the times of a file have in common: whole seconds that are taken off all of them. */
export interface Clock {
  originSeconds: number;
}

export class RecordHead {
  /** What stands before the pid, which may be nothing. */
  commStart = 0;
  commEnd = 0;
  /** Of the thread; null where perf says -1, for a thread that is gone. */
  pid: number | null = 0;
  cpu: number | null = null;
  timeNs: Nanoseconds = 0;
  timeSpelling: TimeSpelling = "seconds";
  /** Whether an interrupt's handler ran; null without a flags column. */
  inInterrupt: boolean | null = null;
  /** Whether the pid stands in a column of its own, as perf writes it. */
  isPerf = false;
  /** The event's name with its group; without it from `eventStart` on. */
  labelStart = 0;
  eventStart = 0;
  eventEnd = 0;
  bodyStart = 0;

  readonly #clock: Clock;
  #hasOrigin = false;
  /** Where the time's colon stands. */
  #timeEnd = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Reads the head of a line. False: the line has none. */
  read(bytes: Uint8Array, start: number, end: number): boolean {
    const first = skipBlanks(bytes, start, end);
    const limit = Math.min(end, first + MAX_HEAD_LENGTH);
    let chosen = -1;
    let isRead = false;
    for (let at = first + 1; at < limit; at++) {
      if (bytes[at] !== OPENING_BRACKET) continue;
      const cpuEnd = skipDigits(bytes, at + 1, limit);
      if (cpuEnd === at + 1 || bytes[cpuEnd] !== CLOSING_BRACKET) continue;
      isRead = this.#readAround(bytes, first, at, cpuEnd, end);
      if (!isRead) continue;
      if (chosen === -1 || this.commEnd - this.commStart <= MAX_COMM_LENGTH) chosen = at;
      else isRead = false;
      if (this.#timeEnd - first > MAX_COMM_LENGTH) break;
    }
    if (chosen === -1) return this.#readWithoutBrackets(bytes, first, limit, end);
    return isRead || this.#readAround(bytes, first, chosen, skipDigits(bytes, chosen + 1, limit), end);
  }

  /** The columns on both sides of `[cpu]`. */
  #readAround(bytes: Uint8Array, first: number, bracket: number, cpuEnd: number, end: number): boolean {
    let at = skipBlanks(bytes, cpuEnd + 1, end);
    let flags = -1;
    // The flags column may hold blanks only where it is missing, so this is at most one word.
    if (!this.#readTime(bytes, at, end)) {
      flags = at;
      at = skipBlanks(bytes, skipWord(bytes, at, end), end);
      if (!this.#readTime(bytes, at, end)) return false;
    }
    if (!this.#readTask(bytes, first, bracket)) return false;
    this.cpu = natural(bytes, bracket + 1, cpuEnd);
    this.inInterrupt = flags === -1 ? null : marksInterrupt(bytes, flags, end);
    return this.#readEvent(bytes, end);
  }

  /** perf without a CPU column, or the latency format, where CPU and flags are one word. */
  #readWithoutBrackets(bytes: Uint8Array, first: number, limit: number, end: number): boolean {
    for (let at = first; at < limit; at = skipBlanks(bytes, skipWord(bytes, at, limit), limit)) {
      if (at === first || !isDigit(bytes[at]) || !this.#readTime(bytes, at, end)) continue;
      const timeStart = at;
      let before = timeStart;
      while (before > first && isBlank(bytes[before - 1])) before--;
      let wordStart = before;
      while (wordStart > first && !isBlank(bytes[wordStart - 1])) wordStart--;
      const cpuEnd = skipDigits(bytes, wordStart, before);
      const isLatencyFormat = cpuEnd > wordStart && before - cpuEnd >= 3 && !isDigit(bytes[cpuEnd]);
      if (isLatencyFormat && bytes[cpuEnd] !== SLASH) {
        if (!this.#readTask(bytes, first, wordStart)) continue;
        this.cpu = natural(bytes, wordStart, cpuEnd);
        this.inInterrupt = marksInterrupt(bytes, cpuEnd, end);
      } else {
        if (this.timeSpelling !== "seconds" || !this.#readTask(bytes, first, timeStart) || !this.isPerf) continue;
        this.cpu = null;
        this.inInterrupt = null;
      }
      if (this.#readEvent(bytes, end)) return true;
    }
    return false;
  }

  /** `comm-pid`, `comm-pid (tgid)`, `comm pid` or `comm pid/tid`, from the right; false if it is none of them. */
  #readTask(bytes: Uint8Array, first: number, columnsEnd: number): boolean {
    let end = columnsEnd;
    while (end > first && isBlank(bytes[end - 1])) end--;
    if (bytes[end - 1] === CLOSING_PARENTHESIS) {
      let opening = end - 2;
      while (opening > first && bytes[opening] !== OPENING_PARENTHESIS) opening--;
      end = opening;
      while (end > first && isBlank(bytes[end - 1])) end--;
    }
    let digits = end;
    while (digits > first && isDigit(bytes[digits - 1])) digits--;
    if (digits === end) return false;
    this.pid = natural(bytes, digits, end);
    let before = digits - 1;
    if (bytes[before] === SLASH) {
      // The thread stands behind its process, which is of no interest here; -1/-1 for those that are gone.
      while (before > first && (isDigit(bytes[before - 1]) || bytes[before - 1] === MINUS)) before--;
      before--;
      if (before >= first && !isBlank(bytes[before])) return false;
    }
    const isNegative = bytes[before] === MINUS && (before === first || isBlank(bytes[before - 1]));
    if (isNegative) {
      this.pid = null;
      before--;
    }
    if (before < first) {
      // perf writes a comm of blanks as such.
      this.isPerf = true;
      this.commStart = first;
      this.commEnd = first;
      return true;
    }
    this.isPerf = isBlank(bytes[before]);
    if (!this.isPerf && bytes[before] !== MINUS) return false;
    let commEnd = before;
    if (this.isPerf) while (commEnd > first && isBlank(bytes[commEnd - 1])) commEnd--;
    this.commStart = first;
    this.commEnd = commEnd;
    return true;
  }

  /** `123.456789:`, `123456789:` (a clock that is no time) or `123us :`. */
  #readTime(bytes: Uint8Array, start: number, end: number): boolean {
    const wholeEnd = skipDigits(bytes, start, end);
    if (wholeEnd === start) return false;
    if (bytes[wholeEnd] === POINT) {
      const fractionEnd = skipDigits(bytes, wholeEnd + 1, end);
      if (bytes[fractionEnd] !== COLON || fractionEnd === wholeEnd + 1) return false;
      let nanoseconds = 0;
      for (let place = 1; place <= 9; place++) {
        const at = wholeEnd + place;
        nanoseconds = nanoseconds * 10 + (at < fractionEnd ? (bytes[at] as number) - ZERO : 0);
      }
      const seconds = natural(bytes, start, wholeEnd);
      if (!this.#hasOrigin) this.#setOrigin(seconds);
      this.timeNs = (seconds - this.#clock.originSeconds) * 1e9 + nanoseconds;
      this.timeSpelling = "seconds";
      this.#timeEnd = fractionEnd;
      return true;
    }
    if (bytes[wholeEnd] === COLON) {
      this.timeNs = natural(bytes, start, wholeEnd);
      this.timeSpelling = "counter";
      this.#timeEnd = wholeEnd;
      return true;
    }
    if (bytes[wholeEnd] !== 0x75 || bytes[wholeEnd + 1] !== 0x73) return false;
    // `us`, then a mark for long pauses (+, !, #, *, @, $), then ` :`.
    let at = wholeEnd + 2;
    while (at < end && at < wholeEnd + 4 && bytes[at] !== COLON && !isBlank(bytes[at])) at++;
    at = skipBlanks(bytes, at, end);
    if (bytes[at] !== COLON) return false;
    this.timeNs = natural(bytes, start, wholeEnd) * 1000;
    this.timeSpelling = "relative";
    this.#timeEnd = at;
    return true;
  }

  #setOrigin(seconds: number): void {
    this.#hasOrigin = true;
    if (seconds > MAX_EXACT_SECONDS) this.#clock.originSeconds ||= seconds - (seconds % ORIGIN_STEP_SECONDS);
  }

  /** `event:`, `group:event:`, either behind perf's period. An event without a colon is none of ours, but still one. */
  #readEvent(bytes: Uint8Array, end: number): boolean {
    let at = skipBlanks(bytes, this.#timeEnd + 1, end);
    if (at === this.#timeEnd + 1 || at === end) return false;
    const periodEnd = skipDigits(bytes, at, end);
    if (periodEnd > at && isBlank(bytes[periodEnd])) at = skipBlanks(bytes, periodEnd, end);
    this.labelStart = at;
    this.eventStart = at;
    while (at < end && !isBlank(bytes[at])) {
      if (bytes[at] === COLON) {
        if (at + 1 === end || isBlank(bytes[at + 1])) break;
        this.eventStart = at + 1;
      }
      at++;
    }
    this.eventEnd = at;
    this.bodyStart = skipBlanks(bytes, Math.min(at + 1, end), end);
    return this.eventEnd > this.eventStart;
  }
}

/**
 * The third flag: h and H for a hardware interrupt's handler, s for a deferred one's, z and Z for one that cannot be
 * masked.
 */
function marksInterrupt(bytes: Uint8Array, flags: number, end: number): boolean | null {
  if (skipWord(bytes, flags, end) - flags < 4) return null;
  const flag = bytes[flags + 2] as number;
  return flag === 0x68 || flag === 0x48 || flag === 0x73 || flag === 0x7a || flag === 0x5a;
}
