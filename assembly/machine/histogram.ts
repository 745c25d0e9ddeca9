/**
 * Log-linear histograms of spans (ns): below 64 a bucket for each value, above that every octave cut into 64 equal
 * buckets, so that a bucket's midpoint is within 0.8 % of what is in it. Histograms of the same layout add up.
 *
 * An octave gets its 64 counters (a chunk) when its first value comes: most tasks touch a few octaves only.
 *
 *   offset  0 … 4 × CHUNKS
 *           | address of each octave's chunk, 0 while empty |      chunk: 64 × u32
 */
import { allocate } from "./memory";

/** Values below 64, then the octaves 2^6 … 2^52. */
export const CHUNKS: u32 = 48;
export const BUCKETS_PER_CHUNK: u32 = 64;

/** An empty histogram; 0 when memory ran out. */
export function newHistogram(): usize {
  return allocate(CHUNKS * sizeof<usize>());
}

export function addToHistogram(histogram: usize, value: u64): void {
  const chunk = <usize>(58 - clz(value | 63));
  const shift = chunk - <usize>(chunk != 0);
  const slot = histogram + chunk * sizeof<usize>();
  let counters = load<usize>(slot);
  if (counters == 0) {
    counters = allocate(BUCKETS_PER_CHUNK * sizeof<u32>());
    if (counters == 0) return;
    store<usize>(slot, counters);
  }
  const counter = counters + ((<usize>(value >> <u64>shift) & 63) << 2);
  store<u32>(counter, load<u32>(counter) + 1);
}
