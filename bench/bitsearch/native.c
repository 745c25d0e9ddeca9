/*
 * The variants of the bit-search lab in C, for bench/bitsearch: the same maps, the same loops, the same generator and
 * fold as in assembly/bitsearch/, where each variant's head comment tells its source and idea. Compiled for one
 * number of lists (-DLISTS=168).
 *
 *   native MAPS-FILE VARIANT LOOP SEED SLICES     prints {"wallNs":…,"cpuNs":…,"fold":…}
 *
 * The file has for each map a priority that is not in it, a count, and its priorities.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define SLICE_ROUNDS 4096
#define LOG_MAPS (LISTS <= 168 ? 9 : LISTS <= 256 ? 8 : 6)
#define STRIDE_SHIFT (LISTS <= 168 ? 5 : LISTS <= 256 ? 6 : 9)
#define WORDS(bits) (LISTS / (bits) + 1)
#define BIT64(priority) (1ULL << ((priority) & 63))
#define BIT32(priority) (1U << ((priority) & 31))

typedef char *Map;

static inline int ctz64(uint64_t word) { return word ? __builtin_ctzll(word) : 64; }
static inline int ctz32(uint32_t word) { return word ? __builtin_ctz(word) : 32; }

/* The four kinds of words: plain and inverted, of 64 and of 32 bits. */

#define DEFINE_WORDS(name, type, bits, bit_of, fill, set, unset)                                                     \
  static inline type name##_word(Map map, int index) { return ((type *)map)[index]; }                                \
  static inline void name##_insert(Map map, int priority) { ((type *)map)[priority / bits] set bit_of(priority); }   \
  static inline void name##_remove(Map map, int priority) { ((type *)map)[priority / bits] unset bit_of(priority); } \
  static inline void name##_clear(Map map) {                                                                         \
    memset(map, fill, WORDS(bits) * sizeof(type));                                                                   \
    name##_insert(map, LISTS);                                                                                       \
  }

DEFINE_WORDS(plain64, uint64_t, 64, BIT64, 0, |=, &= ~)
DEFINE_WORDS(plain32, uint32_t, 32, BIT32, 0, |=, &= ~)
DEFINE_WORDS(inverted64, uint64_t, 64, BIT64, 0xff, &= ~, |=)
DEFINE_WORDS(inverted32, uint32_t, 32, BIT32, 0xff, &= ~, |=)

#define USE_WORDS(variant, words)                                                               \
  static inline void variant##_insert(Map map, int priority) { words##_insert(map, priority); } \
  static inline void variant##_remove(Map map, int priority) { words##_remove(map, priority); } \
  static inline void variant##_clear(Map map) { words##_clear(map); }

#define W64(index) plain64_word(map, index)
#define W32(index) plain32_word(map, index)
#define I64(index) inverted64_word(map, index)
#define I32(index) inverted32_word(map, index)
#define FULL64 UINT64_MAX
#define FULL32 UINT32_MAX

/* The control: `insert` of the loops does nothing; main() writes the answers. */
static inline void empty_loop_insert(Map map, int priority) { (void)map, (void)priority; }
static inline void empty_loop_remove(Map map, int priority) { (void)map, (void)priority; }
static inline void empty_loop_clear(Map map) { *(int32_t *)map = LISTS; }
static inline int empty_loop_search(Map map) { return *(int32_t *)map; }

USE_WORDS(inv_generic, inverted64)
static inline int inv_generic_search(Map map) {
  for (int index = 0; index < LISTS / 64; index++)
    if (I64(index) != FULL64) return index * 64 + ctz64(~I64(index));
  uint64_t last = ~I64(LISTS / 64) & (BIT64(LISTS) - 1);
  return last ? LISTS / 64 * 64 + ctz64(last) : LISTS;
}

USE_WORDS(inv_generic_32, inverted32)
static inline int inv_generic_32_search(Map map) {
  for (int index = 0; index < LISTS / 32; index++)
    if (I32(index) != FULL32) return index * 32 + ctz32(~I32(index));
  uint32_t last = ~I32(LISTS / 32) & (BIT32(LISTS) - 1);
  return last ? LISTS / 32 * 32 + ctz32(last) : LISTS;
}

USE_WORDS(plain_loop, plain32)
static inline int plain_loop_search(Map map) {
  int index = 0;
  while (!W32(index)) index++;
  return index * 32 + ctz32(W32(index));
}

