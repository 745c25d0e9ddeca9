/**
 * The thread of January 2002, I. Kokshaysky: what R. Henderson posted (inv-64-3-rth.ts), with the two conditions
 * reversed. Correct.
 */
import { Lists } from "../geometry";
import { ffz, InvertedWords } from "../inverted-words";

@unmanaged
@final
export class InvertedKokshaysky<L extends Lists> extends InvertedWords<L, u64> {
  search(): i32 {
    const word0 = this.word(0);
    const word1 = this.word(1);
    let word = this.word(2);
    let offset = 128;
    if ((word0 & word1) != u64.MAX_VALUE) {
      const first = word0 != u64.MAX_VALUE;
      word = first ? word0 : word1;
      offset = first ? 0 : 64;
    }
    return offset + ffz(word);
  }
}
