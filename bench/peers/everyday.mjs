// @ts-nocheck: plain JavaScript, as its author would have written it.
/** The peers' model (bench/README.md) as most would write it: classes, arrays as queues, a heap of events with callbacks. */
const SLICE = 100e6;

class EventHeap {
  events = [];

  less(a, b) {
    if (a.time !== b.time) return a.time < b.time;
    return a.kind !== b.kind ? a.kind < b.kind : a.id < b.id;
  }

  push(event) {
    const { events } = this;
    events.push(event);
    let i = events.length - 1;
    while (i > 0) {
      const parent = (i - 1) >> 1;
      if (!this.less(events[i], events[parent])) break;
      [events[i], events[parent]] = [events[parent], events[i]];
      i = parent;
    }
  }

  pop() {
    const { events } = this;
    const first = events[0];
    const last = events.pop();
    if (events.length === 0) return first;
    events[0] = last;
    let i = 0;
    for (;;) {
      const left = 2 * i + 1;
      let least = i;
      if (left < events.length && this.less(events[left], events[least])) least = left;
      if (left + 1 < events.length && this.less(events[left + 1], events[least])) least = left + 1;
      if (least === i) return first;
      [events[i], events[least]] = [events[least], events[i]];
      i = least;
    }
  }
}

class Simulator {
  now = 0;
  queue = new EventHeap();

  at(time, kind, id, callback) {
    const event = { time, kind, id, callback, cancelled: false };
    this.queue.push(event);
    return event;
  }

  run(end) {
    while (this.queue.events.length > 0) {
      const event = this.queue.pop();
      if (event.cancelled) continue;
      if (event.time >= end) break;
      this.now = event.time;
      event.callback();
    }
  }
}

class PriorityQueues {
  queues = Array.from({ length: 140 }, () => []);
  count = 0;

  pushTail(task) {
    this.queues[task.priority].push(task);
    this.count++;
  }

  pushHead(task) {
    this.queues[task.priority].unshift(task);
    this.count++;
  }

  pop() {
    for (const queue of this.queues) {
      if (queue.length > 0) {
        this.count--;
        return queue.shift();
      }
    }
  }
}

class Cpu {
  active = new PriorityQueues();
  expired = new PriorityQueues();
  current = null;
  end = null;

  constructor(simulator, id, counts) {
    this.simulator = simulator;
    this.id = id;
    this.counts = counts;
  }

  pick() {
    if (this.active.count === 0) [this.active, this.expired] = [this.expired, this.active];
    if (this.active.count === 0) {
      this.current = null;
      this.end = null;
      return;
    }
    const task = this.active.pop();
    const { now } = this.simulator;
    const { counts } = this;
    this.current = task;
    this.start = now;
    counts.switches++;
    counts.digest = Math.imul(counts.digest ^ (Math.floor(now / 1000) | 0), 16777619);
    counts.digest = Math.imul(counts.digest ^ ((this.id << 16) | task.id), 16777619);
    this.end = this.simulator.at(now + Math.min(task.burst, task.slice), 0, this.id, () => this.endRun());
  }

  charge() {
    const ran = this.simulator.now - this.start;
    this.current.burst -= ran;
    this.current.slice -= ran;
    this.start = this.simulator.now;
  }

  endRun() {
    const task = this.current;
    this.charge();
    if (task.burst === 0) {
      this.counts.blocks++;
      this.simulator.at(this.simulator.now + task.nextSleep(), 1, task.id, () => this.wake(task));
    } else {
      this.counts.expiries++;
      task.slice = SLICE;
      this.expired.pushTail(task);
    }
    this.pick();
  }

  wake(task) {
    this.counts.wakeups++;
    task.burst = task.nextBurst();
    if (task.slice === 0) {
      task.slice = SLICE;
      this.expired.pushTail(task);
      if (!this.current) this.pick();
      return;
    }
    this.active.pushTail(task);
    if (!this.current) {
      this.pick();
    } else if (task.priority < this.current.priority) {
      this.charge();
      this.end.cancelled = true;
      this.active.pushHead(this.current);
      this.counts.preemptions++;
      this.pick();
    }
  }
}

class Task {
  constructor(id, hog, mixed) {
    this.id = id;
    this.mixed = mixed;
    this.seed = (Math.imul(id, 2654435761) + 1) >>> 0;
    this.priority = hog ? 120 : 115;
    this.burst = hog ? Number.POSITIVE_INFINITY : this.nextBurst();
    this.slice = SLICE;
  }

  random() {
    let x = this.seed | 0;
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    this.seed = x >>> 0;
    return this.seed;
  }

  nextBurst() {
    return this.mixed ? 500000 + (this.random() % 3000001) : 2e6;
  }

  nextSleep() {
    return this.mixed ? 50000000 + (this.random() % 400000001) : 8e6;
  }
}

/**
 * @param {number} seconds
 * @param {number} tasks
 * @param {boolean} mixed
 * @returns {() => import("./counts.js").Counts} plays it, once
 */
export function prepareEveryday(seconds, tasks, mixed) {
  const counts = { switches: 0, wakeups: 0, blocks: 0, expiries: 0, preemptions: 0, digest: 2166136261 | 0 };
  const simulator = new Simulator();
  const cpus = Array.from({ length: 8 }, (_, id) => new Cpu(simulator, id, counts));
  const hogs = tasks >> 1;
  for (let i = 0; i < tasks; i++) {
    cpus[(i < hogs ? i : i - hogs) % 8].active.pushTail(new Task(i, i < hogs, mixed));
  }
  return () => {
    for (const cpu of cpus) cpu.pick();
    simulator.run(seconds * 1e9);
    return { ...counts, digest: counts.digest >>> 0 };
  };
}
