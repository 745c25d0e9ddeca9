/**
 * The recording engine: the O(1) schedulers on the same machine, and a record of every insert, remove and search in
 * the bitmaps of their priority arrays (structures/bitmap-record.ts). Compiled with RECORD_BITMAPS defined. The
 * bit-search lab replays it.
 */
export * from "./index";
export { bitmapEntries, bitmapRecord } from "./structures/bitmap-record";
