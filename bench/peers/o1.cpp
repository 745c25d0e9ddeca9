// The peers' model (bench/README.md) in C++: one array of tasks, one 4-ary heap of packed keys, nothing else. The physical limit.
// Arguments: simulated seconds, tasks, mixed (0 or 1). Prints one line of JSON; times are those of the loop alone.
#include <algorithm>
#include <bit>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <vector>

using u8 = uint8_t;
using u16 = uint16_t;
using u32 = uint32_t;
using u64 = uint64_t;

constexpr int CPUS = 8, LEVELS = 140;
constexpr u64 MS = 1'000'000, SLICE = 100 * MS, RUN = 2 * MS, SLEEP = 8 * MS;
constexpr int ID_BITS = 12;  // key = time << 12 | id: one comparison orders both
constexpr u32 NIL = ~0u;
constexpr u64 NEVER = ~0ull;

struct alignas(32) Task {  // 32 bytes: two tasks in a cache line
  u32 next, prev;          // neighbours in a list
  u32 burst, slice;        // ns left
  u16 id;
  u8 prio, cpu, hog;
  u32 rng;
};

struct Array {
  u64 bits[3];
  u32 head[LEVELS], tail[LEVELS], count;
};

struct Queue {
  Array arrays[2];
  int active;
  u32 current;
  u64 start;
};

static std::vector<Task> tasks;
static Queue queues[CPUS];
static u64 ends[CPUS];  // of the current run, NEVER while idle
static bool mixed;
static u64 switches, wakeups, blocks, expiries, preemptions;
static u32 digest = 2166136261u;

static inline void push_tail(Array &a, u32 i) {
  Task &t = tasks[i];
  int p = t.prio;
  t.next = NIL;
  t.prev = a.tail[p];
  if (t.prev == NIL) {
    a.head[p] = i;
    a.bits[p >> 6] |= 1ull << (p & 63);
  } else {
    tasks[t.prev].next = i;
  }
  a.tail[p] = i;
  a.count++;
}

static inline void push_head(Array &a, u32 i) {
  Task &t = tasks[i];
  int p = t.prio;
  t.prev = NIL;
  t.next = a.head[p];
  if (t.next == NIL) {
    a.tail[p] = i;
    a.bits[p >> 6] |= 1ull << (p & 63);
  } else {
    tasks[t.next].prev = i;
  }
  a.head[p] = i;
  a.count++;
}

static inline u32 pop_best(Array &a) {
  int p = a.bits[0]   ? std::countr_zero(a.bits[0])
          : a.bits[1] ? 64 + std::countr_zero(a.bits[1])
                      : 128 + std::countr_zero(a.bits[2]);
  u32 i = a.head[p];
  Task &t = tasks[i];
  a.head[p] = t.next;
  a.count--;
  if (t.next == NIL) {
    a.tail[p] = NIL;
    a.bits[p >> 6] &= ~(1ull << (p & 63));
  } else {
    tasks[t.next].prev = NIL;
  }
  return i;
}

struct Timers {
  std::vector<u64> keys;
  inline u64 top() const { return keys.empty() ? NEVER : keys[0]; }
  inline void push(u64 key) {
    keys.push_back(key);
    size_t i = keys.size() - 1;
    while (i) {
      size_t parent = (i - 1) >> 2;
      if (keys[parent] <= key) break;
      keys[i] = keys[parent];
      i = parent;
    }
    keys[i] = key;
  }
  inline void pop() {
    u64 key = keys.back();
    keys.pop_back();
    size_t count = keys.size();
    if (!count) return;
    size_t i = 0;
    for (;;) {
      size_t child = 4 * i + 1;
      if (child >= count) break;
      size_t end = std::min(child + 4, count), least = child;
      for (size_t j = child + 1; j < end; j++) least = keys[j] < keys[least] ? j : least;
      if (keys[least] >= key) break;
      keys[i] = keys[least];
      i = least;
    }
    keys[i] = key;
  }
};
static Timers timers;

static inline void pick(int c, u64 now) {
  Queue &q = queues[c];
  if (!q.arrays[q.active].count) {
    q.active ^= 1;
    if (!q.arrays[q.active].count) {
      q.current = NIL;
      ends[c] = NEVER;
      return;
    }
  }
  u32 i = pop_best(q.arrays[q.active]);
  Task &t = tasks[i];
  q.current = i;
  q.start = now;
  ends[c] = now + std::min(t.burst, t.slice);
  switches++;
  digest = (digest ^ (u32)(now / 1000)) * 16777619u;
  digest = (digest ^ (u32)(c << 16 | i)) * 16777619u;
}

