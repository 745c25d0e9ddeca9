// @ts-nocheck: plain JavaScript, as its author would have written it.
/** The peers' model (bench/README.md) by somebody who knows V8: typed arrays, no allocation in the loop. */
const CPUS = 8;
const LEVELS = 140;
const SLICE = 100e6;
const RUN = 2e6;
const SLEEP = 8e6;
const NIL = -1;

/**
 * @param {number} seconds
 * @param {number} tasks
 * @param {boolean} mixed
 * @returns {() => import("./counts.js").Counts} plays it, once
 */
export function prepareTyped(seconds, tasks, mixed) {
  const END = seconds * 1e9;
  const hogs = tasks >> 1;
  const next = new Int32Array(tasks);
  const prev = new Int32Array(tasks);
  const prio = new Uint8Array(tasks);
  const cpu = new Uint8Array(tasks);
  const hog = new Uint8Array(tasks);
  const burst = new Float64Array(tasks);
  const slice = new Float64Array(tasks);
  const rng = new Uint32Array(tasks);
  const head = new Int32Array(CPUS * 2 * LEVELS).fill(NIL);
  const tail = new Int32Array(CPUS * 2 * LEVELS).fill(NIL);
  const bits = new Int32Array(CPUS * 2 * 5);
  const count = new Int32Array(CPUS * 2);
  const active = new Int32Array(CPUS);
  const current = new Int32Array(CPUS).fill(NIL);
  const start = new Float64Array(CPUS);
  const ends = new Float64Array(CPUS).fill(Number.POSITIVE_INFINITY);
  const heapTime = new Float64Array(tasks + 8);
  const heapTask = new Int32Array(tasks + 8);
  let heapCount = 0;
  let switches = 0;
  let wakeups = 0;
  let blocks = 0;
  let expiries = 0;
  let preemptions = 0;
  let digest = 2166136261 | 0;

  function random(i) {
    let x = rng[i] | 0;
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    rng[i] = x;
    return x >>> 0;
  }

  function nextBurst(i) {
    return mixed ? 500000 + (random(i) % 3000001) : RUN;
  }

  function nextSleep(i) {
    return mixed ? 50000000 + (random(i) % 400000001) : SLEEP;
  }

  function pushTail(array, i) {
    const list = array * LEVELS + prio[i];
    const last = tail[list];
    next[i] = NIL;
    prev[i] = last;
    if (last === NIL) {
      head[list] = i;
      bits[array * 5 + (prio[i] >> 5)] |= 1 << (prio[i] & 31);
    } else {
      next[last] = i;
    }
    tail[list] = i;
    count[array]++;
  }

  function pushHead(array, i) {
    const list = array * LEVELS + prio[i];
    const first = head[list];
    prev[i] = NIL;
    next[i] = first;
    if (first === NIL) {
      tail[list] = i;
      bits[array * 5 + (prio[i] >> 5)] |= 1 << (prio[i] & 31);
    } else {
      prev[first] = i;
    }
    head[list] = i;
    count[array]++;
  }

  function popBest(array) {
    const words = array * 5;
    let word = 0;
    while (bits[words + word] === 0) word++;
    const value = bits[words + word];
    const level = word * 32 + (31 - Math.clz32(value & -value));
    const list = array * LEVELS + level;
    const i = head[list];
    const after = next[i];
    head[list] = after;
    count[array]--;
    if (after === NIL) {
      tail[list] = NIL;
      bits[words + word] &= ~(1 << (level & 31));
    } else {
      prev[after] = NIL;
    }
    return i;
  }

  function pushTimer(time, task) {
    let i = heapCount++;
    while (i > 0) {
      const parent = (i - 1) >> 2;
      if (heapTime[parent] < time || (heapTime[parent] === time && heapTask[parent] < task)) break;
      heapTime[i] = heapTime[parent];
      heapTask[i] = heapTask[parent];
      i = parent;
    }
    heapTime[i] = time;
    heapTask[i] = task;
  }

  function popTimer() {
    const time = heapTime[--heapCount];
    const task = heapTask[heapCount];
    let i = 0;
    for (;;) {
      const child = 4 * i + 1;
      if (child >= heapCount) break;
      const end = Math.min(child + 4, heapCount);
      let least = child;
      for (let j = child + 1; j < end; j++) {
        if (heapTime[j] < heapTime[least] || (heapTime[j] === heapTime[least] && heapTask[j] < heapTask[least])) {
          least = j;
        }
      }
      if (heapTime[least] > time || (heapTime[least] === time && heapTask[least] > task)) break;
      heapTime[i] = heapTime[least];
      heapTask[i] = heapTask[least];
      i = least;
    }
    heapTime[i] = time;
    heapTask[i] = task;
  }

  function pick(c, now) {
    let array = c * 2 + active[c];
    if (count[array] === 0) {
      active[c] ^= 1;
      array ^= 1;
      if (count[array] === 0) {
        current[c] = NIL;
        ends[c] = Number.POSITIVE_INFINITY;
        return;
      }
    }
    const i = popBest(array);
    current[c] = i;
    start[c] = now;
    ends[c] = now + Math.min(burst[i], slice[i]);
    switches++;
    digest = Math.imul(digest ^ (Math.floor(now / 1000) | 0), 16777619);
    digest = Math.imul(digest ^ ((c << 16) | i), 16777619);
  }

  function charge(c, now) {
    const i = current[c];
    const ran = now - start[c];
    if (!hog[i]) burst[i] -= ran;
    slice[i] -= ran;
    start[c] = now;
  }

  function endRun(c, now) {
    const i = current[c];
    charge(c, now);
    if (!hog[i] && burst[i] === 0) {
      blocks++;
      pushTimer(now + nextSleep(i), i);
    } else {
      expiries++;
      slice[i] = SLICE;
      pushTail(c * 2 + (active[c] ^ 1), i);
    }
    pick(c, now);
  }

  function wake(i, now) {
    const c = cpu[i];
    wakeups++;
    burst[i] = nextBurst(i);
    if (slice[i] === 0) {
      slice[i] = SLICE;
      pushTail(c * 2 + (active[c] ^ 1), i);
      if (current[c] === NIL) pick(c, now);
      return;
    }
    pushTail(c * 2 + active[c], i);
    const running = current[c];
    if (running === NIL) {
      pick(c, now);
    } else if (prio[i] < prio[running]) {
      charge(c, now);
      pushHead(c * 2 + active[c], running);
      preemptions++;
      pick(c, now);
    }
  }

  for (let i = 0; i < tasks; i++) {
    hog[i] = i < hogs ? 1 : 0;
    cpu[i] = (i < hogs ? i : i - hogs) % CPUS;
    prio[i] = i < hogs ? 120 : 115;
    rng[i] = (Math.imul(i, 2654435761) + 1) >>> 0;
    burst[i] = i < hogs ? Number.POSITIVE_INFINITY : nextBurst(i);
    slice[i] = SLICE;
    pushTail(cpu[i] * 2, i);
  }

  return function play() {
    for (let c = 0; c < CPUS; c++) pick(c, 0);
    for (;;) {
      let c = 0;
      let first = ends[0];
      for (let k = 1; k < CPUS; k++) {
        if (ends[k] < first) {
          first = ends[k];
          c = k;
        }
      }
      const expiry = heapCount ? heapTime[0] : Number.POSITIVE_INFINITY;
      if (first <= expiry) {
        if (first >= END) break;
        endRun(c, first);
      } else {
        if (expiry >= END) break;
        const i = heapTask[0];
        popTimer();
        wake(i, expiry);
      }
    }
    return { switches, wakeups, blocks, expiries, preemptions, digest: digest >>> 0 };
  };
}
