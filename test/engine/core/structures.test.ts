/** The core's structures against plain arrays that do the same slowly. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { loadProbe, unsigned } from "./probe.js";

const probe = await loadProbe();
const seed = 19_640_605;
const largest = 2n ** 64n - 1n;

describe("the heap", () => {
  /** Few keys, so that ties are many; and the largest ones. */
  const anyKey = fc.oneof(
    fc.bigInt(0n, 5n),
    fc.bigInt(0n, largest),
    fc.constantFrom(largest - 1n, 2n ** 63n, 2n ** 32n),
  );
  const anyStep = fc.oneof({ weight: 3, arbitrary: anyKey }, { weight: 2, arbitrary: fc.constant("pop" as const) });

  test("gives the smallest key first, and among equal keys the smallest order, through pushes and pops", () => {
    const property = fc.property(fc.array(anyStep, { maxLength: 300 }), fc.boolean(), (steps, descending) => {
      const heap = probe.newHeap(300);
      const reference: { key: bigint; order: bigint }[] = [];
      steps.forEach((step, index) => {
        if (step !== "pop") {
          const order = unsigned(descending ? largest - BigInt(index) : BigInt(index));
          probe.heapPush(heap, step, order);
          reference.push({ key: step, order });
          reference.sort((a, b) => compare(a.key, b.key) || compare(a.order, b.order));
        } else if (reference.length > 0) {
          probe.heapPop(heap);
          reference.shift();
        }
        expect(probe.heapCount(heap)).toBe(reference.length);
        expect(unsigned(probe.heapFirstKey(heap))).toBe(reference[0]?.key ?? largest);
        if (reference[0]) expect(unsigned(probe.heapFirstOrder(heap))).toBe(reference[0].order);
      });
    });
    fc.assert(property, { numRuns: 100, seed });
  });

  test("sorts ten thousand entries", () => {
    const heap = probe.newHeap(10_000);
    const stream = probe.newStream(1n);
    const keys = Array.from({ length: 10_000 }, () => unsigned(probe.streamNext(stream)) % 1000n);
    for (const [index, key] of keys.entries()) probe.heapPush(heap, key, BigInt(index));
    const sorted = keys.map((key, index) => ({ key, order: BigInt(index) }));
    sorted.sort((a, b) => compare(a.key, b.key) || compare(a.order, b.order));
    for (const { key, order } of sorted) {
      expect([probe.heapFirstKey(heap), probe.heapFirstOrder(heap)]).toEqual([key, order]);
      probe.heapPop(heap);
    }
    expect(probe.heapCount(heap)).toBe(0);
  });
});

describe("the deadlines", () => {
  test.each([1, 2, 3, 8, 33, 64])("of %i CPUs know the earliest, and give up all of one time together", (count) => {
    const anyChange = fc.oneof(
      fc.tuple(fc.nat(count - 1), fc.oneof(fc.bigInt(0n, 3n), fc.constant(largest), fc.bigInt(0n, largest))),
      fc.constant("take" as const),
    );
    const property = fc.property(fc.array(anyChange, { maxLength: 100 }), (changes) => {
      const deadlines = probe.newDeadlines(count);
      const reference = Array.from({ length: count }, () => largest);
      const earliest = () => [...reference].sort(compare)[0]!;
      expect(unsigned(probe.deadlinesFirst(deadlines))).toBe(largest);
      for (const change of changes) {
        if (change === "take") {
          const first = earliest();
          if (first === largest) continue;
          const owners = reference.reduce(
            (bits, time, index) => (time === first ? bits | (1n << BigInt(index)) : bits),
            0n,
          );
          expect(unsigned(probe.deadlinesTakeAt(deadlines, first))).toBe(owners);
          reference.forEach((time, index) => {
            if (time === first) reference[index] = largest;
          });
        } else {
          const [index, time] = change;
          probe.deadlinesSet(deadlines, index, time);
          reference[index] = time;
          expect(unsigned(probe.deadlinesGet(deadlines, index))).toBe(time);
        }
        expect(unsigned(probe.deadlinesFirst(deadlines))).toBe(earliest());
      }
    });
    fc.assert(property, { numRuns: 20, seed });
  });
});

