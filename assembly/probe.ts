/**
 * A second entry: internals of the core behind plain functions, for tests and benches. Not shipped. Addresses are
 * plain numbers to the caller; a machine must have been reset() before anything here allocates.
 */
import { multiplyHigh, negativeLogarithm, powerOfTwo, scale, squareRoot } from "./machine/fixed-point";
import { addToHistogram, BUCKETS_PER_CHUNK, newHistogram } from "./machine/histogram";
import { machine } from "./machine/machine";
import { allocate, allocateAligned, RECORD_ALIGNMENT } from "./machine/memory";
import { nextBelow, nextRandom } from "./machine/random";
import { Task } from "./machine/task";
import { armTimer, nextExpiry, takeExpired } from "./machine/timers";
import { Deadlines } from "./structures/deadlines";
import { Heap, heapSize } from "./structures/heap";
import { ListNode } from "./structures/list";
import { MinimumNode, NO_NODE, OrderedTree, TreeNode } from "./structures/ordered-tree";
import { clearPriorityArray, PriorityArray, priorityArraySize } from "./structures/priority-array";
import { clearSlot, nextSlot, SLOT_MAP_SIZE, setSlot } from "./structures/slot-map";

export * from "./bench-loops";
export * from "./bench-run-queues";
export * from "./index";
export { clearSlot, multiplyHigh, negativeLogarithm, nextSlot, powerOfTwo, scale, setSlot, squareRoot };

export function newHeap(capacity: u32): usize {
  const heap = changetype<Heap>(allocate(offsetof<Heap>()));
  heap.entries = allocate(heapSize(capacity));
  heap.capacity = capacity;
  return changetype<usize>(heap);
}

export function heapPush(heap: usize, key: u64, order: u64): void {
  changetype<Heap>(heap).push(key, order);
}

export function heapPop(heap: usize): void {
  changetype<Heap>(heap).pop();
}

export function heapCount(heap: usize): u32 {
  return changetype<Heap>(heap).count;
}

export function heapFirstKey(heap: usize): u64 {
  return changetype<Heap>(heap).firstKey();
}

export function heapFirstOrder(heap: usize): u64 {
  return changetype<Heap>(heap).firstOrder();
}

export function newDeadlines(count: u32): usize {
  const deadlines = changetype<Deadlines>(allocate(offsetof<Deadlines>()));
  deadlines.open(allocate((<usize>count) << 3), count);
  return changetype<usize>(deadlines);
}

export function deadlinesSet(deadlines: usize, index: u32, deadline: u64): void {
  changetype<Deadlines>(deadlines).set(index, deadline);
}

export function deadlinesGet(deadlines: usize, index: u32): u64 {
  return changetype<Deadlines>(deadlines).get(index);
}

export function deadlinesFirst(deadlines: usize): u64 {
  return changetype<Deadlines>(deadlines).first();
}

export function deadlinesTakeAt(deadlines: usize, time: u64): u64 {
  return changetype<Deadlines>(deadlines).takeAt(time);
}

export function newPriorityArray(levels: u32): usize {
  const array = changetype<PriorityArray>(allocate(priorityArraySize(levels)));
  clearPriorityArray(array, levels);
  return changetype<usize>(array);
}

export function newNode(): usize {
  return allocate(offsetof<ListNode>());
}

export function arrayEnqueue(array: usize, node: usize, priority: i32): void {
  changetype<PriorityArray>(array).enqueue(changetype<ListNode>(node), priority);
}

export function arrayEnqueueBefore(array: usize, node: usize, place: usize): void {
  changetype<PriorityArray>(array).enqueueBefore(changetype<ListNode>(node), changetype<ListNode>(place));
}

export function arrayDequeue(array: usize, node: usize, priority: i32): void {
  changetype<PriorityArray>(array).dequeue(changetype<ListNode>(node), priority);
}

export function arrayRequeue(array: usize, node: usize, priority: i32): void {
  changetype<PriorityArray>(array).requeue(changetype<ListNode>(node), priority);
}

export function arrayMoveList(array: usize, from: i32, to: i32): void {
  changetype<PriorityArray>(array).moveList(from, to);
}

export function arrayFirst(array: usize): i32 {
  return changetype<PriorityArray>(array).first();
}

export function arrayFirstFrom(array: usize, from: i32): i32 {
  return changetype<PriorityArray>(array).firstFrom(from);
}

