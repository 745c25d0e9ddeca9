/**
 * Cuts a file in the Chrome trace event format into its records without holding more than one of them, and without
 * minding how it ends: recorders that were stopped leave out the closing brackets, or half of the last record. The text
 * of a kernel's trace that some recorders put beside the records (systemTraceEvents) is handed out as it is unescaped.
 */
import type { ByteSink } from "../source/byte-sink.js";
import { BACKSLASH, CLOSING_BRACKET, COLON, decode, isBlank, NEWLINE, OPENING_BRACKET, QUOTE } from "../text/ascii.js";

const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;
const COMMA = 0x2c;
const LETTER_U = 0x75;
/** Longer ones hold pictures or heaps, never a slice. */
const MAX_RECORD_LENGTH = 1 << 24;
/** Two halves of one character, each as \uXXXX. */
const LONGEST_ESCAPE = 12;

export interface JsonSink {
  /** One element of the array of events. */
  record(text: string): void;
  /** Part of the text of systemTraceEvents. */
  text(bytes: Uint8Array): void;
  /** `rest`: the record in whose middle the file ends, or "". */
  end(rest: string): void;
}

type State = "start" | "key" | "skipped" | "records" | "text" | "after";

const escapes: Readonly<Record<number, number>> = { 110: 0x0a, 116: 0x09, 114: 0x0d, 98: 0x08, 102: 0x0c };
const encoder = new TextEncoder();

export class JsonRecords implements ByteSink {
  readonly #sink: JsonSink;
  #state: State = "start";
  #isArray = false;
  #rest: Uint8Array = new Uint8Array();
  /** In a skipped value: how deep, and whether in a string. */
  #depth = 0;
  #inString = false;
  #isEscaped = false;

  constructor(sink: JsonSink) {
    this.#sink = sink;
  }

  write(bytes: Uint8Array): void {
    let all = bytes;
    if (this.#rest.length > 0) {
      all = new Uint8Array(this.#rest.length + bytes.length);
      all.set(this.#rest);
      all.set(bytes, this.#rest.length);
    }
    let at = 0;
    for (;;) {
      const next = this.#step(all, at);
      if (next < 0) {
        this.#rest = all.slice(-next - 1);
        return;
      }
      at = next;
    }
  }

  end(): void {
    const isInRecord = this.#state === "records" && this.#rest[0] === OPENING_BRACE;
    this.#sink.end(isInRecord ? decode(this.#rest, 0, Math.min(this.#rest.length, 1000)) : "");
  }

  /** The next position, or where to wait for more, as -1 - position. */
  #step(bytes: Uint8Array, at: number): number {
    switch (this.#state) {
      case "start":
        return this.#start(bytes, at);
      case "key":
        return this.#key(bytes, at);
      case "skipped":
        return this.#skip(bytes, at);
      case "records":
        return this.#records(bytes, at);
      case "text":
        return this.#text(bytes, at);
      case "after":
        return -1 - bytes.length;
    }
  }

  #start(bytes: Uint8Array, start: number): number {
    const at = skipSpace(bytes, start);
    if (at === bytes.length) return -1 - at;
    this.#isArray = bytes[at] === OPENING_BRACKET;
    this.#state = this.#isArray ? "records" : "key";
    return at + 1;
  }

  /** `"key": ` up to the value, whose first character decides. */
  #key(bytes: Uint8Array, start: number): number {
    const at = skipSpace(bytes, start);
    if (at === bytes.length) return -1 - at;
    if (bytes[at] === CLOSING_BRACE) {
      this.#state = "after";
      return at + 1;
    }
    if (bytes[at] !== QUOTE) return at + 1;
    const keyEnd = stringEnd(bytes, at);
    const colon = keyEnd === -1 ? bytes.length : skipSpace(bytes, keyEnd);
    const value = bytes[colon] === COLON ? skipSpace(bytes, colon + 1) : colon;
    if (value >= bytes.length) return -1 - at;
    const key = decode(bytes, at + 1, keyEnd - 1);
    if (key === "traceEvents" && bytes[value] === OPENING_BRACKET) {
      this.#state = "records";
      return value + 1;
    }
    if (key === "systemTraceEvents" && bytes[value] === QUOTE) {
      this.#state = "text";
      return value + 1;
    }
    this.#state = "skipped";
    this.#depth = 0;
    this.#inString = false;
    this.#isEscaped = false;
    return value;
  }