/** 140 from 2.6 on, 168 in January 2002; and sizes at the edges of the words. */
describe.each([140, 168, 1, 63, 64, 65, 127, 128, 129, 191])("the priority array of %i levels", (levels) => {
  const anyPriority = fc.nat(levels - 1);
  const anyStep = fc.oneof(
    {
      weight: 3,
      arbitrary: fc.record({ do: fc.constant("enqueue" as const), priority: anyPriority, which: fc.nat() }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        do: fc.constantFrom("dequeue" as const, "requeue" as const, "before" as const, "move" as const),
        priority: anyPriority,
        which: fc.nat(),
      }),
    },
  );

  test("keeps its lists in order, its bitmap and its count true, and finds the best priority from any on", () => {
    const property = fc.property(fc.array(anyStep, { maxLength: 60 }), anyPriority, (steps, from) => {
      const array = probe.newPriorityArray(levels);
      const reference: number[][] = Array.from({ length: levels }, () => []);
      for (const step of steps) {
        apply(array, reference, step);
        const priorities = reference.flatMap((list, priority) => (list.length > 0 ? priority : []));
        expect(probe.arrayFirst(array)).toBe(priorities[0] ?? levels);
        expect(probe.arrayFirstFrom(array, from)).toBe(priorities.find((priority) => priority >= from) ?? levels);
      }
      expect(probe.arrayFirstFrom(array, levels)).toBe(levels);
      expect(probe.arrayCount(array)).toBe(reference.flat().length);
      for (let bit = 0; bit < 192; bit++) {
        expect(probe.arrayBit(array, bit), `bit ${bit}`).toBe(
          Number(bit === levels || (reference[bit] ?? []).length > 0),
        );
      }
      reference.forEach((list, priority) => {
        expect(walk(array, priority, probe.nextNode)).toEqual(list);
        expect(walk(array, priority, probe.previousNode)).toEqual([...list].reverse());
      });
    });
    fc.assert(property, { numRuns: 25, seed });
  });

  test("finds the best priority from any on, whatever single list holds something", () => {
    for (let priority = 0; priority < levels; priority++) {
      const array = probe.newPriorityArray(levels);
      probe.arrayEnqueue(array, probe.newNode(), priority);
      expect(probe.arrayFirst(array)).toBe(priority);
      for (const from of [0, priority - 1, priority, priority + 1, levels]) {
        if (from >= 0) expect(probe.arrayFirstFrom(array, from)).toBe(from <= priority ? priority : levels);
      }
    }
  });
});

interface Step {
  readonly do: "enqueue" | "dequeue" | "requeue" | "before" | "move";
  readonly priority: number;
  readonly which: number;
}

/** Does the step to both; steps that need a queued record do nothing while there is none. */
function apply(array: number, reference: number[][], { do: what, priority, which }: Step): void {
  if (what === "enqueue") {
    const node = probe.newNode();
    probe.arrayEnqueue(array, node, priority);
    reference[priority]!.push(node);
    return;
  }
  const queued = reference.flatMap((list, at) => list.map((node) => ({ node, at })));
  const chosen = queued[which % Math.max(1, queued.length)];
  if (chosen === undefined) return;
  const { node, at } = chosen;
  const list = reference[at]!;
  if (what === "move") {
    if (at === priority) return;
    probe.arrayMoveList(array, at, priority);
    reference[priority]!.push(...list.splice(0));
    return;
  }
  if (what === "before") {
    const added = probe.newNode();
    probe.arrayEnqueueBefore(array, added, node);
    list.splice(list.indexOf(node), 0, added);
    return;
  }
  list.splice(list.indexOf(node), 1);
  if (what === "dequeue") {
    probe.arrayDequeue(array, node, at);
    return;
  }
  probe.arrayRequeue(array, node, at);
  list.push(node);
}

function walk(array: number, priority: number, step: (node: number) => number): number[] {
  const head = probe.arrayHead(array, priority);
  const nodes: number[] = [];
  for (let node = step(head); node !== head; node = step(node)) nodes.push(node);
  return nodes;
}

function compare(a: bigint, b: bigint): number {
  return a < b ? -1 : Number(a > b);
}
