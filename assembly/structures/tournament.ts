/**
 * A tournament (winner) tree over a fixed number of u64 keys: the smallest key at any time, each change in
 * log2(n) steps, fewer where a subtree's winner stays the same. It holds the ends of the current
 * runs of all CPUs: 3 levels for 8 CPUs, 6 for 64.
 *
 * The tree is an array of 2 × width keys, width the next power of two: node i has the children 2i and 2i + 1,
 * the leaves are width … 2 × width - 1, unused leaves hold the largest u64.
 */
@unmanaged
@final
export class Tournament {
  nodes: usize;
  width: u32;

  first(): u64 {
    return load<u64>(this.nodes, 8);
  }

  get(leaf: u32): u64 {
    return load<u64>(this.nodes + ((<usize>(this.width + leaf)) << 3));
  }

  set(leaf: u32, key: u64): void {
    const nodes = this.nodes;
    let node = <usize>(this.width + leaf);
    store<u64>(nodes + (node << 3), key);
    while (node > 1) {
      const pair = nodes + ((node & ~1) << 3);
      const winner = min<u64>(load<u64>(pair), load<u64>(pair, 8));
      node >>= 1;
      const address = nodes + (node << 3);
      if (load<u64>(address) == winner) return;
      store<u64>(address, winner);
    }
  }

  /** The lowest leaf whose key is the smallest one. */
  firstLeaf(): u32 {
    const nodes = this.nodes;
    const key = load<u64>(nodes, 8);
    let node: u32 = 1;
    while (node < this.width) {
      node <<= 1;
      node += <u32>(load<u64>(nodes + ((<usize>node) << 3)) != key);
    }
    return node - this.width;
  }
}

/** The number of leaves, a power of two, at least 2 so that node 1 is never a leaf. */
export function tournamentWidth(leaves: u32): u32 {
  let width: u32 = 2;
  while (width < leaves) width <<= 1;
  return width;
}

export function tournamentSize(leaves: u32): usize {
  return (<usize>tournamentWidth(leaves)) << 4;
}

export function clearTournament(tournament: Tournament, nodes: usize, leaves: u32): void {
  tournament.nodes = nodes;
  tournament.width = tournamentWidth(leaves);
  memory.fill(nodes, 0xff, tournamentSize(leaves));
}
