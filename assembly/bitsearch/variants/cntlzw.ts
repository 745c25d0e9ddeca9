/**
 * ppc: the chain of words of 32 bits (plain-32-chain.ts) where the machine can only count zeros from the top: ffs(x)
 * = 31 - clz(x & -x). WebAssembly has both as one instruction each, so the two chains tell what the detour costs.
 */
import { Lists, wordsFor } from "../geometry";
import { Words } from "../words";

@unmanaged
@final
export class CountLeadingZeros<L extends Lists> extends Words<L, u32> {
  search(): i32 {
    if (this.word(0)) return firstBit(this.word(0));
    if (this.word(1)) return 32 + firstBit(this.word(1));
    if (this.word(2)) return 64 + firstBit(this.word(2));
    if (this.word(3)) return 96 + firstBit(this.word(3));
    if (wordsFor<L, u32>() == 5 || this.word(4)) return 128 + firstBit(this.word(4));
    return 160 + firstBit(this.word(5));
  }
}

function firstBit(word: u32): i32 {
  return 31 - <i32>clz(word & (0 - word));
}
