/**
 * Own: a summary word over the words; its bit i says that word i is not zero. Two ctz, no loop, no branch, for any
 * mix of priorities. 2048 lists are 32 words of 64 bits, or 64 of 32 bits. An insert also sets the summary's bit, the
 * removal of a word's last bit clears it. With 64 words before it the delimiter has a word of its own and no bit:
 * ctz(0) is the number of bits. W: u32 or u64.
 *
 *   | word 0 | word 1 | … | the delimiter's word |   summary: u64, aligned
 */
import { bitOf, Lists, lists, logBits, wordAddress, wordsFor } from "../geometry";
import { PriorityMap } from "../priority-map";

@unmanaged
@final
export class TwoLevel<L extends Lists, W extends number> extends PriorityMap {
  clear(): void {
    memory.fill(changetype<usize>(this), 0, summaryOffset<L, W>() + sizeof<u64>());
    if (wordsFor<L, W>() <= 64) this.insert(lists<L>());
    else store<W>(wordAddress<W>(changetype<usize>(this), 64), bitOf<W>(lists<L>()));
  }

  insert(priority: i32): void {
    const map = changetype<usize>(this);
    const index = priority >> logBits<W>();
    const address = wordAddress<W>(map, index);
    store<W>(address, load<W>(address) | bitOf<W>(priority));
    store<u64>(map + summaryOffset<L, W>(), load<u64>(map + summaryOffset<L, W>()) | ((<u64>1) << (<u64>index)));
  }

  remove(priority: i32): void {
    const map = changetype<usize>(this);
    const index = priority >> logBits<W>();
    const address = wordAddress<W>(map, index);
    const word = <W>(load<W>(address) & ~bitOf<W>(priority));
    store<W>(address, word);
    const summary = load<u64>(map + summaryOffset<L, W>());
    store<u64>(map + summaryOffset<L, W>(), summary & ~((<u64>(word == 0)) << (<u64>index)));
  }

  search(): i32 {
    const map = changetype<usize>(this);
    const index = <i32>ctz(load<u64>(map + summaryOffset<L, W>()));
    return (index << logBits<W>()) + <i32>ctz<W>(load<W>(wordAddress<W>(map, index)));
  }

  capacity(): i32 {
    return min(wordsFor<L, W>(), 64) << logBits<W>();
  }
}

function summaryOffset<L extends Lists, W extends number>(): usize {
  return (<usize>wordsFor<L, W>() * sizeof<W>() + 7) & ~7;
}
