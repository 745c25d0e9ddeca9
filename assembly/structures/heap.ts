/**
 * A 4-ary min-heap of (key, order) pairs in one flat block of memory. Four children share a cache line and the
 * choice among them has no branches, which a binary heap's unpredictable ones pay for on every level.
 *
 * An entry is 16 bytes, compared as one 128-bit number: `key` first, `order` to break ties. The
 * caller packs what it wants to get back into the low bits of `order`, below what makes it unique.
 *
 *   entry   0     8       16
 *           | key | order |
 */
const ENTRY: usize = 16;

@unmanaged
@final
export class Heap {
  entries: usize;
  count: u32;
  capacity: u32;

  /** Key of the smallest entry; the largest u64 when empty. */
  firstKey(): u64 {
    return this.count ? load<u64>(this.entries) : u64.MAX_VALUE;
  }

  firstOrder(): u64 {
    return load<u64>(this.entries, 8);
  }

  /** The caller has seen to it that `count < capacity`. */
  push(key: u64, order: u64): void {
    const entries = this.entries;
    let index = this.count;
    this.count = index + 1;
    while (index > 0) {
      const parent = (index - 1) >> 2;
      const address = entries + <usize>parent * ENTRY;
      const parentKey = load<u64>(address);
      const parentOrder = load<u64>(address, 8);
      if (!isLess(key, order, parentKey, parentOrder)) break;
      write(entries + <usize>index * ENTRY, parentKey, parentOrder);
      index = parent;
    }
    write(entries + <usize>index * ENTRY, key, order);
  }

  /** Removes the smallest entry. */
  pop(): void {
    const entries = this.entries;
    const count = this.count - 1;
    this.count = count;
    const last = entries + <usize>count * ENTRY;
    const key = load<u64>(last);
    const order = load<u64>(last, 8);
    let index: u32 = 0;
    for (;;) {
      const child = (index << 2) + 1;
      if (child >= count) break;
      const address = smallestChild(entries + <usize>child * ENTRY, count - child);
      const childKey = load<u64>(address);
      const childOrder = load<u64>(address, 8);
      if (!isLess(childKey, childOrder, key, order)) break;
      write(entries + <usize>index * ENTRY, childKey, childOrder);
      index = <u32>((address - entries) / ENTRY);
    }
    write(entries + <usize>index * ENTRY, key, order);
  }
}

/** Bytes for so many entries. */
export function heapSize(capacity: u32): usize {
  return <usize>capacity * ENTRY;
}

function isLess(keyA: u64, orderA: u64, keyB: u64, orderB: u64): bool {
  return <bool>(<i32>(keyA < keyB) | (<i32>(keyA == keyB) & <i32>(orderA < orderB)));
}

function write(address: usize, key: u64, order: u64): void {
  store<u64>(address, key);
  store<u64>(address, order, 8);
}

/** Address of the smallest of the (up to four) entries from `first` on; `available` of them exist. */
function smallestChild(first: usize, available: u32): usize {
  let best = first;
  if (available >= 4) {
    const second = smaller(first, first + ENTRY);
    const fourth = smaller(first + 2 * ENTRY, first + 3 * ENTRY);
    return smaller(second, fourth);
  }
  for (let i: u32 = 1; i < available; i++) best = smaller(best, first + <usize>i * ENTRY);
  return best;
}

function smaller(a: usize, b: usize): usize {
  return select<usize>(b, a, isLess(load<u64>(b), load<u64>(b, 8), load<u64>(a), load<u64>(a, 8)));
}
