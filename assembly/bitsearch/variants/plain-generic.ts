/**
 * 2.6 on s390: find_first_bit(map, number of lists). A loop over the words; the last one counts up to the last list
 * only, and no delimiter is needed. W: u32 or u64.
 */
import { bitOf, Lists, lists, logBits } from "../geometry";
import { Words } from "../words";

@unmanaged
@final
export class PlainGeneric<L extends Lists, W extends number> extends Words<L, W> {
  search(): i32 {
    const whole = lists<L>() >> logBits<W>();
    for (let index = 0; index < whole; index++) {
      const word = this.word(index);
      if (word) return (index << logBits<W>()) + <i32>ctz<W>(word);
    }
    const word = <W>(this.word(whole) & (bitOf<W>(lists<L>()) - 1));
    return word ? (whole << logBits<W>()) + <i32>ctz<W>(word) : lists<L>();
  }
}
