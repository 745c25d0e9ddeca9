/**
 * 2.5.2-pre10 on i386, copied to sparc: six inverted words of 32 bits. Real-time tasks are rare, so one AND of the
 * words 0 to 3 tells at once that all their 128 lists are empty; then word 4 is looked at, else word 5. With a
 * real-time task: a loop over the 128 bits.
 */
import { Lists } from "../geometry";
import { InvertedWords } from "../inverted-words";

@unmanaged
@final
export class InvertedI386<L extends Lists> extends InvertedWords<L, u32> {
  search(): i32 {
    if ((this.word(0) & this.word(1) & this.word(2) & this.word(3)) == u32.MAX_VALUE) {
      if (this.word(4) != u32.MAX_VALUE) return 128 + <i32>ctz(~this.word(4));
      return 160 + <i32>ctz(~this.word(5));
    }
    let index = 0;
    while (this.word(index) == u32.MAX_VALUE) index++;
    return (index << 5) + <i32>ctz(~this.word(index));
  }
}
