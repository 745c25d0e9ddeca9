/** 2.6 on x86-64 and mips64: three words of 64 bits, a chain of "word non-zero?". */
import { Lists } from "../geometry";
import { Words } from "../words";

@unmanaged
@final
export class Chain64<L extends Lists> extends Words<L, u64> {
  search(): i32 {
    if (this.word(0)) return <i32>ctz(this.word(0));
    if (this.word(1)) return 64 + <i32>ctz(this.word(1));
    return 128 + <i32>ctz(this.word(2));
  }
}
