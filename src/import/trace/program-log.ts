/**
 * What a recorded task did, in the least memory: bytes that are only ever added to. A burst and the sleep after it
 * take about eight of them, so the programs of a recording are a small part of its text.
 *
 *   first byte            further bytes
 *   | more | low | kind |  | more | next |   groups of bits, lowest first, while `more` is set
 *      1      4     3         1      7
 *
 * The number is the span in nanoseconds of a run, sleep or io, the channel of a send or a receive, the child of a
 * fork. A receive has a second number: how long the task was blocked, which is what remains of it where the sender is
 * left out.
 */
import type { Nanoseconds } from "../../engine/types.js";

export const logged = {
  run: 0,
  sleep: 1,
  io: 2,
  send: 3,
  /** Blocked as in `sleep` until a message came. */
  receive: 4,
  /** Blocked as in `io` until a message came. */
  receiveInIo: 5,
  fork: 6,
} as const;

export type LoggedKind = (typeof logged)[keyof typeof logged];

const KIND_BITS = 3;
const FIRST_VALUES = 1 << 4;
const NEXT_VALUES = 1 << 7;
const MORE = 0x80;
const FEWEST_BYTES = 32;

export class ProgramLog {
  #bytes = new Uint8Array(FEWEST_BYTES);
  #length = 0;
  /** A run that may still grow: bursts between which the task was preempted are one. */
  #openRunNs: Nanoseconds = 0;

  run(ns: Nanoseconds): void {
    this.#openRunNs += ns;
  }

  add(kind: LoggedKind, value: number): void {
    this.#closeRun();
    this.#put(kind, value);
  }

  receive(kind: typeof logged.receive | typeof logged.receiveInIo, channel: number, blockedNs: Nanoseconds): void {
    this.add(kind, channel);
    this.#putRest(blockedNs);
  }

  /** To read it from its beginning, as it stands now. */
  cursor(): LogCursor {
    this.#closeRun();
    return new LogCursor(this.#bytes.subarray(0, this.#length));
  }

  #closeRun(): void {
    if (this.#openRunNs === 0) return;
    this.#put(logged.run, this.#openRunNs);
    this.#openRunNs = 0;
  }

  #put(kind: LoggedKind, value: number): void {
    const rest = Math.floor(value / FIRST_VALUES);
    const low = value - rest * FIRST_VALUES;
    this.#putByte(kind | (low << KIND_BITS) | (rest > 0 ? MORE : 0));
    if (rest > 0) this.#putRest(rest);
  }

  #putRest(value: number): void {
    let rest = value;
    while (rest >= NEXT_VALUES) {
      const higher = Math.floor(rest / NEXT_VALUES);
      this.#putByte((rest - higher * NEXT_VALUES) | MORE);
      rest = higher;
    }
    this.#putByte(rest);
  }

  #putByte(byte: number): void {
    if (this.#length === this.#bytes.length) {
      const bigger = new Uint8Array(this.#length * 2);
      bigger.set(this.#bytes);
      this.#bytes = bigger;
    }
    this.#bytes[this.#length] = byte;
    this.#length += 1;
  }
}

/** Goes through a log, entry by entry. */
export class LogCursor {
  readonly #bytes: Uint8Array;
  #at = 0;
  kind: LoggedKind = logged.run;
  /** Nanoseconds, the channel, or the child. */
  value = 0;
  /** Of receives only. */
  blockedNs: Nanoseconds = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** Goes to the next entry; false at the end. */
  next(): boolean {
    if (this.#at >= this.#bytes.length) return false;
    const first = this.#byte();
    this.kind = (first & 7) as LoggedKind;
    const low = (first >> KIND_BITS) & (FIRST_VALUES - 1);
    this.value = first & MORE ? low + FIRST_VALUES * this.#rest() : low;
    const receives = this.kind === logged.receive || this.kind === logged.receiveInIo;
    this.blockedNs = receives ? this.#rest() : 0;
    return true;
  }

  #rest(): number {
    let value = 0;
    let factor = 1;
    for (;;) {
      const byte = this.#byte();
      value += (byte & (NEXT_VALUES - 1)) * factor;
      if (byte < MORE) return value;
      factor *= NEXT_VALUES;
    }
  }

  #byte(): number {
    const byte = this.#bytes[this.#at] ?? 0;
    this.#at += 1;
    return byte;
  }
}
