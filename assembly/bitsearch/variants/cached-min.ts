/**
 * Own, as a control: the best priority is remembered, and looked for again only when its list becomes empty, from
 * there on, for nothing better is queued. A search is one load, like the empty loop's; what it saves, insert and
 * remove pay.
 *
 *   | word 0 | word 1 | … |   best: i32
 */
import { bitOf, Lists, lists, wordAddress, wordsFor } from "../geometry";
import { PriorityMap } from "../priority-map";

@unmanaged
@final
export class CachedMinimum<L extends Lists> extends PriorityMap {
  clear(): void {
    memory.fill(changetype<usize>(this), 0, bestOffset<L>());
    this.setBest(lists<L>());
    this.insert(lists<L>());
  }

  insert(priority: i32): void {
    const address = wordAddress<u64>(changetype<usize>(this), priority >> 6);
    store<u64>(address, load<u64>(address) | bitOf<u64>(priority));
    this.setBest(min(priority, this.search()));
  }

  remove(priority: i32): void {
    const map = changetype<usize>(this);
    let index = priority >> 6;
    const address = wordAddress<u64>(map, index);
    store<u64>(address, load<u64>(address) & ~bitOf<u64>(priority));
    if (priority != this.search()) return;
    while (load<u64>(wordAddress<u64>(map, index)) == 0) index++;
    this.setBest((index << 6) + <i32>ctz(load<u64>(wordAddress<u64>(map, index))));
  }

  search(): i32 {
    return load<i32>(changetype<usize>(this) + bestOffset<L>());
  }

  capacity(): i32 {
    return wordsFor<L, u64>() << 6;
  }

  setBest(priority: i32): void {
    store<i32>(changetype<usize>(this) + bestOffset<L>(), priority);
  }
}

function bestOffset<L extends Lists>(): usize {
  return <usize>wordsFor<L, u64>() * sizeof<u64>();
}
