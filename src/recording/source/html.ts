/**
 * Finds the traces in the pages of systrace: megabytes of a viewer, and in it either a script of class `trace-data` for
 * each trace (its text as it is), or, in old ones, a script that begins with a string named linuxPerfData.
 */
import { BACKSLASH, decode, LESS, NEWLINE, QUOTE, standsAt, word } from "../text/ascii.js";
import type { ByteSink } from "./byte-sink.js";

type State = "outside" | "data" | "string";

const scriptBegins = word("<script");
const scriptEnds = word("</script");
/** Longer than any tag and what stands between it and the string. */
const MAX_TAG_LENGTH = 512;
const dataTag = /^<script[^>]*\b(class\s*=\s*["']?trace-data\b|id\s*=\s*["']?viewer-data\b)[^>]*>(\r?\n)?/i;
const stringTag = /^<script[^>]*>[^<]{0,100}\blinuxPerfData\s*=\s*"/i;

const escapes: Readonly<Record<number, number>> = { 110: 0x0a, 116: 0x09, 114: 0x0d };
const SEMICOLON = 0x3b;

export class HtmlTraces implements ByteSink {
  readonly #open: (linesBefore: number) => ByteSink;
  #state: State = "outside";
  #section: ByteSink | null = null;
  /** What could not be judged yet. */
  #rest: Uint8Array = new Uint8Array();

  /** Newlines up to `#counted`, a position among the bytes that are judged. */
  #lines = 0;
  #counted = 0;

  /** `open` makes a sink for each trace; `linesBefore`: how many lines of the page end before it. */
  constructor(open: (linesBefore: number) => ByteSink) {
    this.#open = open;
  }

  write(bytes: Uint8Array): void {
    this.#rest = this.#judge(joined(this.#rest, bytes), false).slice();
  }

  end(): void {
    this.#judge(this.#rest, true);
    this.#close();
  }

  /** Gives back what has to wait for more. */
  #judge(bytes: Uint8Array, isLast: boolean): Uint8Array {
    let at = 0;
    for (;;) {
      const next = this.#step(bytes, at, isLast);
      if (next < 0) {
        const end = -next - 1;
        this.#count(bytes, end);
        this.#counted = 0;
        return bytes.subarray(end);
      }
      at = next;
    }
  }

  /** The next position, or where to wait for more, as -1 - position. */
  #step(bytes: Uint8Array, at: number, isLast: boolean): number {
    switch (this.#state) {
      case "outside":
        return this.#outside(bytes, at, isLast);
      case "data":
        return this.#data(bytes, at, isLast);
      case "string":
        return this.#string(bytes, at, isLast);
    }
  }

  #outside(bytes: Uint8Array, at: number, isLast: boolean): number {
    const tag = bytes.indexOf(LESS, at);
    if (tag === -1) return -1 - bytes.length;
    if (!isLast && bytes.length - tag < MAX_TAG_LENGTH) return -1 - tag;
    if (!standsAt(bytes, tag, bytes.length, scriptBegins)) return tag + 1;
    const text = decode(bytes, tag, Math.min(bytes.length, tag + MAX_TAG_LENGTH));
    const match = dataTag.exec(text) ?? stringTag.exec(text);
    if (match === null) return tag + 1;
    this.#state = match[0].endsWith('"') ? "string" : "data";
    this.#count(bytes, tag + match[0].length);
    this.#section = this.#open(this.#lines);
    // A tag is ASCII, so characters are bytes.
    return tag + match[0].length;
  }

  #data(bytes: Uint8Array, start: number, isLast: boolean): number {
    let at = start;
    for (;;) {
      const tag = bytes.indexOf(LESS, at);
      const mayBeCut = tag !== -1 && !isLast && bytes.length - tag < scriptEnds.length;
      if (tag === -1 || mayBeCut) {
        const end = tag === -1 ? bytes.length : tag;
        this.#section?.write(bytes.subarray(start, end));
        return -1 - end;
      }
      if (standsAt(bytes, tag, bytes.length, scriptEnds)) {
        this.#section?.write(bytes.subarray(start, tag));
        this.#close();
        return tag + scriptEnds.length;
      }
      at = tag + 1;
    }
  }

  /**
   * The string's text. It ends at `";`; some tools have written it without escapes, so that only the script ends it.
   */
  #string(bytes: Uint8Array, start: number, isLast: boolean): number {
    const text = new Uint8Array(bytes.length - start);
    let length = 0;
    let at = start;
    const safeEnd = isLast ? bytes.length : bytes.length - scriptEnds.length;
    for (; at < safeEnd; at++) {
      const byte = bytes[at] as number;
      if (byte === BACKSLASH) {
        const escaped = bytes[++at] ?? BACKSLASH;
        if (escaped !== NEWLINE) text[length++] = escapes[escaped] ?? escaped;
      } else if (
        (byte === QUOTE && bytes[at + 1] === SEMICOLON) ||
        (byte === LESS && standsAt(bytes, at, bytes.length, scriptEnds))
      ) {
        this.#section?.write(text.subarray(0, length));
        this.#close();
        return at + 1;
      } else {
        text[length++] = byte;
      }
    }
    this.#section?.write(text.subarray(0, length));
    return -1 - Math.min(at, bytes.length);
  }

  #count(bytes: Uint8Array, end: number): void {
    let newline = bytes.indexOf(NEWLINE, this.#counted);
    for (; newline !== -1 && newline < end; newline = bytes.indexOf(NEWLINE, newline + 1)) this.#lines++;
    this.#counted = end;
  }

  #close(): void {
    this.#section?.end();
    this.#section = null;
    this.#state = "outside";
  }
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  if (first.length === 0) return second;
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}
