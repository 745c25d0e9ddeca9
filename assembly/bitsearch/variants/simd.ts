/**
 * Own: vectors of 16 bytes. Two of them are compared with zero at once, a bit for each byte tells which are not, and
 * ctz finds the first one; a second ctz finds the bit in it. The loop goes in steps of 32 bytes: 140 and 168 lists
 * need one step, and no branch. The only place where SIMD is allowed.
 */
import { bitOf, Lists, lists, wordsFor } from "../geometry";
import { PriorityMap } from "../priority-map";

const STEP: usize = 32;

@unmanaged
@final
export class Simd<L extends Lists> extends PriorityMap {
  clear(): void {
    memory.fill(changetype<usize>(this), 0, steps<L>() * STEP);
    this.insert(lists<L>());
  }

  insert(priority: i32): void {
    const address = changetype<usize>(this) + <usize>(priority >> 3);
    store<u8>(address, load<u8>(address) | bitOf<u8>(priority));
  }

  remove(priority: i32): void {
    const address = changetype<usize>(this) + <usize>(priority >> 3);
    store<u8>(address, load<u8>(address) & ~bitOf<u8>(priority));
  }

  search(): i32 {
    const map = changetype<usize>(this);
    let base = map;
    let filled = filledBytes(base);
    if (steps<L>() > 1) {
      while (filled == 0) {
        base += STEP;
        filled = filledBytes(base);
      }
    }
    const at = base + <usize>ctz(filled);
    return <i32>((at - map) << 3) + <i32>ctz<u32>(load<u8>(at));
  }

  capacity(): i32 {
    return wordsFor<L, u64>() << 6;
  }
}

function steps<L extends Lists>(): usize {
  return <usize>((lists<L>() >> 8) + 1);
}

/** A bit for each of 32 bytes: it is not zero. */
function filledBytes(address: usize): u32 {
  const zero = i64x2.splat(0);
  const low = i8x16.bitmask(i8x16.ne(v128.load(address), zero));
  const high = i8x16.bitmask(i8x16.ne(v128.load(address, 16), zero));
  return low | (high << 16);
}
