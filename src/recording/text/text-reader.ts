/**
 * The text of ftrace, trace-cmd and perf, line by line: each line is understood by itself, as real files mix shapes. What is no
 * scheduling event is counted and passed over as early as can be; what should be one and is not is named.
 */
import type { RecordedEvent } from "../event.js";
import { exampleOf, type FindingLog } from "../finding-log.js";
import { notes, type RecordingKind } from "../findings.js";
import { BACKSLASH, CARRIAGE_RETURN, HASH, skipBlanks } from "./ascii.js";
import { EventBody } from "./event-body.js";
import { schedulingEvent } from "./event-names.js";
import { unescapeJavaScript } from "./javascript-string.js";
import type { LineSink } from "./lines.js";
import { NameCache } from "./name-cache.js";
import { RecordHead } from "./record-head.js";
import { readComment, readLoss, readPreambleOfTraceCmd, reasonForNoHead } from "./remarks.js";
import { TabbedEvents } from "./tabbed-events.js";

/** A comm with newlines splits its record; there are 15 bytes for them. */
const MAX_PIECES = 15;

export class TextReader implements LineSink {
  readonly #log: FindingLog;
  readonly #emit: (event: RecordedEvent) => void;
  readonly #names = new NameCache();
  readonly #head = new RecordHead();
  readonly #body = new EventBody(this.#names);
  readonly #tabbed = new TabbedEvents(this.#names);
  /** A record that is not complete yet, as a comm with a newline may have split it. */
  #split: Uint8Array | null = null;
  #splitPieces = 0;
  #lastNewTask: number | null = null;

  constructor(log: FindingLog, emit: (event: RecordedEvent) => void) {
    this.#log = log;
    this.#emit = emit;
  }

  line(bytes: Uint8Array, start: number, lineEnd: number): void {
    const log = this.#log;
    log.lines++;
    let end = lineEnd;
    if (bytes[end - 1] === CARRIAGE_RETURN) {
      end--;
      log.carriageReturns++;
    }
    if (bytes[end - 1] === BACKSLASH || bytes[end - 1] === 0x3b) {
      const text = unescapeJavaScript(bytes, start, end);
      if (text !== null) {
        this.#read(text, 0, text.length);
        return;
      }
    }
    this.#read(bytes, start, end);
  }

  /** A last record without all its fields is what a full disk or a copied screen leaves. */
  end(): void {
    if (this.#split === null) return;
    const example = exampleOf(this.#split, 0, this.#split.length);
    this.#log.truncated = { count: 1, place: this.#log.place(), example };
    this.#split = null;
  }

  #read(bytes: Uint8Array, start: number, end: number): void {
    if (start === end) return;
    const head = this.#head;
    if (bytes[start] === HASH && readComment(bytes, start, end, this.#log)) return;
    if (!head.read(bytes, start, end)) {
      this.#withoutHead(bytes, start, end);
      return;
    }
    const log = this.#log;
    if (this.#split !== null) this.#giveUpSplit();
    log.sawTime(head.timeNs, head.cpu);
    const name = schedulingEvent(bytes, head.eventStart, head.eventEnd);
    if (name === null) {
      this.#other(bytes, end);
      return;
    }
    if (log.kind === null || log.events.switch === 0) this.#recognise();
    const event = this.#body.read(name, head, bytes, end);
    if (event === null) {
      this.#split = bytes.slice(start, end);
      this.#splitPieces = 1;
    } else {
      this.#event(event, name === "task_newtask", bytes, start, end);
    }
  }

  #event(event: RecordedEvent, isNewTask: boolean, bytes: Uint8Array, start: number, end: number): void {
    const log = this.#log;
    const head = this.#head;
    const example = () => exampleOf(bytes, start, end);
    if (head.timeSpelling !== "seconds") {
      log.note(head.timeSpelling === "counter" ? notes.counter : notes.relative, example);
    }
    if (event.kind === "switch") {
      if (event.previousState === "?") log.note(notes.unknownState, example);
      if (event.previousPid !== head.pid) log.note(notes.headDisagrees, example);
    } else if (this.#body.failed) {
      log.note(notes.failedWakeup, example);
      return;
    } else if (event.kind === "fork") {
      const isTold = !isNewTask && event.childPid === this.#lastNewTask;
      this.#lastNewTask = isNewTask ? event.childPid : null;
      if (isTold) {
        log.note(notes.toldTwice, example);
        return;
      }
    }
    this.#emit(event);
  }

  /** A line that is no record of its own: the rest of one, the account of a loss, a frame of a stack … */
  #withoutHead(bytes: Uint8Array, start: number, end: number): void {
    const log = this.#log;
    if (this.#split !== null && this.#splitPieces < MAX_PIECES) {
      if (this.#join(bytes, start, end)) return;
    }
    if (skipBlanks(bytes, start, end) === end) return;
    if (readPreambleOfTraceCmd(bytes, start, end, log)) {
      log.kind ??= "trace-cmd";
      return;
    }
    const tabbed = this.#tabbed.read(bytes, start, end);
    if (tabbed !== null) {
      log.kind ??= "schedlab";
      log.sawTime(tabbed.timeNs, null);
      this.#emit(tabbed);
      return;
    }
    if (readLoss(bytes, start, end, log)) return;
    log.skip(reasonForNoHead(bytes, start, end), () => exampleOf(bytes, start, end));
  }

  /** Whether the split record and this line make an event. */
  #join(bytes: Uint8Array, start: number, end: number): boolean {
    const split = this.#split as Uint8Array;
    const joined = new Uint8Array(split.length + 1 + end - start);
    joined.set(split);
    joined[split.length] = 0x0a;
    joined.set(bytes.subarray(start, end), split.length + 1);
    const head = this.#head;
    head.read(joined, 0, joined.length);
    const name = schedulingEvent(joined, head.eventStart, head.eventEnd);
    const event = name === null ? null : this.#body.read(name, head, joined, joined.length);
    if (event === null) {
      this.#split = joined;
      this.#splitPieces++;
      return true;
    }
    this.#split = null;
    this.#event(event, name === "task_newtask", joined, 0, joined.length);
    return true;
  }

  #giveUpSplit(): void {
    const split = this.#split as Uint8Array;
    this.#split = null;
    const firstEnd = split.indexOf(0x0a);
    const example = () => exampleOf(split, 0, firstEnd === -1 ? split.length : firstEnd);
    this.#log.skip("scheduling event whose fields are not those of its name", example);
  }

  #other(bytes: Uint8Array, end: number): void {
    const { labelStart, eventEnd, bodyStart } = this.#head;
    const name = this.#names.get(bytes, labelStart, eventEnd);
    if (name === "PERF_RECORD_LOST") readLoss(bytes, bodyStart, end, this.#log);
    else this.#log.other(bytes[eventEnd] === 0x3a ? name : "(without a name)");
  }

  /** The first event decides which of the three it is, if nothing before it did. */
  #recognise(): void {
    const kind: RecordingKind = this.#head.isPerf ? "perf" : "ftrace";
    this.#log.kind ??= kind;
  }
}
