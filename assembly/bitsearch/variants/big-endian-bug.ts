/**
 * A. Blanchard's dump in the thread of January 2002, as a model: the inverted map was an array of bytes, filled byte
 * by byte (21 times 0xff for 168 lists), but searched in words of 64 bits, on a big-endian machine. The three bytes
 * that nobody filled are then the low ones of word 2 and say that the lists 128 to 151 hold something: "128 all the
 * time". Needs a number of lists that is a multiple of 8.
 */
import { bitOf, Lists, lists } from "../geometry";
import { ffz } from "../inverted-words";
import { PriorityMap } from "../priority-map";

@unmanaged
@final
export class BigEndianBug<L extends Lists> extends PriorityMap {
  clear(): void {
    memory.fill(changetype<usize>(this), 0, 24);
    memory.fill(changetype<usize>(this), 0xff, <usize>(lists<L>() >> 3));
    this.insert(lists<L>());
  }

  /** The bytes of a word stand in memory as on a big-endian machine. */
  word(index: i32): u64 {
    return bswap<u64>(load<u64>(changetype<usize>(this) + ((<usize>index) << 3)));
  }

  setWord(index: i32, word: u64): void {
    store<u64>(changetype<usize>(this) + ((<usize>index) << 3), bswap<u64>(word));
  }

  insert(priority: i32): void {
    this.setWord(priority >> 6, this.word(priority >> 6) & ~bitOf<u64>(priority));
  }

  remove(priority: i32): void {
    this.setWord(priority >> 6, this.word(priority >> 6) | bitOf<u64>(priority));
  }

  search(): i32 {
    if (this.word(0) != u64.MAX_VALUE) return ffz(this.word(0));
    if (this.word(1) != u64.MAX_VALUE) return 64 + ffz(this.word(1));
    return 128 + ffz(this.word(2));
  }

  capacity(): i32 {
    return 192;
  }
}
