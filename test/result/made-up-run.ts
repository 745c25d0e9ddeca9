/**
 * Statistics as the core would give them, made up from lists of spans, so that results can be
 * checked against sums over those lists.
 */
import type { TaskDocument, WorkloadImage } from "../../src/engine/image.js";
import type {
  EngineStatistics,
  MarkStatistics,
  PunctualityStatistics,
  SchedulerInfo,
  SpanStatistics,
  TaskState,
  TaskStatistics,
} from "../../src/engine/types.js";
import type { ResultInput } from "../../src/result/build.js";
import { Histogram } from "../../src/result/histogram.js";

export interface MadeUpTask {
  readonly document: number;
  readonly cpuTimeNs: number;
  readonly latenciesNs?: readonly number[];
  readonly otherWaitsNs?: readonly number[];
  /** Intervals between successive marks 0; one mark more than there are intervals. */
  readonly intervalsNs?: readonly number[];
  readonly rounds?: PunctualityStatistics;
  readonly periods?: PunctualityStatistics;
  readonly startedNs?: number | null;
  readonly exitedNs?: number | null;
  readonly parent?: number | null;
  readonly state?: TaskState;
  /** The task's histograms are kept by its document. */
  readonly shared?: boolean;
}

export interface MadeUpRun {
  readonly documents?: readonly { readonly name: string; readonly count: number }[];
  readonly tasks: readonly MadeUpTask[];
  readonly cpus?: number;
  readonly timeNs?: number;
  readonly durationNs?: number;
  readonly seed?: bigint;
  readonly marks?: readonly string[];
  readonly busyNs?: number;
  readonly scheduler?: string;
  readonly tunables?: Record<string, number>;
}

export const aScheduler: SchedulerInfo = {
  id: "o1-2.6.22",
  aliases: ["o1"],
  name: "O(1)",
  year: 2007,
  goodAt: "throughput",
  badAt: "fairness",
  provenance: { kind: "recorded", source: "2.6.22" },
  policies: ["normal", "batch", "fifo", "rr"],
  minHz: 100,
  maxHz: 1000,
  maxCpus: 64,
  longBits: [64, 32],
  tunables: [],
};

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function spans(values: readonly number[], own: boolean): SpanStatistics {
  const { buckets, count, totalNs, maxNs } = Histogram.fromValues(values);
  return { count, totalNs, maxNs, buckets: own ? buckets : null };
}

function document(name: string, count: number): TaskDocument {
  return {
    name,
    count,
    streamKey: 1n,
    nice: 0,
    policy: "normal",
    rtprio: 0,
    affinity: null,
    start: { ns: 0 },
    cpu: null,
    entry: 0,
    loopDepth: 0,
    marks: [0],
    privateObjects: [],
    deadlineNs: null,
    periodic: false,
    timerStartNs: null,
    mm: null,
    privateMms: 0,
  };
}

export function madeUpRun(run: MadeUpRun): ResultInput {
  const timeNs = run.timeNs ?? 1_000_000_000;
  const documents = run.documents ?? [{ name: "hog", count: run.tasks.length }];
  const cpus = run.cpus ?? 1;
  const busyNs = run.busyNs ?? Math.min(timeNs, sum(run.tasks.map((task) => task.cpuTimeNs)));
  const markNames = run.marks ?? ["loop"];
  const image: WorkloadImage = {
    name: "made-up",
    cpus,
    hz: 1000,
    timers: "hrtimer",
    costs: { contextSwitchNs: 0, migrationNs: 0 },
    durationNs: run.durationNs ?? timeNs,
    seed: run.seed ?? 1n,
    instructions: [],
    distributions: [],
    objects: [],
    marks: markNames,
    documents: documents.map(({ name, count }) => document(name, count)),
  };

  const mark = (intervals: readonly number[], marks: number, own: boolean): MarkStatistics => ({
    mark: 0,
    count: marks,
    firstNs: marks === 0 ? null : 10,
    lastNs: marks === 0 ? null : 10 + sum(intervals),
    intervals: spans(intervals, own),
  });
  const task = (pid: number): TaskStatistics => {
    const made = run.tasks[pid - 1];
    if (made === undefined) throw new Error(`there is no task ${pid}`);
    const startedNs = made.startedNs === undefined ? 0 : made.startedNs;
    const exitedNs = made.exitedNs ?? null;
    const waits = [...(made.latenciesNs ?? []), ...(made.otherWaitsNs ?? [])];
    const lifetimeNs = startedNs === null ? 0 : (exitedNs ?? timeNs) - startedNs;
    return {
      pid,
      document: made.document,
      instance: run.tasks.slice(0, pid - 1).filter((other) => other.document === made.document).length,
      parent: made.parent ?? null,
      state: made.state ?? (startedNs === null ? "new" : exitedNs === null ? "runnable" : "exited"),
      cpu: 0,
      nice: 0,
      policy: "normal",
      rtprio: 0,
      startedNs,
      exitedNs,
      firstRunNs: startedNs,
      lastRunNs: startedNs,
      cpuTimeNs: made.cpuTimeNs,
      waitNs: sum(waits),
      sleepNs: lifetimeNs - sum(waits) - made.cpuTimeNs,
      voluntarySwitches: made.latenciesNs?.length ?? 0,
      involuntarySwitches: made.otherWaitsNs?.length ?? 0,
      wakeups: made.latenciesNs?.length ?? 0,
      migrations: 1,
      longestWaitNs: Math.max(0, ...waits),
      wakeupLatency: spans(made.latenciesNs ?? [], made.shared !== true),
      otherWaits: spans(made.otherWaitsNs ?? [], made.shared !== true),
      rounds: made.rounds ?? null,
      periods: made.periods ?? null,
      marks:
        made.intervalsNs === undefined
          ? []
          : [mark(made.intervalsNs, made.intervalsNs.length + 1, made.shared !== true)],
    };
  };
  const intervals = run.tasks.flatMap((made) => made.intervalsNs ?? []);
  const marked = run.tasks.filter((made) => made.intervalsNs !== undefined).length;
  const statistics: EngineStatistics = {
    timeNs,
    traceDigest: "0123456789abcdef",
    traceEvents: 7,
    cpus: Array.from({ length: cpus }, (_, cpu) => ({
      cpu,
      busyNs,
      idleNs: timeNs - busyNs,
      overheadNs: 0,
      contextSwitches: 3,
      ticks: 1000,
      migrationsIn: 1,
      migrationsOut: 2,
    })),
    taskCount: run.tasks.length,
    task,
    documents: documents.map((_, index) => {
      const sharing = run.tasks.filter((made) => made.shared === true && made.document === index);
      return {
        wakeupLatency: spans(
          sharing.flatMap((made) => made.latenciesNs ?? []),
          true,
        ),
        otherWaits: spans(
          sharing.flatMap((made) => made.otherWaitsNs ?? []),
          true,
        ),
      };
    }),
    marks: markNames.map((_, index) => ({ ...mark(intervals, intervals.length + marked, true), mark: index })),
  };
  return {
    schedlab: "0.1.0",
    scheduler: { ...aScheduler, id: run.scheduler ?? aScheduler.id },
    longBits: 64,
    tunables: run.tunables ?? {},
    image,
    statistics,
    seed: run.seed ?? 1n,
    durationNs: run.durationNs ?? timeNs,
    warnings: [],
  };
}
