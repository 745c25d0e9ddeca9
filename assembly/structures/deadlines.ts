/**
 * A fixed number of deadlines (u64), the earliest one known at any time. It holds the ends of the current runs of all CPUs.
 *
 * A flat array with the minimum cached: a new deadline costs a store and a comparison, and only when the earliest one goes is the
 * array looked through again, which for a few dozen CPUs is cheaper than any tree (its loads do not wait for each other).
 */
@unmanaged
@final
export class Deadlines {
  private keys: usize;
  private count: u32;
  private stale: bool;
  private earliest: u64;

  /** Takes `count` × 8 bytes; no deadline is set. */
  open(keys: usize, count: u32): void {
    this.keys = keys;
    this.count = count;
    this.stale = false;
    this.earliest = u64.MAX_VALUE;
    memory.fill(keys, 0xff, (<usize>count) << 3);
  }

  get(index: u32): u64 {
    return load<u64>(this.keys + ((<usize>index) << 3));
  }

  /** The largest u64: none. */
  set(index: u32, deadline: u64): void {
    const address = this.keys + ((<usize>index) << 3);
    if (load<u64>(address) == this.earliest) this.stale = true;
    store<u64>(address, deadline);
    if (deadline <= this.earliest) {
      this.earliest = deadline;
      this.stale = false;
    }
  }

  /** The earliest deadline; the largest u64 if there is none. */
  first(): u64 {
    if (this.stale) this.findEarliest();
    return this.earliest;
  }

  /** Clears all deadlines at this time, the earliest one; returns whose they were, bit by bit (at most 64 of them). */
  takeAt(time: u64): u64 {
    let taken: u64 = 0;
    for (let index: u32 = 0; index < this.count; index++) {
      const address = this.keys + ((<usize>index) << 3);
      if (load<u64>(address) != time) continue;
      store<u64>(address, u64.MAX_VALUE);
      taken |= (<u64>1) << (<u64>index);
    }
    this.stale = true;
    return taken;
  }

  private findEarliest(): void {
    const end = this.keys + ((<usize>this.count) << 3);
    let earliest = u64.MAX_VALUE;
    for (let address = this.keys; address < end; address += 8) earliest = min<u64>(earliest, load<u64>(address));
    this.earliest = earliest;
    this.stale = false;
  }
}
