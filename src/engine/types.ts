/**
 * The types that the engine shares with the rest of the host: units, identities, trace events and
 * the figures that the core keeps. No code here: `workload`, `result` and `trace` may import this
 * file without pulling in the engine.
 */

/** A whole number of nanoseconds, 0 … 2^53 - 1: since boot for an instant, else a span. */
export type Nanoseconds = number & { readonly unit?: "ns" };

/** 1, 2, 3 … for tasks; 0 for a CPU's idle task; negative for kernel threads (migration: -1 - cpu). */
export type TaskId = number & { readonly identity?: "task" };

/** 0 … cpus - 1. */
export type CpuId = number & { readonly identity?: "cpu" };

export type Policy = "normal" | "batch" | "idle" | "fifo" | "rr";

/** How `switch` lines name the state of the task that leaves (machine-model, "Trace"). */
export type SwitchState = "R" | "S" | "D" | "X";

/** What a task is doing. `new` has not started yet; `exited` never comes back. */
export type TaskState = "new" | "running" | "runnable" | "sleeping" | "blocked" | "exited";

/** One line of the trace (machine-model, "Trace"). Priorities are the scheduler's own internal ones. */
export type SchedulingEvent = SwitchEvent | WakeupEvent | NewEvent | MigrateEvent | ExitEvent;

/**
 * The same, and what happens in between where it was asked for (`trace: "detailed"`): neither counted nor in the
 * digest.
 */
export type TraceEvent = SchedulingEvent | ForkEvent | MarkEvent;

export interface SwitchEvent {
  readonly kind: "switch";
  readonly timeNs: Nanoseconds;
  readonly cpu: CpuId;
  readonly previous: TaskId;
  readonly previousPriority: number;
  readonly previousState: SwitchState;
  readonly next: TaskId;
  readonly nextPriority: number;
}

export interface WakeupEvent {
  readonly kind: "wakeup";
  readonly timeNs: Nanoseconds;
  /** The CPU that did the waking. */
  readonly cpu: CpuId;
  readonly pid: TaskId;
  readonly priority: number;
  /** The CPU on whose runqueue the task was put. */
  readonly targetCpu: CpuId;
  /** With details: whether something else than the waking CPU's current task woke it, such as a timer. */
  readonly inInterrupt?: boolean;
}

export interface NewEvent {
  readonly kind: "new";
  readonly timeNs: Nanoseconds;
  /** The CPU on whose runqueue the task was put. */
  readonly cpu: CpuId;
  readonly pid: TaskId;
  readonly priority: number;
}

export interface MigrateEvent {
  readonly kind: "migrate";
  readonly timeNs: Nanoseconds;
  readonly pid: TaskId;
  readonly fromCpu: CpuId;
  readonly toCpu: CpuId;
}

export interface ExitEvent {
  readonly kind: "exit";
  readonly timeNs: Nanoseconds;
  readonly cpu: CpuId;
  readonly pid: TaskId;
}

/** Comes right before the child's NewEvent. */
export interface ForkEvent {
  readonly kind: "fork";
  readonly timeNs: Nanoseconds;
  /** The CPU on which the parent runs. */
  readonly cpu: CpuId;
  readonly parent: TaskId;
  /** The child. */
  readonly pid: TaskId;
}

/** A task passes a `mark` of its program. */
export interface MarkEvent {
  readonly kind: "mark";
  readonly timeNs: Nanoseconds;
  readonly cpu: CpuId;
  readonly pid: TaskId;
  /** Index into WorkloadImage.marks. */
  readonly mark: number;
}

/**
 * A log-linear histogram as the core keeps it, sparse: `[bucket index, count]`, ascending.
 * Values below 64 ns have a bucket each; above, every octave [2^e, 2^(e+1)) is cut into 64 equal
 * buckets, so that a bucket's midpoint is within 0.8 % of every value in it:
 * index = v for v < 64, else (e - 5) * 64 + ((v >> (e - 6)) & 63) with e = floor(log2 v).
 */
export type HistogramBuckets = readonly (readonly [index: number, count: number])[];

/** A distribution of spans in time: exact count, sum and maximum, and a histogram where one is kept. */
export interface SpanStatistics {
  readonly count: number;
  readonly totalNs: Nanoseconds;
  readonly maxNs: Nanoseconds;
  /** null where the task shares the histogram of its document (see EngineStatistics.documents). */
  readonly buckets: HistogramBuckets | null;
}

export interface MarkStatistics {
  /** Index into WorkloadImage.marks. */
  readonly mark: number;
  readonly count: number;
  readonly firstNs: Nanoseconds | null;
  readonly lastNs: Nanoseconds | null;
  /** Times between two successive marks of this name by one and the same task. */
  readonly intervals: SpanStatistics;
}

