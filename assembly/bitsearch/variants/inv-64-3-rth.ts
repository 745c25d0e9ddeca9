/**
 * The thread of January 2002, R. Henderson: three inverted words of 64 bits, all loaded first; the AND of the words 0
 * and 1 tells whether the usual word 2 is the one, a rare branch selects between the others, and there is one ffz at
 * the end. As posted it selects the other one of the two, and often searches a word that has no zero. Without
 * real-time tasks nobody notices.
 */
import { Lists } from "../geometry";
import { ffz, InvertedWords } from "../inverted-words";

@unmanaged
@final
export class InvertedHenderson<L extends Lists> extends InvertedWords<L, u64> {
  search(): i32 {
    const word0 = this.word(0);
    const word1 = this.word(1);
    let word = this.word(2);
    let offset = 128;
    if ((word0 & word1) != u64.MAX_VALUE) {
      const first = word0 == u64.MAX_VALUE;
      word = first ? word0 : word1;
      offset = first ? 0 : 64;
    }
    return offset + ffz(word);
  }

  /** Whether the word that it has chosen has no zero: the answer of ffz is undefined. */
  isUndefined(): bool {
    const word0 = this.word(0);
    const word1 = this.word(1);
    if ((word0 & word1) == u64.MAX_VALUE) return this.word(2) == u64.MAX_VALUE;
    return word0 == u64.MAX_VALUE || word1 == u64.MAX_VALUE;
  }
}
