/**
 * The text of ftrace, trace-cmd and perf, line by line: each line is understood by itself, as real files mix shapes.
 * What is no scheduling event is counted and passed over as early as can be; what should be one and is not is named.
 */
import type { RecordedEvent } from "../event.js";
import { exampleOf, type FindingLog } from "../finding-log.js";
import { notes, type RecordingKind } from "../findings.js";
import { NameCache } from "../name-cache.js";
import { BACKSLASH, CARRIAGE_RETURN, HASH, NEWLINE, skipBlanks } from "./ascii.js";
import { EventBody } from "./event-body.js";
import { type SchedulingEvent, schedulingEvent } from "./event-names.js";
import { unescapeJavaScript } from "./javascript-string.js";
import type { LineSink } from "./lines.js";
import { RecordHead } from "./record-head.js";
import { frameOfStack, isFrame, readComment, readLoss, readPreambleOfTraceCmd, reasonForNoHead } from "./remarks.js";
import { TabbedEvents } from "./tabbed-events.js";

/** A comm with newlines splits its record; there are 15 bytes for them. */
const MAX_PIECES = 15;

interface Piece {
  readonly bytes: Uint8Array;
  readonly line: number;
}

export class TextReader implements LineSink {
  readonly #log: FindingLog;
  readonly #emit: (event: RecordedEvent) => void;
  readonly #names = new NameCache();
  readonly #head: RecordHead;
  readonly #body = new EventBody(this.#names);
  readonly #tabbed = new TabbedEvents(this.#names);
  /** A record that is not complete, and the lines behind it: a comm with newlines may have split it. */
  #pieces: Piece[] = [];
  #lastNewTask: number | null = null;

  constructor(log: FindingLog, emit: (event: RecordedEvent) => void) {
    this.#log = log;
    this.#emit = emit;
    this.#head = new RecordHead(log);
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
    const [begin, ...rest] = this.#pieces;
    if (begin === undefined) return;
    if (rest.length > 0) {
      this.#giveUpSplit();
      return;
    }
    const example = exampleOf(begin.bytes, 0, begin.bytes.length);
    this.#log.truncated ??= { count: 1, place: { unit: "line", number: begin.line }, example };
  }

  #read(bytes: Uint8Array, start: number, end: number): void {
    const head = this.#head;
    if (bytes[start] === HASH && readComment(bytes, start, end, this.#log)) return;
    if (this.#pieces.length === 0 && isFrame(bytes, start, end)) {
      this.#log.skip(frameOfStack, () => exampleOf(bytes, start, end));
      return;
    }
    if (start === end || !head.read(bytes, start, end)) {
      this.#withoutHead(bytes, start, end);
      return;
    }
    if (this.#pieces.length > 0) {
      this.#giveUpSplit();
      head.read(bytes, start, end);
    }
    const log = this.#log;
    log.sawTime(head.timeNs, head.cpu);
    const name = schedulingEvent(bytes, head.eventStart, head.eventEnd);
    if (name === null) {
      this.#other(bytes, end);
      return;
    }
    log.kind ??= kindOf(head);
    const event = this.#body.read(name, head, bytes, end);
    // Of what tasks write into the trace only instants are marks; slices and counters are no affair of the scheduler.
    if (event === null && isMark(name)) this.#other(bytes, end);
    else if (event === null) this.#pieces.push({ bytes: bytes.slice(start, end), line: log.lines });
    else this.#event(event, name === "task_newtask", bytes, start, end);
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

  /** A line that is no record of its own: the rest of one, or a remark. */
  #withoutHead(bytes: Uint8Array, start: number, end: number): void {
    if (this.#pieces.length === 0) {
      this.#remark(bytes, start, end);
      return;
    }
    this.#pieces.push({ bytes: bytes.slice(start, end), line: this.#log.lines });
    if (!this.#join() && this.#pieces.length > MAX_PIECES) this.#giveUpSplit();
  }

  /** Whether the split record and the lines behind it make an event. */
  #join(): boolean {
    const record = joined(this.#pieces);
    const head = this.#head;
    head.read(record, 0, record.length);
    const name = schedulingEvent(record, head.eventStart, head.eventEnd);
    const event = name === null ? null : this.#body.read(name, head, record, record.length);
    if (event === null) return false;
    this.#pieces = [];
    this.#event(event, name === "task_newtask", record, 0, record.length);
    return true;
  }

  /** The lines that were held back are what they are by themselves. */
  #giveUpSplit(): void {
    const log = this.#log;
    const { lines } = log;
    const [begin, ...rest] = this.#pieces as [Piece, ...Piece[]];
    this.#pieces = [];
    log.lines = begin.line;
    const example = () => exampleOf(begin.bytes, 0, begin.bytes.length);
    log.skip("scheduling event whose fields are not those of its name", example);
    for (const { bytes, line } of rest) {
      log.lines = line;
      this.#remark(bytes, 0, bytes.length);
    }
    log.lines = lines;
  }

  /** The account of a loss, a line of a preamble, a frame of a stack, an event of schedlab's own format … */
  #remark(bytes: Uint8Array, start: number, end: number): void {
    const log = this.#log;
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

  #other(bytes: Uint8Array, end: number): void {
    const { labelStart, eventEnd, bodyStart } = this.#head;
    const name = this.#names.get(bytes, labelStart, eventEnd);
    this.#log.otherKind ??= kindOf(this.#head);
    if (name === "PERF_RECORD_LOST") readLoss(bytes, bodyStart, end, this.#log);
    else this.#log.other(bytes[eventEnd] === 0x3a ? name : "(without a name)");
  }
}

/** trace-cmd pads the names of events to a column. */
function kindOf({ isPerf, eventEnd, bodyStart }: RecordHead): RecordingKind {
  if (isPerf) return "perf";
  return bodyStart - eventEnd > 2 ? "trace-cmd" : "ftrace";
}

function isMark(name: SchedulingEvent): boolean {
  return name === "tracing_mark_write" || name === "print";
}

function joined(pieces: readonly Piece[]): Uint8Array {
  const length = pieces.reduce((sum, { bytes }) => sum + bytes.length + 1, -1);
  const all = new Uint8Array(length);
  let at = 0;
  for (const { bytes } of pieces) {
    if (at > 0) all[at++] = NEWLINE;
    all.set(bytes, at);
    at += bytes.length;
  }
  return all;
}