static inline u32 random_of(Task &t) {
  u32 x = t.rng;
  x ^= x << 13;
  x ^= x >> 17;
  x ^= x << 5;
  return t.rng = x;
}
static inline u32 next_burst(Task &t) { return mixed ? 500'000 + random_of(t) % 3'000'001 : (u32)RUN; }
static inline u32 next_sleep(Task &t) { return mixed ? 50'000'000 + random_of(t) % 400'000'001 : (u32)SLEEP; }

static inline void charge(Queue &q, u64 now) {
  Task &t = tasks[q.current];
  u32 ran = (u32)(now - q.start);
  if (!t.hog) t.burst -= ran;
  t.slice -= ran;
  q.start = now;
}

static inline void end_run(int c, u64 now) {
  Queue &q = queues[c];
  u32 i = q.current;
  Task &t = tasks[i];
  charge(q, now);
  if (!t.hog && t.burst == 0) {
    blocks++;
    timers.push((now + next_sleep(t)) << ID_BITS | i);
  } else {
    expiries++;
    t.slice = (u32)SLICE;
    push_tail(q.arrays[q.active ^ 1], i);
  }
  pick(c, now);
}

static inline void wake(u32 i, u64 now) {
  Task &t = tasks[i];
  Queue &q = queues[t.cpu];
  wakeups++;
  t.burst = next_burst(t);
  if (t.slice == 0) {
    t.slice = (u32)SLICE;
    push_tail(q.arrays[q.active ^ 1], i);
    if (q.current == NIL) pick(t.cpu, now);
    return;
  }
  push_tail(q.arrays[q.active], i);
  if (q.current == NIL) {
    pick(t.cpu, now);
  } else if (t.prio < tasks[q.current].prio) {
    charge(q, now);
    push_head(q.arrays[q.active], q.current);
    preemptions++;
    pick(t.cpu, now);
  }
}

static void play(u64 end) {
  for (int c = 0; c < CPUS; c++) pick(c, 0);
  for (;;) {
    u64 first = ends[0];
    for (int c = 1; c < CPUS; c++) first = std::min(first, ends[c]);
    u64 key = timers.top(), expiry = key == NEVER ? NEVER : key >> ID_BITS;
    if (first <= expiry) {
      if (first >= end) return;
      int c = 0;
      while (ends[c] != first) c++;
      end_run(c, first);
    } else {
      if (expiry >= end) return;
      timers.pop();
      wake(key & ((1 << ID_BITS) - 1), expiry);
    }
  }
}

int main(int argc, char **argv) {
  if (argc != 4) {
    fprintf(stderr, "usage: o1 SECONDS TASKS MIXED\n");
    return 2;
  }
  u64 end = (u64)(atof(argv[1]) * 1e9);
  int count = atoi(argv[2]), hogs = count / 2;
  mixed = atoi(argv[3]);
  tasks.resize(count);
  timers.keys.reserve(count + 8);
  for (Queue &q : queues) {
    for (Array &a : q.arrays) {
      memset(a.bits, 0, sizeof a.bits);
      a.count = 0;
      std::fill_n(a.head, LEVELS, NIL);
      std::fill_n(a.tail, LEVELS, NIL);
    }
    q.active = 0;
    q.current = NIL;
  }
  for (int i = 0; i < count; i++) {
    Task &t = tasks[i];
    t.id = i;
    t.hog = i < hogs;
    t.cpu = (t.hog ? i : i - hogs) % CPUS;
    t.prio = t.hog ? 120 : 115;
    t.rng = (u32)i * 2654435761u + 1;
    t.burst = t.hog ? NIL : next_burst(t);
    t.slice = (u32)SLICE;
    push_tail(queues[t.cpu].arrays[0], i);
  }
  std::clock_t cpu = std::clock();
  auto wall = std::chrono::steady_clock::now();
  play(end);
  double wall_ns = std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() - wall).count();
  double cpu_ns = 1e9 * (std::clock() - cpu) / CLOCKS_PER_SEC;
  printf("{\"counts\":{\"switches\":%lu,\"wakeups\":%lu,\"blocks\":%lu,\"expiries\":%lu,\"preemptions\":%lu,\"digest\":%u},"
         "\"wallNs\":%.0f,\"cpuNs\":%.0f}\n",
         switches, wakeups, blocks, expiries, preemptions, digest, wall_ns, cpu_ns);
}
