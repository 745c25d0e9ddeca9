/**
 * Text under construction, as bytes. Traces are long and made of few words and many numbers; put
 * together here they take about half the time of joined strings, whose numbers above 2^31 are slow
 * to convert and whose pieces are all copied once more at the end.
 */

const blank = 32;
const zero = 48;
const minus = 45;
const point = 46;
const billion = 1e9;
/** A sign, 16 digits, a point. */
const longestNumber = 18;
/** Below this many bytes a loop is faster than a call of `set`. */
const shortWord = 24;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** A piece of text that will be put often. */
export function word(text: string): Uint8Array {
  return encoder.encode(text);
}

export class ByteText {
  #bytes = new Uint8Array(1 << 16);
  #length = 0;

  /** What was put since the last time; valid until something is put again. */
  takeBytes(): Uint8Array {
    const bytes = this.#bytes.subarray(0, this.#length);
    this.#length = 0;
    return bytes;
  }

  /** Bytes put since the last time. */
  get length(): number {
    return this.#length;
  }

  takeText(): string {
    return decoder.decode(this.takeBytes());
  }

  put(piece: Uint8Array): void {
    this.#reserve(piece.length);
    if (piece.length < shortWord) {
      const bytes = this.#bytes;
      const start = this.#length;
      for (let index = 0; index < piece.length; index += 1) bytes[start + index] = piece[index] as number;
    } else {
      this.#bytes.set(piece, this.#length);
    }
    this.#length += piece.length;
  }

  /** One ASCII character. */
  putCharacter(code: number): void {
    this.#reserve(1);
    this.#bytes[this.#length++] = code;
  }

  /** A whole number between -(2^53 - 1) and 2^53 - 1 in plain decimal. */
  putNumber(value: number): void {
    this.#reserve(longestNumber);
    if (value < 0) this.#bytes[this.#length++] = minus;
    this.#putNatural(Math.abs(value));
  }

  /** A thousandth of a whole number from 0 to 2^53 - 1, exactly: 1234567 is `1234.567`, 2000 is `2`. */
  putThousandths(value: number): void {
    this.#reserve(longestNumber);
    const whole = Math.floor(value / 1000);
    const fraction = value - whole * 1000;
    this.#putNatural(whole);
    if (fraction === 0) return;
    this.#bytes[this.#length++] = point;
    this.#putDigits(fraction | 0, 3);
  }

  /** The same, filled up with blanks on the left. */
  putNumberToWidth(value: number, width: number): void {
    this.#reserve(longestNumber + width);
    for (let length = lengthOf(value); length < width; length += 1) this.#bytes[this.#length++] = blank;
    this.putNumber(value);
  }

  /** Nanoseconds, 0 to 2^53 - 1, as seconds with nine decimals, at least five columns before the point. */
  putSeconds(value: number): void {
    const seconds = Math.floor(value / billion);
    this.putNumberToWidth(seconds, 5);
    this.putCharacter(point);
    this.putZeroFilled(value - seconds * billion, 9);
  }

  /**
   * A whole number from 0 to 2^31 - 1 with leading zeros up to `width` digits, or with more digits if it needs them.
   */
  putZeroFilled(value: number, width: number): void {
    this.#reserve(longestNumber + width);
    this.#putDigits(value, Math.max(width, digitCount(value)));
  }

  #putNatural(value: number): void {
    if (value < billion) {
      this.#putDigits(value | 0, digitCount(value | 0));
      return;
    }
    const billions = Math.floor(value / billion);
    this.#putDigits(billions | 0, digitCount(billions | 0));
    this.#putDigits((value - billions * billion) | 0, 9);
  }

  /** `value` below 2^31, with leading zeros up to `count` digits. */
  #putDigits(value: number, count: number): void {
    const bytes = this.#bytes;
    const start = this.#length;
    let rest = value;
    for (let place = start + count - 1; place >= start; place -= 1) {
      const tenth = (rest / 10) | 0;
      bytes[place] = zero + rest - tenth * 10;
      rest = tenth;
    }
    this.#length = start + count;
  }

  #reserve(more: number): void {
    if (this.#length + more <= this.#bytes.length) return;
    const larger = new Uint8Array(Math.max(this.#bytes.length * 2, this.#length + more));
    larger.set(this.#bytes);
    this.#bytes = larger;
  }
}

/** Characters of a whole number between -(2^31 - 1) and 2^53 - 1. */
function lengthOf(value: number): number {
  if (value < 0) return 1 + digitCount(-value);
  return value < billion ? digitCount(value) : 9 + digitCount(Math.floor(value / billion));
}

function digitCount(value: number): number {
  if (value < 100) return value < 10 ? 1 : 2;
  if (value < 10_000) return value < 1_000 ? 3 : 4;
  if (value < 1_000_000) return value < 100_000 ? 5 : 6;
  if (value < 100_000_000) return value < 10_000_000 ? 7 : 8;
  return 9;
}
