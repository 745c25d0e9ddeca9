/**
 * Folklore of machines without "find first set": a loop over the bytes, and a table of 256 entries for the first one
 * that is not zero.
 */
import { Lists } from "../geometry";
import { Words } from "../words";

/** The lowest set bit of each byte. */
const FIRST_BIT = memory.data(256);
for (let byte: usize = 1; byte < 256; byte++) store<u8>(FIRST_BIT + byte, <u8>ctz(byte));

@unmanaged
@final
export class ByteTable<L extends Lists> extends Words<L, u32> {
  search(): i32 {
    const map = changetype<usize>(this);
    let index: usize = 0;
    while (load<u8>(map + index) == 0) index++;
    return <i32>(index << 3) + load<u8>(FIRST_BIT + load<u8>(map + index));
  }
}
