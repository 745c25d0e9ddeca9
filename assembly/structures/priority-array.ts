/**
 * The priority array of the O(1) scheduler family: one FIFO list for each priority, a bitmap that says
 * which lists hold something, and a count. Enqueue, dequeue and "the best task" take constant time,
 * whatever the number of tasks.
 *
 * The number of priorities is the scheduler's (140, or 168 in January 2002; at most 191). Bit `levels` is always set, as
 * in the kernels: a search that finds no task ends at that delimiter instead of running off the end.
 * The words are little-endian, so the same bytes read as the 32-bit words that an i386 kernel stored.
 *
 *   offset  0       4        8       16      24      32
 *           | count | levels | word0 | word1 | word2 | levels × list head (8 bytes each) |
 */
import { BitmapOperation, recordBitmap } from "./bitmap-record";
import { clearList, insertBefore, isListEmpty, ListNode, spliceBefore, unlink } from "./list";

@unmanaged
@final
export class PriorityArray {
  /** Queued records. */
  count: u32;
  levels: u32;
  word0: u64;
  word1: u64;
  word2: u64;

  /** The list of one priority. */
  head(priority: i32): ListNode {
    return changetype<ListNode>(
      changetype<usize>(this) + offsetof<PriorityArray>() + <usize>priority * offsetof<ListNode>(),
    );
  }

  /** At the tail of its priority's list. */
  enqueue(node: ListNode, priority: i32): void {
    insertBefore(node, this.head(priority));
    setBit(this, priority);
    this.count += 1;
  }

  /** Directly before a record that is queued with the same priority. */
  enqueueBefore(node: ListNode, place: ListNode): void {
    insertBefore(node, place);
    this.count += 1;
  }

  dequeue(node: ListNode, priority: i32): void {
    unlink(node);
    if (isListEmpty(this.head(priority))) clearBit(this, priority);
    this.count -= 1;
  }

  /** To the tail of the list that it is in already. */
  requeue(node: ListNode, priority: i32): void {
    unlink(node);
    insertBefore(node, this.head(priority));
  }

  /** Appends the whole list of one priority, which holds something, to that of another, in constant time. */
  moveList(from: i32, to: i32): void {
    spliceBefore(this.head(from), this.head(to));
    clearBit(this, from);
    setBit(this, to);
  }

  /** The best (lowest) priority that is queued; `levels` if there is none. */
  first(): i32 {
    if (isDefined(RECORD_BITMAPS)) record(BitmapOperation.Search, this, this.firstFrom(0));
    if (this.word0) return <i32>ctz(this.word0);
    if (this.word1) return 64 + <i32>ctz(this.word1);
    return 128 + <i32>ctz(this.word2);
  }

  /** The best queued priority that is `from` or worse; `levels` if there is none. `from` is at most `levels`. */
  firstFrom(from: i32): i32 {
    if (from < 64) {
      const word = this.word0 & (u64.MAX_VALUE << (<u64>from));
      if (word) return <i32>ctz(word);
      if (this.word1) return 64 + <i32>ctz(this.word1);
    } else if (from < 128) {
      const word = this.word1 & (u64.MAX_VALUE << (<u64>(from - 64)));
      if (word) return 64 + <i32>ctz(word);
    } else {
      return 128 + <i32>ctz(this.word2 & (u64.MAX_VALUE << (<u64>(from - 128))));
    }
    return 128 + <i32>ctz(this.word2);
  }
}

/** Bytes that an array of so many priorities takes. */
export function priorityArraySize(levels: u32): usize {
  return offsetof<PriorityArray>() + <usize>levels * offsetof<ListNode>();
}

/** Makes fresh memory an empty array. */
export function clearPriorityArray(array: PriorityArray, levels: u32): void {
  array.count = 0;
  array.levels = levels;
  array.word0 = 0;
  array.word1 = 0;
  array.word2 = 0;
  for (let priority: u32 = 0; priority < levels; priority++) clearList(array.head(priority));
  setBit(array, levels);
}

function wordAddress(array: PriorityArray, bit: i32): usize {
  return changetype<usize>(array) + offsetof<PriorityArray>("word0") + ((<usize>bit >> 6) << 3);
}

function record(operation: BitmapOperation, array: PriorityArray, bit: i32): void {
  recordBitmap(operation, changetype<usize>(array), array.levels, bit);
}

function setBit(array: PriorityArray, bit: i32): void {
  if (isDefined(RECORD_BITMAPS)) record(BitmapOperation.Insert, array, bit);
  const address = wordAddress(array, bit);
  store<u64>(address, load<u64>(address) | ((<u64>1) << (<u64>(bit & 63))));
}

function clearBit(array: PriorityArray, bit: i32): void {
  if (isDefined(RECORD_BITMAPS)) record(BitmapOperation.Remove, array, bit);
  const address = wordAddress(array, bit);
  store<u64>(address, load<u64>(address) & ~((<u64>1) << (<u64>(bit & 63))));
}
