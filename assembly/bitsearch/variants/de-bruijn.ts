/**
 * C. Leiserson, H. Prokop, K. Randall: "Using de Bruijn sequences to index a 1 in a computer word", 1998. The lowest
 * bit times a sequence in which every six bits are different ones: the top six bits of the product tell which bit it
 * was, through a table of 64 entries. A loop finds the word.
 */
import { Lists } from "../geometry";
import { Words } from "../words";

const SEQUENCE: u64 = 0x03f79d71b4cb0a89;
const BIT = memory.data(64);
for (let bit: u64 = 0; bit < 64; bit++) store<u8>(BIT + <usize>((SEQUENCE << bit) >> 58), <u8>bit);

@unmanaged
@final
export class DeBruijn<L extends Lists> extends Words<L, u64> {
  search(): i32 {
    let index = 0;
    while (this.word(index) == 0) index++;
    const word = this.word(index);
    const lowest = word & (0 - word);
    return (index << 6) + load<u8>(BIT + <usize>((lowest * SEQUENCE) >> 58));
  }
}