USE_WORDS(plain_generic, plain64)
static inline int plain_generic_search(Map map) {
  for (int index = 0; index < LISTS / 64; index++)
    if (W64(index)) return index * 64 + ctz64(W64(index));
  uint64_t last = W64(LISTS / 64) & (BIT64(LISTS) - 1);
  return last ? LISTS / 64 * 64 + ctz64(last) : LISTS;
}

USE_WORDS(plain_generic_32, plain32)
static inline int plain_generic_32_search(Map map) {
  for (int index = 0; index < LISTS / 32; index++)
    if (W32(index)) return index * 32 + ctz32(W32(index));
  uint32_t last = W32(LISTS / 32) & (BIT32(LISTS) - 1);
  return last ? LISTS / 32 * 32 + ctz32(last) : LISTS;
}

USE_WORDS(one_level, plain64)
static inline int one_level_search(Map map) {
  int index = 0;
  while (!W64(index)) index++;
  return index * 64 + ctz64(W64(index));
}

/* A summary over the words; with 64 words before it the delimiter has a word of its own and no bit in the summary. */
#define DEFINE_TWO_LEVEL(name, type, bits, bit_of, ctz)                                                    \
  static inline uint64_t *name##_summary(Map map) {                                                        \
    return (uint64_t *)(map + ((WORDS(bits) * sizeof(type) + 7) & ~7UL));                                  \
  }                                                                                                        \
  static inline void name##_insert(Map map, int priority) {                                                \
    ((type *)map)[priority / bits] |= bit_of(priority);                                                    \
    *name##_summary(map) |= BIT64(priority / bits);                                                        \
  }                                                                                                        \
  static inline void name##_remove(Map map, int priority) {                                                \
    type word = ((type *)map)[priority / bits] &= ~bit_of(priority);                                       \
    *name##_summary(map) &= ~((uint64_t)(word == 0) << (priority / bits));                                 \
  }                                                                                                        \
  static inline void name##_clear(Map map) {                                                               \
    memset(map, 0, (char *)(name##_summary(map) + 1) - map);                                               \
    if (WORDS(bits) <= 64) name##_insert(map, LISTS);                                                      \
    else ((type *)map)[LISTS / bits] = bit_of(LISTS);                                                      \
  }                                                                                                        \
  static inline int name##_search(Map map) {                                                               \
    int index = WORDS(bits) <= 64 ? __builtin_ctzll(*name##_summary(map)) : ctz64(*name##_summary(map));   \
    return index * bits + ctz(((type *)map)[index]);                                                       \
  }

DEFINE_TWO_LEVEL(two_level, uint64_t, 64, BIT64, __builtin_ctzll)
DEFINE_TWO_LEVEL(two_level_32, uint32_t, 32, BIT32, __builtin_ctz)

#define SUMMARY16(map) ((uint16_t *)(map) + WORDS(16))
#define TOP16(map) (SUMMARY16(map) + (WORDS(16) - 1) / 16 + 1)
static inline void set16(uint16_t *words, int bit) { words[bit >> 4] |= 1 << (bit & 15); }
static inline uint16_t clear16(uint16_t *words, int bit) { return words[bit >> 4] &= ~(1 << (bit & 15)); }
static inline void three_level_insert(Map map, int priority) {
  set16((uint16_t *)map, priority);
  set16(SUMMARY16(map), priority >> 4);
  set16(TOP16(map), priority >> 8);
}
static inline void three_level_remove(Map map, int priority) {
  if (clear16((uint16_t *)map, priority)) return;
  if (clear16(SUMMARY16(map), priority >> 4)) return;
  clear16(TOP16(map), priority >> 8);
}
static inline void three_level_clear(Map map) {
  memset(map, 0, (char *)(TOP16(map) + 1) - map);
  three_level_insert(map, LISTS);
}
static inline int three_level_search(Map map) {
  int top = __builtin_ctz(*TOP16(map));
  int summary = (top << 4) + __builtin_ctz(SUMMARY16(map)[top]);
  return (summary << 4) + __builtin_ctz(((uint16_t *)map)[summary]);
}

#define BEST(map) (*(int32_t *)(map + WORDS(64) * 8))
static inline int cached_min_search(Map map) { return BEST(map); }
static inline void cached_min_insert(Map map, int priority) {
  plain64_insert(map, priority);
  if (priority < BEST(map)) BEST(map) = priority;
}
static inline void cached_min_remove(Map map, int priority) {
  plain64_remove(map, priority);
  if (priority != BEST(map)) return;
  int index = priority / 64;
  while (!W64(index)) index++;
  BEST(map) = index * 64 + ctz64(W64(index));
}
static inline void cached_min_clear(Map map) {
  plain64_clear(map);
  BEST(map) = LISTS;
}

USE_WORDS(bit_by_bit, plain32)
static inline int bit_by_bit_search(Map map) {
  int priority = 0;
  while (!(W32(priority / 32) & BIT32(priority))) priority++;
  return priority;
}

static uint8_t first_bit[256];
USE_WORDS(byte_table, plain32)
static inline int byte_table_search(Map map) {
  int index = 0;
  while (!((uint8_t *)map)[index]) index++;
  return index * 8 + first_bit[((uint8_t *)map)[index]];
}

#define SEQUENCE 0x03f79d71b4cb0a89ULL
static uint8_t de_bruijn_bit[64];
USE_WORDS(de_bruijn, plain64)
static inline int de_bruijn_search(Map map) {
  int index = 0;
  while (!W64(index)) index++;
  uint64_t word = W64(index);
  return index * 64 + de_bruijn_bit[((word & -word) * SEQUENCE) >> 58];
}

#ifdef __SSE2__
typedef char Bytes __attribute__((vector_size(16), aligned(8)));
static inline uint32_t filled_bytes(Map at) {
  uint32_t low = __builtin_ia32_pmovmskb128(((Bytes *)at)[0] != 0);
  uint32_t high = __builtin_ia32_pmovmskb128(((Bytes *)at)[1] != 0);
  return low | high << 16;
}
static inline void simd_insert(Map map, int priority) { map[priority >> 3] |= 1 << (priority & 7); }
static inline void simd_remove(Map map, int priority) { map[priority >> 3] &= ~(1 << (priority & 7)); }
static inline void simd_clear(Map map) {
  memset(map, 0, (LISTS / 256 + 1) * 32);
  simd_insert(map, LISTS);
}
static inline int simd_search(Map map) {
  Map base = map;
  uint32_t filled = filled_bytes(base);
  if (LISTS >= 256)
    while (!filled) filled = filled_bytes(base += 32);
  Map at = base + __builtin_ctz(filled);
  return (int)(at - map) * 8 + __builtin_ctz(*(uint8_t *)at);
}

#define FOR_VECTORS(DO) DO(simd)
#else
#define FOR_VECTORS(DO)
#endif

#if LISTS <= 168
USE_WORDS(inv_64_3_ivan, inverted64)
static inline int inv_64_3_ivan_search(Map map) {
  uint64_t word0 = I64(0), word1 = I64(1), word = I64(2);
  int offset = 128;
  if (__builtin_expect((word0 & word1) != FULL64, 0)) {
    int first = word0 != FULL64;
    word = first ? word0 : word1;
    offset = first ? 0 : 64;
  }
  return offset + ctz64(~word);
}

USE_WORDS(inv_sparc64, inverted64)
static inline int inv_sparc64_search(Map map) {
  if (__builtin_expect((I64(0) & I64(1)) == FULL64, 1)) return 128 + ctz64(~I64(2));
  int index = 0;
  while (I64(index) == FULL64) index++;
  return index * 64 + ctz64(~I64(index));
}

USE_WORDS(plain_64_3, plain64)
static inline int plain_64_3_search(Map map) {
  if (__builtin_expect(W64(0) != 0, 0)) return ctz64(W64(0));
  if (__builtin_expect(W64(1) != 0, 0)) return 64 + ctz64(W64(1));
  return 128 + ctz64(W64(2));
}

USE_WORDS(plain_64_3_cmov, plain64)
static inline int plain_64_3_cmov_search(Map map) {
  uint64_t word0 = W64(0), word1 = W64(1), word = W64(2);
  int offset = 128;
  word = word1 ? word1 : word;
  offset = word1 ? 64 : offset;
  word = word0 ? word0 : word;
  offset = word0 ? 0 : offset;
  return offset + ctz64(word);
}

#define CHAIN_32(first)                                                     \
  if (__builtin_expect(W32(0) != 0, 0)) return first(W32(0));               \
  if (__builtin_expect(W32(1) != 0, 0)) return 32 + first(W32(1));          \
  if (__builtin_expect(W32(2) != 0, 0)) return 64 + first(W32(2));          \
  if (__builtin_expect(W32(3) != 0, LISTS == 140)) return 96 + first(W32(3)); \
  if (WORDS(32) == 5 || W32(4)) return 128 + first(W32(4));                 \
  return 160 + first(W32(5))

static inline int leading(uint32_t word) { return 31 - __builtin_clz(word & -word); }
USE_WORDS(cntlzw, plain32)
static inline int cntlzw_search(Map map) { CHAIN_32(leading); }
#endif

#if LISTS == 140
USE_WORDS(plain_32_5, plain32)
static inline int plain_32_5_search(Map map) { CHAIN_32(ctz32); }
#endif

#if LISTS == 168
USE_WORDS(plain_i386_6, plain32)
static inline int plain_i386_6_search(Map map) { CHAIN_32(ctz32); }

USE_WORDS(inv_i386_6, inverted32)
static inline int inv_i386_6_search(Map map) {
  if (__builtin_expect((I32(0) & I32(1) & I32(2) & I32(3)) == FULL32, 1)) {
    if (I32(4) != FULL32) return 128 + ctz32(~I32(4));
    return 160 + ctz32(~I32(5));
  }
  int index = 0;
  while (I32(index) == FULL32) index++;
  return index * 32 + ctz32(~I32(index));
}
#endif

/* The loops: assembly/bitsearch/measuring-loops.ts. */

typedef struct {
  uint32_t state, fold, previous;
  int32_t result;
  uint16_t *spares;
} Run;

static inline uint32_t draw(uint32_t state) { return state * 1664525u + 1013904223u; }
static inline uint32_t fold_in(uint32_t fold, int value) { return (fold << 5 | fold >> 27) + (uint32_t)value; }
#define MAP_AT(index) (maps + ((size_t)(index) << STRIDE_SHIFT))

#define DEFINE_LOOPS(variant)                                                              \
  static __attribute__((noinline)) void variant##_throughput(Run *run, Map maps, int rounds) { \
    uint32_t state = run->state, fold = run->fold;                                         \
    for (int round = 0; round < rounds; round++) {                                         \
      state = draw(state);                                                                 \
      fold = fold_in(fold, variant##_search(MAP_AT(state >> (32 - LOG_MAPS))));                      \
    }                                                                                      \
    run->state = state;                                                                    \
    run->fold = fold;                                                                      \
  }                                                                                        \
  static __attribute__((noinline)) void variant##_latency(Run *run, Map maps, int rounds) {    \
    uint32_t state = run->state, fold = run->fold;                                         \
    int result = run->result;                                                              \
    for (int round = 0; round < rounds; round++) {                                         \
      state = draw(state);                                                                 \
      result = variant##_search(MAP_AT(((state >> (32 - LOG_MAPS)) + (uint32_t)result) & ((1u << LOG_MAPS) - 1)));     \
      fold = fold_in(fold, result);                                                        \
    }                                                                                      \
    run->state = state;                                                                    \
    run->fold = fold;                                                                      \
    run->result = result;                                                                  \
  }                                                                                        \
  static __attribute__((noinline)) void variant##_update(Run *run, Map maps, int rounds) {     \
    uint16_t *spares = run->spares;                                                        \
    uint32_t state = run->state, fold = run->fold, previous = run->previous;               \
    int leaving = spares[previous];                                                        \
    for (int round = 0; round < rounds; round++) {                                         \
      state = draw(state);                                                                 \
      uint32_t index = state >> (32 - LOG_MAPS);                                                     \
      int coming = spares[index];                                                          \
      variant##_insert(MAP_AT(index), coming);                                             \
      variant##_remove(MAP_AT(previous), leaving);                                         \
      fold = fold_in(fold, coming);                                                        \
      previous = index;                                                                    \
      leaving = coming;                                                                    \
    }                                                                                      \
    run->state = state;                                                                    \
    run->fold = fold;                                                                      \
    run->previous = previous;                                                              \
  }

