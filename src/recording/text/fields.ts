/**
 * `key=value` fields of one event, read from left to right. A comm may hold blanks, `=` and whole fields, so it ends
 * only where the fields that must follow it really do.
 */
import { find, integer, SPACE, skipBlanks, skipInteger, skipWord, standsAt } from "./ascii.js";

export class Fields {
  bytes: Uint8Array = new Uint8Array();
  at = 0;
  end = 0;
  /** Of the last comm that was read. */
  commStart = 0;
  commEnd = 0;

  set(bytes: Uint8Array, start: number, end: number): void {
    this.bytes = bytes;
    this.at = start;
    this.end = end;
  }

  /** Goes behind `key=` if it stands here, after blanks. */
  key(key: Uint8Array): boolean {
    const at = skipBlanks(this.bytes, this.at, this.end);
    if (!standsAt(this.bytes, at, this.end, key)) return false;
    this.at = at + key.length;
    return true;
  }

  /** Goes behind the next `key=` wherever it stands. */
  seek(key: Uint8Array): boolean {
    const at = find(this.bytes, this.at, this.end, key);
    if (at === -1) return false;
    this.at = at + key.length;
    return true;
  }

  /** The whole number here, or null where there is none. */
  number(): number | null {
    const end = skipInteger(this.bytes, this.at, this.end);
    if (end === this.at) return null;
    const value = integer(this.bytes, this.at, end);
    this.at = end;
    return value;
  }

  /** `key=` and its number, or null. */
  numberOf(key: Uint8Array): number | null {
    return this.key(key) ? this.number() : null;
  }

  /**
   * A comm that is followed by `pidKey` (which begins with its blank), a number, and `nextKey`; gives the pid and
   * stands behind `nextKey`. null if there is no such place.
   */
  commAndPid(pidKey: Uint8Array, nextKey: Uint8Array): number | null {
    this.commStart = this.at;
    for (let from = this.at; ; ) {
      const blank = find(this.bytes, from, this.end, pidKey);
      if (blank === -1) return null;
      this.at = blank + pidKey.length;
      const pid = this.number();
      if (pid !== null && this.key(nextKey)) {
        this.commEnd = blank;
        return pid;
      }
      from = blank + 1;
    }
  }

  /**
   * A comm that is followed by `numberKey` and a number, and that by a blank or the end of the line; gives the number.
   */
  commAndNumber(numberKey: Uint8Array): number | null {
    this.commStart = this.at;
    for (let from = this.at; ; ) {
      const blank = find(this.bytes, from, this.end, numberKey);
      if (blank === -1) return null;
      this.at = blank + numberKey.length;
      const value = this.number();
      if (value !== null && (this.at === this.end || this.bytes[this.at] === SPACE)) {
        this.commEnd = blank;
        return value;
      }
      from = blank + 1;
    }
  }

  /** A comm up to `endKey` (which begins with its blank), or to the end of the line. */
  commUpTo(endKey: Uint8Array): void {
    this.commStart = this.at;
    const blank = find(this.bytes, this.at, this.end, endKey);
    this.commEnd = blank === -1 ? this.end : blank;
    this.at = this.commEnd;
  }

  /** The end of the word here; the reading goes on behind it. */
  word(): number {
    this.at = skipWord(this.bytes, this.at, this.end);
    return this.at;
  }
}
