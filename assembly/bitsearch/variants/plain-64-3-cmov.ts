/** 2.6 on alpha: three words of 64 bits without a branch: two selects for the word, two for its offset, and one ffs. */
import { Lists } from "../geometry";
import { Words } from "../words";

@unmanaged
@final
export class Select64<L extends Lists> extends Words<L, u64> {
  search(): i32 {
    const word0 = this.word(0);
    const word1 = this.word(1);
    const later = select<u64>(word1, this.word(2), word1 != 0);
    const offset = select<i32>(64, 128, word1 != 0);
    return select<i32>(0, offset, word0 != 0) + <i32>ctz(select<u64>(word0, later, word0 != 0));
  }
}
