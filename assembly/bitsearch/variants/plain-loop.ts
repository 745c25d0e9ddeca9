/**
 * 2.6 on arm: a loop over the words that ends at the first one that is not zero; the delimiter ends it at the latest.
 * W: u32 or u64.
 */
import { Lists, logBits } from "../geometry";
import { Words } from "../words";

@unmanaged
@final
export class PlainLoop<L extends Lists, W extends number> extends Words<L, W> {
  search(): i32 {
    let index = 0;
    while (this.word(index) == 0) index++;
    return (index << logBits<W>()) + <i32>ctz<W>(this.word(index));
  }
}
