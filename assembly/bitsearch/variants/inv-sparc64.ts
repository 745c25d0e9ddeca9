/**
 * 2.5.2 on sparc64: three inverted words of 64 bits. The AND of the words 0 and 1 tells that no real-time task is
 * queued: then one ffz in word 2, else the generic search of 128 bits.
 */
import { Lists } from "../geometry";
import { ffz, InvertedWords } from "../inverted-words";

@unmanaged
@final
export class InvertedSparc64<L extends Lists> extends InvertedWords<L, u64> {
  search(): i32 {
    if ((this.word(0) & this.word(1)) == u64.MAX_VALUE) return 128 + ffz(this.word(2));
    let index = 0;
    while (this.word(index) == u64.MAX_VALUE) index++;
    return (index << 6) + ffz(this.word(index));
  }
}