#define FOR_ANY_NUMBER(DO)                                                                                \
  DO(empty_loop) DO(inv_generic) DO(inv_generic_32) DO(plain_loop) DO(plain_generic) DO(plain_generic_32) \
  DO(one_level) DO(two_level) DO(two_level_32) DO(three_level) DO(cached_min) DO(bit_by_bit)              \
  DO(byte_table) DO(de_bruijn)
#if LISTS <= 168
#define FOR_THREE_WORDS(DO) DO(inv_64_3_ivan) DO(inv_sparc64) DO(plain_64_3) DO(plain_64_3_cmov) DO(cntlzw)
#else
#define FOR_THREE_WORDS(DO)
#endif
#if LISTS == 140
#define FOR_THIS_NUMBER(DO) DO(plain_32_5)
#elif LISTS == 168
#define FOR_THIS_NUMBER(DO) DO(plain_i386_6) DO(inv_i386_6)
#else
#define FOR_THIS_NUMBER(DO)
#endif
#define FOR_ALL(DO) FOR_ANY_NUMBER(DO) FOR_VECTORS(DO) FOR_THREE_WORDS(DO) FOR_THIS_NUMBER(DO)

FOR_ALL(DEFINE_LOOPS)

typedef void (*Loop)(Run *, Map, int);
typedef struct {
  const char *id;
  void (*clear)(Map);
  void (*insert)(Map, int);
  Loop throughput, latency, update;
} Variant;

