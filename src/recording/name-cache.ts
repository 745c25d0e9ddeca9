/**
 * Names as strings, made once for all the lines that hold the same bytes: a trace has few names and millions of lines.
 */
import { decode } from "./text/ascii.js";

/** More names than this belong to no real machine: the table starts anew, and memory stays bounded. */
const MAX_NAMES = 1 << 16;

interface Entry {
  readonly bytes: Uint8Array;
  readonly hash: number;
  readonly name: string;
}

export class NameCache {
  /** Open addressing, at most half full; the length is a power of two. */
  #slots: (Entry | undefined)[] = new Array(256).fill(undefined);
  #count = 0;

  get(bytes: Uint8Array, start: number, end: number): string {
    let hash = 0x811c9dc5;
    for (let at = start; at < end; at++) hash = Math.imul(hash ^ (bytes[at] as number), 0x01000193);
    const mask = this.#slots.length - 1;
    for (let slot = placeOf(hash, mask); ; slot = (slot + 1) & mask) {
      const entry = this.#slots[slot];
      if (entry === undefined)
        return this.#add({ bytes: bytes.slice(start, end), hash, name: decode(bytes, start, end) });
      if (entry.hash === hash && isSame(entry.bytes, bytes, start, end)) return entry.name;
    }
  }

  #add(entry: Entry): string {
    if (this.#count === MAX_NAMES) {
      this.#slots.fill(undefined);
      this.#count = 0;
    } else if (2 * this.#count >= this.#slots.length) {
      const entries = this.#slots;
      this.#slots = new Array(4 * entries.length).fill(undefined);
      for (const each of entries) if (each !== undefined) this.#put(each);
    }
    this.#put(entry);
    this.#count++;
    return entry.name;
  }

  #put(entry: Entry): void {
    const mask = this.#slots.length - 1;
    let slot = placeOf(entry.hash, mask);
    while (this.#slots[slot] !== undefined) slot = (slot + 1) & mask;
    this.#slots[slot] = entry;
  }
}

/** The lower bits of this hash depend on the last characters most, which are what differs in numbered names. */
function placeOf(hash: number, mask: number): number {
  return (hash ^ (hash >>> 15)) & mask;
}

function isSame(spelled: Uint8Array, bytes: Uint8Array, start: number, end: number): boolean {
  const { length } = spelled;
  if (length !== end - start) return false;
  for (let index = 0; index < length; index++) if (spelled[index] !== bytes[start + index]) return false;
  return true;
}
