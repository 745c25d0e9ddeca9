/**
 * Names for random streams. A task's stream depends on its document's name and on how many documents
 * of that name come before it, for children also on their parents'; so adding a task of another
 * name, anywhere in the file, changes nobody's draws.
 *
 * 64-bit FNV-1a (Fowler, Noll, Vo): xor a byte, multiply by the prime.
 */
const OFFSET_BASIS = 0xcbf29ce484222325n;
const PRIME = 0x100000001b3n;

/** `parent` is the key of the document that forks this one; `occurrence` counts from 0 among equal names. */
export function streamKey(name: string, occurrence: number, parent: bigint | null): bigint {
  const path = parent === null ? "" : parent.toString(16).padStart(16, "0");
  const bytes = new TextEncoder().encode(`${path}/${name}\0${occurrence}`);
  let hash = OFFSET_BASIS;
  for (const byte of bytes) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * PRIME);
  return hash;
}

/** Counts the documents of each name among siblings. */
export class Occurrences {
  readonly #seen = new Map<string, number>();

  next(name: string): number {
    const occurrence = this.#seen.get(name) ?? 0;
    this.#seen.set(name, occurrence + 1);
    return occurrence;
  }
}
