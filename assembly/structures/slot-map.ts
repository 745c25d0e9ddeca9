/**
 * A bitmap over 1024 slots, with a summary word: the next occupied slot is found in two steps.
 *
 *   offset  0         8
 *           | summary | 16 words |
 */
export const SLOTS: u32 = 1024;
export const SLOT_MAP_SIZE: usize = 8 + 16 * 8;
/** What nextSlot returns where there is none. */
export const NO_SLOT: u32 = SLOTS;

export function setSlot(map: usize, slot: u32): void {
  const word = map + 8 + ((<usize>(slot >> 6)) << 3);
  store<u64>(word, load<u64>(word) | ((<u64>1) << (<u64>(slot & 63))));
  store<u64>(map, load<u64>(map) | ((<u64>1) << (<u64>(slot >> 6))));
}

export function clearSlot(map: usize, slot: u32): void {
  const word = map + 8 + ((<usize>(slot >> 6)) << 3);
  const left = load<u64>(word) & ~((<u64>1) << (<u64>(slot & 63)));
  store<u64>(word, left);
  if (left == 0) store<u64>(map, load<u64>(map) & ~((<u64>1) << (<u64>(slot >> 6))));
}

/** The first occupied slot after `slot`; NO_SLOT if there is none. */
export function nextSlot(map: usize, slot: u32): u32 {
  const from = slot + 1;
  if (from >= SLOTS) return NO_SLOT;
  const index = from >> 6;
  const here = load<u64>(map + 8 + ((<usize>index) << 3)) & (u64.MAX_VALUE << (<u64>(from & 63)));
  if (here) return (index << 6) + <u32>ctz(here);
  const later = load<u64>(map) & (u64.MAX_VALUE << (<u64>(index + 1)));
  if (later == 0) return NO_SLOT;
  const next = <u32>ctz(later);
  return (next << 6) + <u32>ctz(load<u64>(map + 8 + ((<usize>next) << 3)));
}
