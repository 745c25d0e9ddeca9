/** Cuts bytes that come in pieces into lines. What goes on in the next piece is kept; nothing else is copied. */
import type { ByteSink } from "../source/byte-sink.js";
import { NEWLINE } from "./ascii.js";

/** A longer line is no line of a trace: its beginning is handed out, the rest dropped. */
export const MAX_LINE_LENGTH = 1 << 20;

export interface LineSink {
  /** The line without its newline; the bytes are only valid during the call. */
  line(bytes: Uint8Array, start: number, end: number): void;
  /** The text is over. */
  end(): void;
}

export class LineSplitter implements ByteSink {
  readonly #sink: LineSink;
  #begun = new Uint8Array(1 << 10);
  #begunLength = 0;

  constructor(sink: LineSink) {
    this.#sink = sink;
  }

  write(bytes: Uint8Array): void {
    let start = 0;
    if (this.#begunLength > 0) {
      const newline = bytes.indexOf(NEWLINE);
      if (newline === -1) {
        this.#keep(bytes, 0);
        return;
      }
      this.#keep(bytes.subarray(0, newline), 0);
      this.#sink.line(this.#begun, 0, this.#begunLength);
      this.#begunLength = 0;
      start = newline + 1;
    }
    for (let newline = bytes.indexOf(NEWLINE, start); newline !== -1; newline = bytes.indexOf(NEWLINE, start)) {
      this.#sink.line(bytes, start, newline);
      start = newline + 1;
    }
    this.#keep(bytes, start);
  }

  end(): void {
    if (this.#begunLength > 0) this.#sink.line(this.#begun, 0, this.#begunLength);
    this.#begunLength = 0;
    this.#sink.end();
  }

  #keep(bytes: Uint8Array, from: number): void {
    const room = MAX_LINE_LENGTH - this.#begunLength;
    const kept = bytes.subarray(from, Math.min(bytes.length, from + room));
    const length = this.#begunLength + kept.length;
    if (length > this.#begun.length) {
      const larger = new Uint8Array(Math.max(length, 2 * this.#begun.length));
      larger.set(this.#begun.subarray(0, this.#begunLength));
      this.#begun = larger;
    }
    this.#begun.set(kept, this.#begunLength);
    this.#begunLength = length;
  }
}