export function arrayCount(array: usize): u32 {
  return changetype<PriorityArray>(array).count;
}

/** Bit of the bitmap, 0 … 191. */
export function arrayBit(array: usize, bit: i32): bool {
  const words = array + offsetof<PriorityArray>("word0");
  return <bool>((load<u64>(words + ((<usize>bit >> 6) << 3)) >> <u64>(bit & 63)) & 1);
}

/** The head of a priority's list; nextNode and previousNode lead round it. */
export function arrayHead(array: usize, priority: i32): usize {
  return changetype<usize>(changetype<PriorityArray>(array).head(priority));
}

export function nextNode(node: usize): usize {
  return changetype<usize>(changetype<ListNode>(node).next);
}

export function previousNode(node: usize): usize {
  return changetype<usize>(changetype<ListNode>(node).previous);
}

export function newTree(keepsMinima: bool): usize {
  const tree = changetype<OrderedTree>(allocate(offsetof<OrderedTree>()));
  tree.clear(keepsMinima);
  return changetype<usize>(tree);
}

export function newTreeNode(): usize {
  return allocate(offsetof<MinimumNode>());
}

export function treeInsert(tree: usize, node: usize, key: i64, value: i64): void {
  const inserted = changetype<MinimumNode>(node);
  inserted.key = key;
  inserted.value = value;
  changetype<OrderedTree>(tree).insert(inserted);
}

export function treeRemove(tree: usize, node: usize): void {
  changetype<OrderedTree>(tree).remove(changetype<TreeNode>(node));
}

export function treeRekey(tree: usize, node: usize, key: i64): void {
  changetype<OrderedTree>(tree).rekey(changetype<TreeNode>(node), key);
}

/** This and the following: 0 for no node. */
export function treeFirst(tree: usize): usize {
  return nodeOrZero(changetype<OrderedTree>(tree).first);
}

export function treeLast(tree: usize): usize {
  return nodeOrZero(changetype<OrderedTree>(tree).last);
}

export function treeNext(tree: usize, node: usize): usize {
  return nodeOrZero(changetype<OrderedTree>(tree).next(changetype<TreeNode>(node)));
}

export function treePrevious(tree: usize, node: usize): usize {
  return nodeOrZero(changetype<OrderedTree>(tree).previous(changetype<TreeNode>(node)));
}

export function treeFirstWithin(tree: usize, limit: i64): usize {
  return nodeOrZero(changetype<OrderedTree>(tree).firstWithin(limit));
}

/** Nodes on the way from the root to this one. */
export function treeDepth(node: usize): u32 {
  let depth: u32 = 0;
  for (let at = changetype<TreeNode>(node); at != NO_NODE; at = at.parent) depth += 1;
  return depth;
}

function nodeOrZero(node: TreeNode): usize {
  return node == NO_NODE ? 0 : changetype<usize>(node);
}

export function newSlotMap(): usize {
  return allocate(SLOT_MAP_SIZE);
}

/** Something that a timer can wake. */
export function newSleeper(): usize {
  return allocateAligned(offsetof<Task>(), RECORD_ALIGNMENT);
}

export function timerArm(sleeper: usize, expiry: u64): void {
  armTimer(changetype<Task>(sleeper), expiry);
}

export function timerNext(): u64 {
  return nextExpiry();
}

/** Moves time to `now`, and takes one sleeper out that is due then; 0 if there is none. */
export function timerTake(now: u64): usize {
  machine.now = now;
  return changetype<usize>(takeExpired());
}

export function newCoreHistogram(): usize {
  return newHistogram();
}

export function histogramAdd(histogram: usize, value: u64): void {
  addToHistogram(histogram, value);
}

export function histogramCount(histogram: usize, index: u32): u32 {
  const counters = load<usize>(histogram + <usize>(index / BUCKETS_PER_CHUNK) * sizeof<usize>());
  return counters ? load<u32>(counters + ((<usize>(index % BUCKETS_PER_CHUNK)) << 2)) : 0;
}

/** Something with a random stream that begins with this state. */
export function newStream(state: u64): usize {
  const task = changetype<Task>(allocate(offsetof<Task>()));
  task.random = state;
  return changetype<usize>(task);
}

export function streamNext(stream: usize): u64 {
  return nextRandom(changetype<Task>(stream));
}

export function streamBelow(stream: usize, bound: u64): u64 {
  return nextBelow(changetype<Task>(stream), bound);
}
