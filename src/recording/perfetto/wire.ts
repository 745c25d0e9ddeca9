/**
 * The wire format of protocol buffers, read in place: a cursor over the fields of one message. 64-bit numbers become
 * doubles, exact up to 2^53; negative ones are read as such.
 */

export const VARINT = 0;
export const FIXED_64 = 1;
export const BYTES = 2;
export const FIXED_32 = 5;

const TWO_TO_32 = 2 ** 32;

export class Message {
  readonly bytes: Uint8Array;
  readonly end: number;
  /** The field that `next` came to. */
  field = 0;
  wireType = VARINT;
  /** Its value, if it is a varint. */
  number = 0;
  /** Where its bytes are, if it has any. */
  start = 0;
  stop = 0;
  /** Whether the message is damaged: a field goes beyond its end. */
  isBroken = false;
  #at: number;

  constructor(bytes: Uint8Array, start: number, end: number) {
    this.bytes = bytes;
    this.#at = start;
    this.end = end;
  }

  /** A second cursor, from here on. */
  copy(): Message {
    return new Message(this.bytes, this.#at, this.end);
  }

  /** Comes to the next field; false at the end, and where the rest makes no sense. */
  next(): boolean {
    if (this.#at >= this.end || this.isBroken) return false;
    const tag = this.varint();
    this.field = Math.floor(tag / 8);
    this.wireType = tag % 8;
    switch (this.wireType) {
      case VARINT:
        this.number = this.varint();
        break;
      case BYTES: {
        const length = this.varint();
        this.start = this.#at;
        this.#at += length;
        this.stop = this.#at;
        break;
      }
      case FIXED_64:
        this.start = this.#at;
        this.#at += 8;
        this.stop = this.#at;
        break;
      case FIXED_32:
        this.start = this.#at;
        this.#at += 4;
        this.stop = this.#at;
        break;
      default:
        this.isBroken = true;
    }
    if (this.#at > this.end || this.field === 0) this.isBroken = true;
    return !this.isBroken;
  }

  /** The field as a message of its own. */
  message(): Message {
    return new Message(this.bytes, this.start, this.stop);
  }

  /** The field's bytes as unsigned numbers, or its one number where they are not packed. */
  appendNumbers(to: number[]): void {
    if (this.wireType === VARINT) {
      to.push(this.number);
      return;
    }
    const packed = this.message();
    while (packed.#at < packed.end) to.push(packed.varint());
    if (packed.isBroken) this.isBroken = true;
  }

  varint(): number {
    const { bytes, end } = this;
    let low = 0;
    for (let shift = 0; shift < 28; shift += 7) {
      if (this.#at >= end) return this.#broken();
      const byte = bytes[this.#at++] as number;
      low |= (byte & 0x7f) << shift;
      if (byte < 0x80) return low;
    }
    return this.#longVarint(low);
  }

  /** From the fifth byte on, which has the upper 4 bits of the lower half and the lower 3 of the upper one. */
  #longVarint(lowest28: number): number {
    const { bytes, end } = this;
    if (this.#at >= end) return this.#broken();
    let byte = bytes[this.#at++] as number;
    const low = (lowest28 | ((byte & 0x0f) << 28)) >>> 0;
    let high = (byte & 0x7f) >> 4;
    for (let shift = 3; byte >= 0x80; shift += 7) {
      if (this.#at >= end || shift > 31) return this.#broken();
      byte = bytes[this.#at++] as number;
      high |= (byte & 0x7f) << shift;
    }
    // The upper half's sign is the number's: two's complement.
    return (high | 0) * TWO_TO_32 + low;
  }

  #broken(): number {
    this.isBroken = true;
    this.#at = this.end;
    return 0;
  }
}