  #skip(bytes: Uint8Array, start: number): number {
    for (let at = start; at < bytes.length; at++) {
      const byte = bytes[at];
      if (this.#inString) {
        if (this.#isEscaped) this.#isEscaped = false;
        else if (byte === BACKSLASH) this.#isEscaped = true;
        else if (byte === QUOTE) this.#inString = false;
      } else if (byte === QUOTE) {
        this.#inString = true;
      } else if (byte === OPENING_BRACE || byte === OPENING_BRACKET) {
        this.#depth++;
      } else if (this.#depth === 0 && (byte === COMMA || byte === CLOSING_BRACE)) {
        this.#state = "key";
        return at;
      } else if (byte === CLOSING_BRACE || byte === CLOSING_BRACKET) {
        this.#depth--;
      }
    }
    return -1 - bytes.length;
  }

  #records(bytes: Uint8Array, start: number): number {
    const at = skipSpace(bytes, start);
    if (at === bytes.length) return -1 - at;
    if (bytes[at] === CLOSING_BRACKET) {
      this.#state = this.#isArray ? "after" : "key";
      return at + 1;
    }
    if (bytes[at] !== OPENING_BRACE) return at + 1;
    const end = recordEnd(bytes, at);
    if (end === -1) {
      const isTooLong = bytes.length - at > MAX_RECORD_LENGTH;
      return isTooLong ? at + 1 : -1 - at;
    }
    this.#sink.record(decode(bytes, at, end));
    return end;
  }

  #text(bytes: Uint8Array, start: number): number {
    const text = new Uint8Array(bytes.length - start);
    let length = 0;
    let at = start;
    for (; at < bytes.length; at++) {
      const byte = bytes[at] as number;
      if (byte === QUOTE) {
        this.#sink.text(text.subarray(0, length));
        this.#state = "key";
        return at + 1;
      }
      if (byte !== BACKSLASH) {
        text[length++] = byte;
        continue;
      }
      // What follows may be the rest of the escape; a quote at the latest comes then.
      if (bytes.length - at < LONGEST_ESCAPE && bytes.indexOf(QUOTE, at + 2) === -1) break;
      const escaped = bytes[++at] as number;
      if (escaped !== LETTER_U) {
        text[length++] = escapes[escaped] ?? escaped;
        continue;
      }
      const escapeEnd = unicodeEnd(bytes, at - 1);
      const characters = unescaped(decode(bytes, at - 1, escapeEnd));
      length += encoder.encodeInto(characters, text.subarray(length)).written;
      at = escapeEnd - 1;
    }
    this.#sink.text(text.subarray(0, length));
    return -1 - at;
  }
}

function skipSpace(bytes: Uint8Array, start: number): number {
  let at = start;
  while (isBlank(bytes[at]) || bytes[at] === NEWLINE || bytes[at] === 0x0d || bytes[at] === COMMA) at++;
  return at;
}

/** Behind the string that begins at `start`, or -1. */
function stringEnd(bytes: Uint8Array, start: number): number {
  for (let at = start + 1; at < bytes.length; at++) {
    if (bytes[at] === BACKSLASH) at++;
    else if (bytes[at] === QUOTE) return at + 1;
  }
  return -1;
}

/** Behind the object that begins at `start`, or -1. */
function recordEnd(bytes: Uint8Array, start: number): number {
  const { length } = bytes;
  let depth = 0;
  for (let at = start; at < length; at++) {
    const byte = bytes[at];
    if (byte === QUOTE) {
      for (at++; at < length && bytes[at] !== QUOTE; at++) if (bytes[at] === BACKSLASH) at++;
    } else if (byte === OPENING_BRACE || byte === OPENING_BRACKET) {
      depth++;
    } else if (byte === CLOSING_BRACE || byte === CLOSING_BRACKET) {
      depth--;
      if (depth === 0) return at + 1;
    }
  }
  return -1;
}

/**
 * Behind `\uXXXX` at `start`, and behind a second one if they are the halves of one character; not beyond what is
 * well-formed.
 */
function unicodeEnd(bytes: Uint8Array, start: number): number {
  const end = start + 6;
  const isHigh = (bytes[start + 2] as number | 0x20) === 0x64 && isOneOf(bytes[start + 3], "89aAbB");
  const isPair = isHigh && bytes[end] === BACKSLASH && bytes[end + 1] === LETTER_U;
  return isPair ? end + 6 : end;
}

function unescaped(text: string): string {
  try {
    return JSON.parse(`"${text}"`);
  } catch {
    return "\uFFFD";
  }
}

function isOneOf(byte: number | undefined, characters: string): boolean {
  return byte !== undefined && characters.includes(String.fromCharCode(byte));
}
