/**
 * Who ran when, in buckets of time, collected from switch events as they pass: what a terminal can
 * show of a whole run. Memory depends on the numbers of rows and buckets, and a bit for each task.
 */
import type { CpuId, Nanoseconds, SwitchEvent, TaskId, TraceEvent } from "../engine/types.js";

export interface TimelineOptions {
  readonly cpus: number;
  readonly durationNs: Nanoseconds;
  /** How finely time is divided; a multiple of the columns that will be shown is best. Default 480. */
  readonly buckets?: number;
  /** Tasks with a row of their own: the first so many that ever run. The rest share one. Default 4096. */
  readonly maxRows?: number;
}

export interface TimelineRow {
  readonly cpuTimeNs: Nanoseconds;
  /** CPU time in ns in each bucket. */
  readonly busyNs: Float64Array;
}

export interface TaskTimelineRow extends TimelineRow {
  readonly pid: TaskId;
}

export interface Timeline {
  readonly durationNs: Nanoseconds;
  readonly buckets: number;
  /** One for each CPU. */
  readonly cpus: readonly TimelineRow[];
  /** Most CPU time first, the lower pid on a tie. */
  readonly tasks: readonly TaskTimelineRow[];
  /** The tasks that came after the last row was taken, together. */
  readonly rest: TimelineRow & { readonly count: number };
}

interface Row {
  readonly busyNs: Float64Array;
  cpuTimeNs: number;
}

export class TimelineCollector {
  readonly #options: Required<TimelineOptions>;
  readonly #cpus: Row[];
  /** What each CPU is running (0: nothing), and since when. */
  readonly #current: { pid: TaskId; sinceNs: Nanoseconds }[];
  readonly #tasks = new Map<TaskId, Row>();
  readonly #rest: Row;
  readonly #restPids = new PidSet();

  constructor(options: TimelineOptions) {
    this.#options = { buckets: 480, maxRows: 4096, ...options };
    this.#cpus = Array.from({ length: options.cpus }, () => this.#row());
    this.#current = Array.from({ length: options.cpus }, () => ({ pid: 0, sinceNs: 0 }));
    this.#rest = this.#row();
  }

  /** Events in the order of the trace. */
  add(events: Iterable<TraceEvent>): void {
    for (const event of events) if (event.kind === "switch") this.#switch(event);
  }

  /** What was collected, with whatever runs now counted as running up to `endNs`. */
  finish(endNs: Nanoseconds = this.#options.durationNs): Timeline {
    for (const [cpu, current] of this.#current.entries()) this.#charge(cpu, current.pid, current.sinceNs, endNs);
    for (const current of this.#current) current.sinceNs = endNs;
    const tasks = [...this.#tasks].map(([pid, row]) => ({ pid, ...row }));
    tasks.sort((left, right) => right.cpuTimeNs - left.cpuTimeNs || left.pid - right.pid);
    const { durationNs, buckets } = this.#options;
    return { durationNs, buckets, cpus: this.#cpus, tasks, rest: { ...this.#rest, count: this.#restPids.size } };
  }

  #switch(event: SwitchEvent): void {
    const current = this.#current[event.cpu];
    if (current === undefined) return;
    this.#charge(event.cpu, current.pid, current.sinceNs, event.timeNs);
    current.pid = event.next;
    current.sinceNs = event.timeNs;
  }

  /** Kernel threads take no time, so they have no row. */
  #charge(cpu: CpuId, pid: TaskId, fromNs: Nanoseconds, toNs: Nanoseconds): void {
    if (pid <= 0 || toNs <= fromNs) return;
    const cpuRow = this.#cpus[cpu];
    if (cpuRow !== undefined) this.#fill(cpuRow, fromNs, toNs);
    this.#fill(this.#rowOf(pid), fromNs, toNs);
  }

  #rowOf(pid: TaskId): Row {
    const known = this.#tasks.get(pid);
    if (known !== undefined) return known;
    if (this.#tasks.size >= this.#options.maxRows) {
      this.#restPids.add(pid);
      return this.#rest;
    }
    const row = this.#row();
    this.#tasks.set(pid, row);
    return row;
  }

  #fill(row: Row, fromNs: Nanoseconds, toNs: Nanoseconds): void {
    row.cpuTimeNs += toNs - fromNs;
    const { buckets, durationNs } = this.#options;
    const bucketNs = durationNs / buckets;
    const { busyNs } = row;
    const first = Math.min(buckets - 1, Math.floor(fromNs / bucketNs));
    const last = Math.min(buckets - 1, Math.floor(toNs / bucketNs));
    if (first === last) {
      busyNs[first] = (busyNs[first] ?? 0) + toNs - fromNs;
      return;
    }
    busyNs[first] = (busyNs[first] ?? 0) + (first + 1) * bucketNs - fromNs;
    for (let bucket = first + 1; bucket < last; bucket += 1) busyNs[bucket] = (busyNs[bucket] ?? 0) + bucketNs;
    busyNs[last] = (busyNs[last] ?? 0) + toNs - last * bucketNs;
  }

  #row(): Row {
    return { busyNs: new Float64Array(this.#options.buckets), cpuTimeNs: 0 };
  }
}

/** A set of pids, which are dense: a bit each. */
class PidSet {
  size = 0;
  #bits = new Uint8Array(1024);

  add(pid: TaskId): void {
    const index = Math.floor(pid / 8);
    if (index >= this.#bits.length) {
      const larger = new Uint8Array(Math.max(index + 1, this.#bits.length * 2));
      larger.set(this.#bits);
      this.#bits = larger;
    }
    const bit = 1 << (pid % 8);
    const byte = this.#bits[index] ?? 0;
    if ((byte & bit) !== 0) return;
    this.#bits[index] = byte | bit;
    this.size += 1;
  }
}
