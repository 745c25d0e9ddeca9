/** The core's internals (assembly/probe.ts), each test file with a fresh instance. */
import { readFile } from "node:fs/promises";
import { inProject } from "../../../scripts/build/files.mjs";

/** See assembly/probe.ts. A u64 is a bigint. */
export interface Probe {
  readonly memory: WebAssembly.Memory;
  reset(family: number, version: number, cpus: number, hz: number, jiffyTimers: number, traceCapacity: number): number;

  multiplyHigh(a: bigint, b: bigint): bigint;
  scale(value: bigint, factorQ32: bigint): bigint;
  negativeLogarithm(x: bigint): bigint;
  powerOfTwo(xQ32: bigint): bigint;
  squareRoot(value: bigint): bigint;

  newHeap(capacity: number): number;
  heapPush(heap: number, key: bigint, order: bigint): void;
  heapPop(heap: number): void;
  heapCount(heap: number): number;
  heapFirstKey(heap: number): bigint;
  heapFirstOrder(heap: number): bigint;

  newDeadlines(count: number): number;
  deadlinesSet(deadlines: number, index: number, deadline: bigint): void;
  deadlinesGet(deadlines: number, index: number): bigint;
  deadlinesFirst(deadlines: number): bigint;
  deadlinesTakeAt(deadlines: number, time: bigint): bigint;

  newPriorityArray(levels: number): number;
  newNode(): number;
  arrayEnqueue(array: number, node: number, priority: number): void;
  arrayEnqueueBefore(array: number, node: number, place: number): void;
  arrayDequeue(array: number, node: number, priority: number): void;
  arrayRequeue(array: number, node: number, priority: number): void;
  arrayMoveList(array: number, from: number, to: number): void;
  arrayFirst(array: number): number;
  arrayFirstFrom(array: number, from: number): number;
  arrayCount(array: number): number;
  arrayBit(array: number, bit: number): number;
  arrayHead(array: number, priority: number): number;
  nextNode(node: number): number;
  previousNode(node: number): number;

  newTree(keepsMinima: number): number;
  newTreeNode(): number;
  treeInsert(tree: number, node: number, key: bigint, value: bigint): void;
  treeRemove(tree: number, node: number): void;
  treeRekey(tree: number, node: number, key: bigint): void;
  treeFirst(tree: number): number;
  treeLast(tree: number): number;
  treeNext(tree: number, node: number): number;
  treePrevious(tree: number, node: number): number;
  treeFirstWithin(tree: number, limit: bigint): number;
  treeDepth(node: number): number;

  newSlotMap(): number;
  setSlot(map: number, slot: number): void;
  clearSlot(map: number, slot: number): void;
  nextSlot(map: number, slot: number): number;

  newSleeper(): number;
  timerArm(sleeper: number, expiry: bigint): void;
  timerNext(): bigint;
  timerTake(now: bigint): number;

  newCoreHistogram(): number;
  histogramAdd(histogram: number, value: bigint): void;
  histogramCount(histogram: number, index: number): number;

  newStream(state: bigint): number;
  streamNext(stream: number): bigint;
  streamBelow(stream: number, bound: bigint): bigint;
}

export async function loadProbe(): Promise<Probe> {
  const bytes = await readFile(inProject("build/probe.wasm"));
  const abort = () => {
    throw new Error("the core aborted");
  };
  const { instance } = await WebAssembly.instantiate(bytes, { env: { abort } });
  const probe = instance.exports as unknown as Probe;
  probe.reset(0, 0, 1, 1000, 0, 0);
  return probe;
}

/** wasm gives u64 as signed. */
export const unsigned = (value: bigint) => BigInt.asUintN(64, value);
