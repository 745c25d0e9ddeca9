/**
 * Cuts the bytes of a trace, which is nothing but a repeated field 1, into packets; each is handed out when it is
 * complete.
 */
import type { ByteSink } from "../source/byte-sink.js";

const PACKET_TAG = 0x0a;
/** Of the tag and the longest length. */
const LONGEST_BEGIN = 6;
/** The tracing service makes none above 256 KiB; a merged one may be larger. Beyond, the length is damaged. */
const MAX_PACKET_LENGTH = 1 << 28;

export interface PacketSink {
  packet(bytes: Uint8Array, start: number, end: number): void;
  /** Bytes that are no packet; nothing follows. */
  damaged(): void;
  /** `rest`: how many bytes of a packet that is not complete there are. */
  end(rest: number): void;
}

export class PacketSplitter implements ByteSink {
  readonly #sink: PacketSink;
  #rest = new Uint8Array();
  #isDamaged = false;

  constructor(sink: PacketSink) {
    this.#sink = sink;
  }

  write(bytes: Uint8Array): void {
    if (this.#isDamaged) return;
    const all = this.#rest.length === 0 ? bytes : joined(this.#rest, bytes);
    const used = this.#cut(all);
    this.#rest = all.slice(used);
  }

  end(): void {
    this.#sink.end(this.#rest.length);
  }

  #cut(bytes: Uint8Array): number {
    let at = 0;
    while (at < bytes.length) {
      if (bytes[at] !== PACKET_TAG) return this.#damaged(bytes);
      let length = 0;
      let start = at + 1;
      let isComplete = false;
      for (let shift = 1; start < bytes.length && start < at + LONGEST_BEGIN; shift *= 128) {
        const byte = bytes[start++] as number;
        length += (byte & 0x7f) * shift;
        isComplete = byte < 0x80;
        if (isComplete) break;
      }
      if (!isComplete && bytes.length - at < LONGEST_BEGIN) return at;
      if (!isComplete || length > MAX_PACKET_LENGTH) return this.#damaged(bytes);
      if (start + length > bytes.length) return at;
      this.#sink.packet(bytes, start, start + length);
      at = start + length;
    }
    return at;
  }

  #damaged(bytes: Uint8Array): number {
    this.#isDamaged = true;
    this.#sink.damaged();
    return bytes.length;
  }
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}
