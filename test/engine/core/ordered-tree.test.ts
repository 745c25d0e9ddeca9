/** The core's ordered tree against a plain sorted array. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { loadProbe } from "./probe.js";

const probe = await loadProbe();
const seed = 19_780_101;

interface Entry {
  readonly node: number;
  readonly key: bigint;
  readonly value: bigint;
}

/** Few keys, so that ties are many. `from` shifts them all: near the wrap the order is that of the differences. */
const anyKey = fc.bigInt(0n, 12n);
const anyValue = fc.bigInt(-9n, 9n);
const anyStep = fc.record({
  do: fc.constantFrom("insert" as const, "insert" as const, "insert" as const, "remove" as const, "rekey" as const),
  key: anyKey,
  value: anyValue,
  which: fc.nat(),
});
const anySteps = fc.array(anyStep, { maxLength: 200 });

/** Behind all that are not greater. */
function insertInto(reference: Entry[], entry: Entry): void {
  const place = reference.findIndex(({ key }) => key > entry.key);
  reference.splice(place < 0 ? reference.length : place, 0, entry);
}

describe.each([
  ["0", 0n],
  ["the wrap from the largest key to the smallest", 2n ** 63n - 6n],
])("the ordered tree, with keys about %s", (_about, from) => {
  const wrapped = (key: bigint) => BigInt.asIntN(64, key + from);

  test.each([false, true])("keeps order, first in, first out among equals (minima: %s)", (keepsMinima) => {
    const property = fc.property(anySteps, (steps) => {
      const tree = probe.newTree(Number(keepsMinima));
      const reference: Entry[] = [];
      for (const { do: what, key, value, which } of steps) {
        if (what === "insert") {
          const node = probe.newTreeNode();
          probe.treeInsert(tree, node, wrapped(key), value);
          insertInto(reference, { node, key, value });
        } else if (reference.length > 0) {
          const [chosen] = reference.splice(which % reference.length, 1);
          if (what === "remove") {
            probe.treeRemove(tree, chosen!.node);
          } else {
            probe.treeRekey(tree, chosen!.node, wrapped(key));
            insertInto(reference, { ...chosen!, key });
          }
        }
        const nodes = reference.map(({ node }) => node);
        expect(walk(tree, probe.treeFirst, probe.treeNext)).toEqual(nodes);
        expect(walk(tree, probe.treeLast, probe.treePrevious)).toEqual(nodes.reverse());
        if (keepsMinima) expectMinima(tree, reference);
      }
    });
    fc.assert(property, { numRuns: 40, seed });
  });
});

function walk(tree: number, begin: (tree: number) => number, step: (tree: number, node: number) => number): number[] {
  const nodes: number[] = [];
  for (let node = begin(tree); node !== 0; node = step(tree, node)) nodes.push(node);
  return nodes;
}

function expectMinima(tree: number, reference: readonly Entry[]): void {
  for (const limit of [-10n, -5n, 0n, 5n, 10n]) {
    const first = reference.find(({ value }) => value <= limit);
    expect(probe.treeFirstWithin(tree, limit), `limit ${limit}`).toBe(first?.node ?? 0);
  }
}

test("no node of a tree of n is deeper than 2 log2(n + 1), in whatever order it was filled and thinned out", () => {
  for (const keyOf of [(n: number) => n, (n: number) => -n, (n: number) => (n * 7919) % 4096, () => 0]) {
    const tree = probe.newTree(1);
    const nodes = Array.from({ length: 4096 }, (_, index) => {
      const node = probe.newTreeNode();
      probe.treeInsert(tree, node, BigInt(keyOf(index)), BigInt(index));
      return node;
    });
    expectShallow(nodes);
    const kept = nodes.filter((_, index) => index % 4 === 0);
    for (const [index, node] of nodes.entries()) if (index % 4 !== 0) probe.treeRemove(tree, node);
    expectShallow(kept);
    expect(walk(tree, probe.treeFirst, probe.treeNext)).toHaveLength(kept.length);
  }
});

function expectShallow(nodes: readonly number[]): void {
  const deepest = Math.max(...nodes.map((node) => probe.treeDepth(node)));
  expect(deepest).toBeLessThanOrEqual(2 * Math.log2(nodes.length + 1));
}
