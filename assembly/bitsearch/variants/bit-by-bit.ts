/** Own, what one would write first: every bit is asked, from 0 on; the delimiter ends it. */
import { bitOf, Lists } from "../geometry";
import { Words } from "../words";

@unmanaged
@final
export class BitByBit<L extends Lists> extends Words<L, u32> {
  search(): i32 {
    let priority = 0;
    while ((this.word(priority >> 5) & bitOf<u32>(priority)) == 0) priority++;
    return priority;
  }
}
