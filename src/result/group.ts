/** Gathers the tasks of one name into one group's figures, task by task. */
import type { WorkloadImage } from "../engine/image.js";
import type { MarkStatistics, Nanoseconds, SpanStatistics, TaskId, TaskStatistics } from "../engine/types.js";
import { Histogram, HistogramBuilder } from "./histogram.js";
import { PunctualityBuilder } from "./punctuality.js";
import { perSecond, ratio, SpreadBuilder, summarize } from "./summaries.js";
import type { GroupResult, MarkResult, SpanSummary } from "./types.js";

/** Of the tasks seen so far, who waited longest; the lowest pid on a tie. */
export class LongestWait {
  waitNs: Nanoseconds = 0;
  pid: TaskId | null = null;

  add(pid: TaskId, waitNs: Nanoseconds): void {
    if (waitNs > this.waitNs) {
      this.waitNs = waitNs;
      this.pid = pid;
    }
  }
}

export class GroupBuilder {
  count = 0;
  started = 0;
  exited = 0;
  voluntary = 0;
  involuntary = 0;
  wakeups = 0;
  migrations = 0;
  readonly cpuTime = new SpreadBuilder();
  readonly wait = new SpreadBuilder();
  readonly sleep = new SpreadBuilder();
  readonly longestWait = new LongestWait();
  readonly rounds = new PunctualityBuilder();
  readonly periods = new PunctualityBuilder();
  readonly #wakeupLatency = new HistogramBuilder();
  readonly #otherWaits = new HistogramBuilder();
  readonly #marks = new Map<number, MarkBuilder>();

  constructor(readonly name: string) {}

  /** Adds a histogram that tasks share because they have none of their own. */
  addShared(spans: { readonly wakeupLatency: SpanStatistics; readonly otherWaits: SpanStatistics }): void {
    this.#wakeupLatency.add(complete(spans.wakeupLatency, this.name));
    this.#otherWaits.add(complete(spans.otherWaits, this.name));
  }

  addTask(task: TaskStatistics): void {
    this.count += 1;
    if (task.startedNs !== null) {
      this.started += 1;
      this.cpuTime.add(task.cpuTimeNs);
      this.wait.add(task.waitNs);
      this.sleep.add(task.sleepNs);
    }
    if (task.state === "exited") this.exited += 1;
    this.voluntary += task.voluntarySwitches;
    this.involuntary += task.involuntarySwitches;
    this.wakeups += task.wakeups;
    this.migrations += task.migrations;
    this.longestWait.add(task.pid, task.longestWaitNs);
    this.rounds.add(task.rounds);
    this.periods.add(task.periods);
    // A task without buckets is already in the shared histogram.
    const latency = Histogram.fromStatistics(task.wakeupLatency);
    if (latency !== null) this.#wakeupLatency.add(latency);
    const others = Histogram.fromStatistics(task.otherWaits);
    if (others !== null) this.#otherWaits.add(others);
    for (const mark of task.marks) this.#mark(mark.mark).add(mark);
  }

  wakeupLatency(): Histogram {
    return this.#wakeupLatency.build();
  }

  otherWaits(): Histogram {
    return this.#otherWaits.build();
  }

  /** @param markOfAll the same mark's figures over all tasks, for percentiles that are not kept per task */
  build(image: WorkloadImage, simulatedNs: Nanoseconds, markOfAll: (mark: number) => MarkResult): GroupResult {
    const wakeupLatency = this.wakeupLatency();
    const marks = [...this.#marks].map(([mark, builder]) => {
      return [image.marks[mark] ?? "", builder.build(simulatedNs, markOfAll(mark))] as const;
    });
    return {
      name: this.name,
      count: this.count,
      started: this.started,
      exited: this.exited,
      cpuTimeNs: this.cpuTime.build(),
      waitNs: this.wait.build(),
      sleepNs: this.sleep.build(),
      share: this.cpuTime.build(simulatedNs),
      totalShare: ratio(this.cpuTime.total, simulatedNs),
      jainIndex: this.cpuTime.jainIndex(),
      contextSwitches: { voluntary: this.voluntary, involuntary: this.involuntary },
      wakeups: this.wakeups,
      migrations: this.migrations,
      wakeupLatencyNs: summarize(wakeupLatency),
      otherWaitNs: summarize(this.otherWaits()),
      longestWaitNs: this.longestWait.waitNs,
      longestWaitPid: this.longestWait.pid,
      rounds: this.rounds.build(),
      periods: this.periods.build(),
      marks: Object.fromEntries(marks),
      wakeupLatencyBuckets: wakeupLatency.buckets,
    };
  }

  #mark(mark: number): MarkBuilder {
    let builder = this.#marks.get(mark);
    if (builder === undefined) {
      builder = new MarkBuilder();
      this.#marks.set(mark, builder);
    }
    return builder;
  }
}

/** One mark over the tasks of a group. */
class MarkBuilder {
  #count = 0;
  #firstNs: Nanoseconds | null = null;
  #lastNs: Nanoseconds | null = null;
  #intervals = 0;
  #totalNs = 0;
  #maxNs = 0;
  readonly #histogram = new HistogramBuilder();
  #complete = true;

  add(mark: MarkStatistics): void {
    this.#count += mark.count;
    if (mark.firstNs !== null) this.#firstNs = Math.min(this.#firstNs ?? mark.firstNs, mark.firstNs);
    if (mark.lastNs !== null) this.#lastNs = Math.max(this.#lastNs ?? mark.lastNs, mark.lastNs);
    this.#intervals += mark.intervals.count;
    this.#totalNs += mark.intervals.totalNs;
    this.#maxNs = Math.max(this.#maxNs, mark.intervals.maxNs);
    const own = Histogram.fromStatistics(mark.intervals);
    if (own === null) this.#complete = false;
    else this.#histogram.add(own);
  }

  build(simulatedNs: Nanoseconds, ofAll: MarkResult): MarkResult {
    const own = summarize(this.#histogram.build());
    const percentiles: SpanSummary = this.#complete ? own : ofAll.intervalNs;
    return {
      count: this.#count,
      perSecond: perSecond(this.#count, simulatedNs),
      firstNs: this.#firstNs,
      lastNs: this.#lastNs,
      intervalNs: {
        ...percentiles,
        count: this.#intervals,
        mean: this.#intervals === 0 ? null : this.#totalNs / this.#intervals,
        max: this.#intervals === 0 ? null : this.#maxNs,
        percentilesOf: this.#complete ? "group" : "all",
      },
    };
  }
}

function complete(spans: SpanStatistics, name: string): Histogram {
  const histogram = Histogram.fromStatistics(spans);
  if (histogram === null) throw new Error(`the core kept no shared histogram for the tasks of ${name}`);
  return histogram;
}
