/**
 * A map in which 1 means that a list is empty, as until 2.5.3-pre3. The bit behind the last list is the delimiter,
 * always 0.
 */
import { bitOf, Lists, lists, logBits, wordAddress, wordsFor } from "./geometry";
import { PriorityMap } from "./priority-map";

/** W: u32 or u64. */
@unmanaged
export abstract class InvertedWords<L extends Lists, W extends number> extends PriorityMap {
  word(index: i32): W {
    return load<W>(wordAddress<W>(changetype<usize>(this), index));
  }

  clear(): void {
    memory.fill(changetype<usize>(this), 0xff, <usize>wordsFor<L, W>() * sizeof<W>());
    this.insert(lists<L>());
  }

  insert(priority: i32): void {
    const address = wordAddress<W>(changetype<usize>(this), priority >> logBits<W>());
    store<W>(address, load<W>(address) & ~bitOf<W>(priority));
  }

  remove(priority: i32): void {
    const address = wordAddress<W>(changetype<usize>(this), priority >> logBits<W>());
    store<W>(address, load<W>(address) | bitOf<W>(priority));
  }

  capacity(): i32 {
    return wordsFor<L, W>() << logBits<W>();
  }
}

/**
 * "Find first zero": the lowest bit of a word that is 0. Like the instruction, it has no answer for a word without
 * any: here 64.
 */
export function ffz(word: u64): i32 {
  return <i32>ctz(~word);
}
