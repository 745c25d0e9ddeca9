/** What all trace writers have in common: events in, text or bytes out, nothing kept but what is still open. */
import type { TraceEvent } from "../engine/types.js";

export interface BinaryTraceWriter<Event = TraceEvent> {
  /** The bytes for these events, to be appended to what came before. */
  encode(events: Iterable<Event>): Uint8Array;
  /** The bytes that end the file. Nothing may be written after them. */
  end(): Uint8Array;
}

export interface TraceWriter<Event = TraceEvent> {
  /** The text for these events, to be appended to what came before. */
  write(events: Iterable<Event>): string;
  /** The same text as the bytes of a file (UTF-8): faster where it is stored or compressed anyway. */
  encode(events: Iterable<Event>): Uint8Array;
  /** The text that ends the file. Nothing may be written after it. */
  end(): string;
}