/** Rounds of a task with a deadline, or points of a timer's grid (docs/workload-format.md). */
export interface PunctualityStatistics {
  readonly count: number;
  /** Those that came too late. */
  readonly missed: number;
  /** 0 where none did. */
  readonly maxLatenessNs: Nanoseconds;
}

export interface TaskStatistics {
  readonly pid: TaskId;
  /** Index into WorkloadImage.documents. */
  readonly document: number;
  /** 0 … count - 1 among the tasks of a top-level document; order of forking for children. */
  readonly instance: number;
  /** The forking parent's pid; null for a task of the workload. */
  readonly parent: TaskId | null;
  readonly state: TaskState;
  readonly cpu: CpuId;
  readonly nice: number;
  readonly policy: Policy;
  readonly rtprio: number;
  readonly startedNs: Nanoseconds | null;
  readonly exitedNs: Nanoseconds | null;
  readonly firstRunNs: Nanoseconds | null;
  /** When it last left a CPU (or now, while it runs). */
  readonly lastRunNs: Nanoseconds | null;
  /** cpuTimeNs + waitNs + sleepNs = lifetime, exactly. */
  readonly cpuTimeNs: Nanoseconds;
  /** Runnable but not running. */
  readonly waitNs: Nanoseconds;
  /** Blocked, interruptibly or not. */
  readonly sleepNs: Nanoseconds;
  readonly voluntarySwitches: number;
  readonly involuntarySwitches: number;
  readonly wakeups: number;
  /** Changes of CPU, by balancing, wake-up or affinity. */
  readonly migrations: number;
  /** The longest single wait on a runqueue, the unfinished one included. */
  readonly longestWaitNs: Nanoseconds;
  /** From each wake-up to the next time the task ran; a subset of its waits. */
  readonly wakeupLatency: SpanStatistics;
  /** The other waits: after a preemption, a yield, a fork or the start. */
  readonly otherWaits: SpanStatistics;
  /**
   * Rounds that were to be complete within its deadline, an unfinished one that is late included; null: it has no
   * deadline.
   */
  readonly rounds: PunctualityStatistics | null;
  /** Points of a timer that it waited for; null: its program has none. */
  readonly periods: PunctualityStatistics | null;
  readonly marks: readonly MarkStatistics[];
}

export interface CpuStatistics {
  readonly cpu: CpuId;
  /** busyNs + idleNs = the time simulated, exactly. */
  readonly busyNs: Nanoseconds;
  readonly idleNs: Nanoseconds;
  readonly contextSwitches: number;
  readonly ticks: number;
  /** Costs charged to the tasks that it switched to. */
  readonly overheadNs: Nanoseconds;
  readonly migrationsIn: number;
  readonly migrationsOut: number;
}

/** The shared histograms of the tasks of one document that have none of their own. */
export interface DocumentStatistics {
  readonly wakeupLatency: SpanStatistics;
  readonly otherWaits: SpanStatistics;
}

/** Everything the core counted, as of `timeNs`. */
export interface EngineStatistics {
  readonly timeNs: Nanoseconds;
  /** 16 hexadecimal digits over all trace events so far (see docs/fidelity.md). */
  readonly traceDigest: string;
  readonly traceEvents: number;
  readonly cpus: readonly CpuStatistics[];
  /** Tasks created so far, forked and exited ones included: pids 1 … taskCount. */
  readonly taskCount: number;
  /** Reads one task; `pid` is 1 … taskCount. Nothing is kept: a million tasks need no million objects. */
  task(pid: TaskId): TaskStatistics;
  /** One entry for each of WorkloadImage.documents. */
  readonly documents: readonly DocumentStatistics[];
  /** One entry for each of WorkloadImage.marks, over all tasks. */
  readonly marks: readonly MarkStatistics[];
}

/** A number that tunes a scheduler, as the wasm reports it. */
export interface TunableInfo {
  readonly name: string;
  readonly unit: string;
  readonly default: number;
  readonly min: number;
  readonly max: number;
  readonly about: string;
}

/** A scheduler, as the wasm reports it. */
export interface SchedulerInfo {
  readonly id: string;
  readonly aliases: readonly string[];
  readonly name: string;
  readonly year: number;
  /** What it is good at, in a sentence. */
  readonly goodAt: string;
  /** Where it fails, in a sentence. */
  readonly badAt: string;
  readonly provenance: {
    readonly kind: "recorded" | "reconstructed";
    /** Kernel version, and what the traces that prove it were recorded from. */
    readonly source: string;
  };
  /** Policies it knows; a task of another one is treated as normal (with a warning). */
  readonly policies: readonly Policy[];
  readonly minHz: number;
  readonly maxHz: number;
  readonly maxCpus: number;
  /** Widths of the kernel's `long` that can be chosen; the first is the default. */
  readonly longBits: readonly (32 | 64)[];
  readonly tunables: readonly TunableInfo[];
}
