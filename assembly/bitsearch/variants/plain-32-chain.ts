/**
 * 2.5.3 on i386 (six words for 168 lists) and 2.6 on i386, ppc and mips32 (five for 140): words of 32 bits, a chain
 * of "word non-zero?", the words of the real-time lists predicted to be empty. WebAssembly has no such hints.
 */
import { Lists, wordsFor } from "../geometry";
import { Words } from "../words";

@unmanaged
@final
export class Chain32<L extends Lists> extends Words<L, u32> {
  search(): i32 {
    if (this.word(0)) return <i32>ctz(this.word(0));
    if (this.word(1)) return 32 + <i32>ctz(this.word(1));
    if (this.word(2)) return 64 + <i32>ctz(this.word(2));
    if (this.word(3)) return 96 + <i32>ctz(this.word(3));
    if (wordsFor<L, u32>() == 5 || this.word(4)) return 128 + <i32>ctz(this.word(4));
    return 160 + <i32>ctz(this.word(5));
  }
}
