/** The short spelling of events, by trace-cmd's plugins and by old kernels: `name:pid [priority]` for each task. */
import type { RecordedSwitch, RecordedWakeup } from "../event.js";
import {
  BAR,
  CLOSING_PARENTHESIS,
  find,
  isBlank,
  LESS,
  natural,
  OPENING_BRACKET,
  OPENING_PARENTHESIS,
  PLUS,
  QUESTION_MARK,
  skipBlanks,
  skipDigits,
  standsAt,
  word,
} from "./ascii.js";
import type { EventParts } from "./event-parts.js";
import { Fields } from "./fields.js";
import { MAX_COMM_LENGTH, type RecordHead } from "./record-head.js";
import { ShortTask } from "./short-task.js";

const key = {
  task: word("task "),
  arrow: word("==>"),
  success: word("success="),
  cpu: word("CPU:"),
  endOfRemark: word(">"),
};

const stateMarks: ReadonlySet<number> = new Set([BAR, PLUS, QUESTION_MARK, OPENING_PARENTHESIS, CLOSING_PARENTHESIS]);

export class ShortBody {
  /** Whether the last wake-up says of itself that it woke nobody. */
  failed = false;
  readonly #parts: EventParts;
  readonly #previous = new ShortTask();
  readonly #next = new ShortTask();
  readonly #fields = new Fields();

  constructor(parts: EventParts) {
    this.#parts = parts;
  }

  /**
   * `name:pid [prio] S ==> name:pid [prio]`, in old kernels `task name:pid [prio] (S) ==> …`. Names may look like all
   * that; the right reading is the one whose first pid is that of the head.
   */
  switch(head: RecordHead, bytes: Uint8Array, end: number): RecordedSwitch | null {
    const start = standsAt(bytes, head.bodyStart, end, key.task) ? head.bodyStart + key.task.length : head.bodyStart;
    let fallback: RecordedSwitch | null = null;
    const previous = this.#previous;
    for (let from = start; previous.read(bytes, start, from, end); from = previous.nameEnd + 1) {
      const stateStart = skipBlanks(bytes, previous.after, end);
      const arrow = find(bytes, stateStart, end, key.arrow);
      if (arrow === -1) break;
      let stateEnd = arrow;
      while (stateEnd > stateStart && isBlank(bytes[stateEnd - 1])) stateEnd--;
      if (!isState(bytes, stateStart, stateEnd)) continue;
      const nextStart = skipBlanks(bytes, arrow + key.arrow.length, end);
      if (!this.#readLastShort(bytes, nextStart, end)) continue;
      const event = this.#switchOf(head, bytes, stateStart, stateEnd);
      if (previous.pid === head.pid && previous.nameLength <= MAX_COMM_LENGTH) return event;
      fallback ??= event;
    }
    return fallback;
  }

  /** The last task whose name is short enough: what stands behind it may only be a remark. */
  #readLastShort(bytes: Uint8Array, start: number, end: number): boolean {
    const next = this.#next;
    let lastColon = -1;
    for (let from = start; next.read(bytes, start, from, end); from = next.nameEnd + 1) {
      if (lastColon === -1 || next.nameLength <= MAX_COMM_LENGTH) lastColon = next.nameEnd;
    }
    return lastColon !== -1 && next.read(bytes, start, lastColon, end);
  }

  #switchOf(head: RecordHead, bytes: Uint8Array, stateStart: number, stateEnd: number): RecordedSwitch {
    const previous = this.#previous;
    const next = this.#next;
    const { state } = this.#parts;
    const inParentheses = bytes[stateStart] === OPENING_PARENTHESIS ? 1 : 0;
    state.read(bytes, stateStart + inParentheses, stateEnd - inParentheses, previous.pid === 0);
    return {
      kind: "switch",
      timeNs: head.timeNs,
      cpu: head.cpu,
      previousName: this.#parts.names.get(bytes, previous.nameStart, previous.nameEnd),
      previousPid: previous.pid,
      previousPriority: previous.priority,
      previousState: state.letter,
      preempted: state.preempted,
      nextName: this.#parts.names.get(bytes, next.nameStart, next.nameEnd),
      nextPid: next.pid,
      nextPriority: next.priority,
    };
  }

  /**
   * `name:pid [prio] success=1 CPU:005`, in old kernels `task name:pid [prio] success=1 [005]`; without `success` in
   * new ones.
   */
  wakeup(kind: RecordedWakeup["kind"], head: RecordHead, bytes: Uint8Array, end: number): RecordedWakeup | null {
    const start = standsAt(bytes, head.bodyStart, end, key.task) ? head.bodyStart + key.task.length : head.bodyStart;
    const task = this.#next;
    const fields = this.#fields;
    for (let from = start; task.read(bytes, start, from, end); from = task.nameEnd + 1) {
      fields.set(bytes, task.after, end);
      // `<CANT FIND FIELD success>` is what some versions of trace-cmd write for a kernel without it.
      if (bytes[fields.at] === LESS) fields.seek(key.endOfRemark);
      this.failed = fields.numberOf(key.success) === 0;
      const at = skipBlanks(bytes, fields.at, end);
      const hasBracket = bytes[at] === OPENING_BRACKET;
      if (!hasBracket && !standsAt(bytes, at, end, key.cpu)) continue;
      const digits = at + (hasBracket ? 1 : key.cpu.length);
      const digitsEnd = skipDigits(bytes, digits, end);
      if (digitsEnd === digits) continue;
      const name = this.#parts.names.get(bytes, task.nameStart, task.nameEnd);
      const { pid, priority } = task;
      return this.#parts.wakeup(kind, head, bytes, {
        pid,
        name,
        priority,
        targetCpu: natural(bytes, digits, digitsEnd),
      });
    }
    return null;
  }
}

/** Letters, `|` between them, `+` behind, in parentheses or not: no part of a name that goes on. */
function isState(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const byte = bytes[at] as number;
    const isLetter = (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a;
    if (!isLetter && !stateMarks.has(byte)) return false;
  }
  return end > start;
}
