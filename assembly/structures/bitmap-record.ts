/**
 * What was done to the bitmaps of priority arrays, in order. Only the recording engine has it (assembly/recorder.ts):
 * there the constant RECORD_BITMAPS is defined, which is asked when the core is compiled, so that the normal engine
 * has no trace of it. The host empties the record after every call of advance().
 *
 *   an entry (u64):   | address of the array: 32 | levels: 12 | bit: 12 | 0 insert, 1 remove, 2 search: 8 |
 */
const CAPACITY: u32 = 1 << 16;

@unmanaged
@final
class BitmapRecord {
  count: u32;
  /** Operations for which there was no room. */
  lost: u32;
}

// Functions and no constants: an engine that does not call them has no such memory.
function record(): BitmapRecord {
  return changetype<BitmapRecord>(memory.data(8, 8));
}

export function bitmapEntries(): usize {
  return memory.data((<i32>CAPACITY) << 3, 8);
}

export const enum BitmapOperation {
  Insert,
  Remove,
  /** The bit is what was found. */
  Search,
}

export function recordBitmap(operation: BitmapOperation, array: usize, levels: u32, bit: i32): void {
  const count = record().count;
  if (count == CAPACITY) {
    record().lost += 1;
    return;
  }
  const what = (levels << 20) | ((<u32>bit) << 8) | <u32>operation;
  store<u64>(bitmapEntries() + ((<usize>count) << 3), ((<u64>array) << 32) | <u64>what);
  record().count = count + 1;
}

export function bitmapRecord(): usize {
  return changetype<usize>(record());
}
