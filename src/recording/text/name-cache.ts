/** Names as strings, made once for all the lines that hold the same bytes: a trace has few names and millions of lines. */
import { decode } from "./ascii.js";

/** More names than this belong to no real machine: the table starts anew, and memory stays bounded. */
const MAX_NAMES = 1 << 16;
const SLOTS = 1 << 17;

export class NameCache {
  #names: (string | undefined)[] = new Array(SLOTS).fill(undefined);
  #spelled: (Uint8Array | undefined)[] = new Array(SLOTS).fill(undefined);
  #count = 0;

  get(bytes: Uint8Array, start: number, end: number): string {
    let hash = 0x811c9dc5;
    for (let at = start; at < end; at++) hash = Math.imul(hash ^ (bytes[at] as number), 0x01000193);
    let slot = (hash ^ (hash >>> 15)) & (SLOTS - 1);
    for (;;) {
      const spelled = this.#spelled[slot];
      if (spelled === undefined) return this.#add(slot, bytes, start, end);
      if (isSame(spelled, bytes, start, end)) return this.#names[slot] as string;
      slot = (slot + 1) & (SLOTS - 1);
    }
  }

  #add(slot: number, bytes: Uint8Array, start: number, end: number): string {
    const name = decode(bytes, start, end);
    if (this.#count === MAX_NAMES) {
      this.#names.fill(undefined);
      this.#spelled.fill(undefined);
      this.#count = 0;
      return name;
    }
    this.#names[slot] = name;
    this.#spelled[slot] = bytes.slice(start, end);
    this.#count++;
    return name;
  }
}

function isSame(spelled: Uint8Array, bytes: Uint8Array, start: number, end: number): boolean {
  const { length } = spelled;
  if (length !== end - start) return false;
  for (let index = 0; index < length; index++) if (spelled[index] !== bytes[start + index]) return false;
  return true;
}
