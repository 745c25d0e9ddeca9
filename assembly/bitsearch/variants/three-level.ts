/**
 * Own: summary words over summary words over words, of 16 bits each, so that three levels hold 4096 lists and every
 * level of 2048 lists has something to do. Three ctz, no branch; an insert changes three words, a removal up to
 * three.
 *
 *   | word 0 | word 1 | … |   | summary 0 | … |   | summary of the summaries |    all u16
 */
import { bitOf, Lists, lists, wordAddress, wordsFor } from "../geometry";
import { PriorityMap } from "../priority-map";

@unmanaged
@final
export class ThreeLevel<L extends Lists> extends PriorityMap {
  clear(): void {
    memory.fill(changetype<usize>(this), 0, topOffset<L>() + sizeof<u16>());
    this.insert(lists<L>());
  }

  insert(priority: i32): void {
    const map = changetype<usize>(this);
    setBit(map, priority);
    setBit(map + summaryOffset<L>(), priority >> 4);
    setBit(map + topOffset<L>(), priority >> 8);
  }

  remove(priority: i32): void {
    const map = changetype<usize>(this);
    if (clearBit(map, priority)) return;
    if (clearBit(map + summaryOffset<L>(), priority >> 4)) return;
    clearBit(map + topOffset<L>(), priority >> 8);
  }

  search(): i32 {
    const map = changetype<usize>(this);
    const top = <i32>ctz<u32>(load<u16>(map + topOffset<L>()));
    const summary = (top << 4) + <i32>ctz<u32>(load<u16>(wordAddress<u16>(map + summaryOffset<L>(), top)));
    return (summary << 4) + <i32>ctz<u32>(load<u16>(wordAddress<u16>(map, summary)));
  }

  capacity(): i32 {
    return wordsFor<L, u16>() << 4;
  }
}

function summaryOffset<L extends Lists>(): usize {
  return <usize>wordsFor<L, u16>() * sizeof<u16>();
}

function topOffset<L extends Lists>(): usize {
  return summaryOffset<L>() + <usize>(((wordsFor<L, u16>() - 1) >> 4) + 1) * sizeof<u16>();
}

function setBit(words: usize, bit: i32): void {
  const address = wordAddress<u16>(words, bit >> 4);
  store<u16>(address, load<u16>(address) | bitOf<u16>(bit));
}

/** Returns what is left of the word. */
function clearBit(words: usize, bit: i32): u16 {
  const address = wordAddress<u16>(words, bit >> 4);
  const word = <u16>(load<u16>(address) & ~bitOf<u16>(bit));
  store<u16>(address, word);
  return word;
}
