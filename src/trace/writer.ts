/** What all trace writers have in common: events in, text out, nothing kept but what is still open. */
import type { TraceEvent } from "../engine/types.js";

export interface TraceWriter {
  /** The text for these events, to be appended to what came before. */
  write(events: Iterable<TraceEvent>): string;
  /** The same text as the bytes of a file (UTF-8): faster where it is stored or compressed anyway. */
  encode(events: Iterable<TraceEvent>): Uint8Array;
  /** The text that ends the file. Nothing may be written after it. */
  end(): string;
}