#define ENTRY(variant) \
  {#variant, variant##_clear, variant##_insert, variant##_throughput, variant##_latency, variant##_update},
static const Variant variants[] = {FOR_ALL(ENTRY)};

static double seconds(clockid_t clock) {
  struct timespec now;
  clock_gettime(clock, &now);
  return now.tv_sec + now.tv_nsec * 1e-9;
}

static int fail(const char *why) {
  fprintf(stderr, "native: %s\n", why);
  return 1;
}

int main(int count, char **arguments) {
  if (count != 6) return fail("expected MAPS-FILE VARIANT LOOP SEED SLICES");
  for (int byte = 1; byte < 256; byte++) first_bit[byte] = __builtin_ctz(byte);
  for (int bit = 0; bit < 64; bit++) de_bruijn_bit[(SEQUENCE << bit) >> 58] = bit;

  const Variant *variant = NULL;
  for (size_t index = 0; index < sizeof variants / sizeof *variants; index++)
    if (!strcmp(variants[index].id, arguments[2])) variant = &variants[index];
  if (!variant) return fail("no such variant");
  Loop loop = !strcmp(arguments[3], "throughput") ? variant->throughput
            : !strcmp(arguments[3], "latency")    ? variant->latency
                                                  : variant->update;

  FILE *file = fopen(arguments[1], "r");
  Run run = {0};
  if (!file) return fail("cannot read the maps");
  size_t map_count = (size_t)1 << LOG_MAPS;
  Map maps = aligned_alloc(4096, (map_count << STRIDE_SHIFT) + 4096);
  run.spares = malloc(map_count * sizeof *run.spares);
  for (size_t index = 0; index < map_count; index++) {
    int spare, size, priority, best = LISTS;
    if (fscanf(file, "%d %d", &spare, &size) != 2) return fail("the maps end too soon");
    run.spares[index] = (uint16_t)spare;
    variant->clear(MAP_AT(index));
    while (size-- > 0) {
      if (fscanf(file, "%d", &priority) != 1) return fail("a map ends too soon");
      variant->insert(MAP_AT(index), priority);
      if (priority < best) best = priority;
    }
    if (variant == &variants[0]) *(int32_t *)MAP_AT(index) = best;
  }
  fclose(file);

  int slices = atoi(arguments[5]);
  for (int slice = 0; slice < slices / 8 + 1; slice++) loop(&run, maps, SLICE_ROUNDS);
  /* An update leaves its last spare in that map; the timed rounds begin with map 0 and take that one's out. */
  if (loop == variant->update) while (run.previous != 0) loop(&run, maps, 1);
  run.state = (uint32_t)strtoul(arguments[4], NULL, 10);
  run.fold = run.previous = 0;
  run.result = 0;
  double cpu = seconds(CLOCK_PROCESS_CPUTIME_ID), wall = seconds(CLOCK_MONOTONIC);
  for (int slice = 0; slice < slices; slice++) loop(&run, maps, SLICE_ROUNDS);
  wall = seconds(CLOCK_MONOTONIC) - wall;
  cpu = seconds(CLOCK_PROCESS_CPUTIME_ID) - cpu;
  printf("{\"wallNs\":%.0f,\"cpuNs\":%.0f,\"fold\":%d}\n", wall * 1e9, cpu * 1e9, (int32_t)run.fold);
  return 0;
}
