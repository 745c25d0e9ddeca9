/**
 * The thread of January 2002, A. Blanchard's suggestion: simply find_first_zero_bit(map, number of lists). A loop
 * over the words; the last one counts up to the last list only, and no delimiter is needed. W: u32 or u64.
 */
import { bitOf, Lists, lists, logBits } from "../geometry";
import { InvertedWords } from "../inverted-words";

@unmanaged
@final
export class InvertedGeneric<L extends Lists, W extends number> extends InvertedWords<L, W> {
  search(): i32 {
    const whole = lists<L>() >> logBits<W>();
    for (let index = 0; index < whole; index++) {
      const free = <W>~this.word(index);
      if (free) return (index << logBits<W>()) + <i32>ctz<W>(free);
    }
    const free = <W>(~this.word(whole) & (bitOf<W>(lists<L>()) - 1));
    return free ? (whole << logBits<W>()) + <i32>ctz<W>(free) : lists<L>();
  }
}
