/** Reads what the core counted. Nothing is copied but what is asked for. */
import type { CoreMemory, CoreRecord } from "./core-memory.js";
import type { CoreDescription } from "./description.js";
import { constant } from "./encode.js";
import type { TaskDocument, WorkloadImage } from "./image.js";
import type {
  CpuStatistics,
  DocumentStatistics,
  EngineStatistics,
  HistogramBuckets,
  MarkStatistics,
  Nanoseconds,
  Policy,
  PunctualityStatistics,
  SpanStatistics,
  TaskState,
  TaskStatistics,
} from "./types.js";

const taskStates = ["new", "runnable", "running", "sleeping", "blocked", "exited"] as const;

export class StatisticsReader {
  private readonly machine: CoreRecord;
  private readonly policies: readonly Policy[];

  constructor(
    private readonly memory: CoreMemory,
    private readonly description: CoreDescription,
    private readonly image: WorkloadImage,
  ) {
    this.machine = memory.record(constant(description, "machine"), description.Machine);
    const policies = Object.entries(description.policies);
    this.policies = policies.sort(([, a], [, b]) => a - b).map(([name]) => name as Policy);
  }

  read(): EngineStatistics {
    return {
      timeNs: this.machine.get("reached"),
      traceDigest: this.machine.getBits("traceDigest").toString(16).padStart(16, "0"),
      traceEvents: this.machine.get("traceEvents"),
      cpus: Array.from({ length: this.image.cpus }, (_, cpu) => this.readCpu(cpu)),
      taskCount: this.taskCount,
      task: (pid) => this.readTask(pid),
      documents: this.readDocuments(),
      marks: this.readMarks(this.machine.get("marks"), this.image.marks.keys()),
    };
  }

  /** Tasks created so far. */
  get taskCount(): number {
    return this.machine.get("taskCount");
  }

  /** Address of a task's record; pids are 1 … taskCount. */
  taskAddress(pid: number): number {
    const perSegment = constant(this.description, "segmentTasks");
    const index = pid - 1;
    const entry = this.machine.get("taskDirectory") + Math.floor(index / perSegment) * 4;
    return this.memory.view.getUint32(entry, true) + (index % perSegment) * this.machine.get("taskSize");
  }

  /** Pids of tasks that have not exited. Quick where most have. */
  unexited(): number[] {
    const perSegment = constant(this.description, "segmentTasks");
    const exited = taskStates.indexOf("exited");
    const { view } = this.memory;
    const [stateOffset] = this.description.Task.state ?? [0];
    const [directory, size] = [this.machine.get("taskDirectory"), this.machine.get("taskSize")];
    const pids: number[] = [];
    const { taskCount } = this;
    for (let first = 0; first < taskCount; first += perSegment) {
      const segment = view.getUint32(directory + (first / perSegment) * 4, true);
      const end = Math.min(taskCount - first, perSegment);
      for (let index = 0; index < end; index++) {
        const state = view.getInt32(segment + index * size + stateOffset, true);
        if (state !== exited) pids.push(first + index + 1);
      }
    }
    return pids;
  }

  identify(pid: number): { document: number; instance: number } {
    const record = this.memory.record(this.taskAddress(pid), this.description.Task);
    return { document: this.documentOf(record), instance: record.get("instance") };
  }

  attributes(pid: number): Pick<TaskStatistics, "state" | "policy"> {
    const record = this.memory.record(this.taskAddress(pid), this.description.Task);
    return { state: stateOf(record), policy: this.policyOf(record) };
  }

  cpuAddress(cpu: number): number {
    return this.machine.get("cpus") + cpu * this.machine.get("cpuSize");
  }

  private readCpu(cpu: number): CpuStatistics {
    const record = this.memory.record(this.cpuAddress(cpu), this.description.Cpu);
    const current = this.memory.record(record.get("current"), this.description.Task);
    // What has passed since the last switch is in no account yet.
    const sinceSwitch = this.machine.get("reached") - current.get("since");
    const idle = current.get("pid") === 0;
    return {
      cpu,
      busyNs: record.get("busyTime") + (idle ? 0 : sinceSwitch),
      idleNs: record.get("idleTime") + (idle ? sinceSwitch : 0),
      contextSwitches: record.get("contextSwitches"),
      ticks: record.get("ticks"),
      overheadNs: record.get("overheadTime"),
      migrationsIn: record.get("migrationsIn"),
      migrationsOut: record.get("migrationsOut"),
    };
  }

  private readTask(pid: number): TaskStatistics {
    const record = this.memory.record(this.taskAddress(pid), this.description.Task);
    const state = stateOf(record);
    const pending = state === "new" || state === "exited" ? 0 : this.machine.get("reached") - record.get("since");
    const waiting = state === "runnable" ? pending : 0;
    const asleep = state === "sleeping" || state === "blocked";
    const document = this.documentOf(record);
    const parent = record.get("parent");
    return {
      pid,
      document,
      instance: record.get("instance"),
      parent: parent === 0 ? null : this.memory.record(parent, this.description.Task).get("pid"),
      state,
      cpu: record.get("cpu"),
      nice: record.get("nice"),
      policy: this.policyOf(record),
      rtprio: record.get("rtprio"),
      startedNs: record.getInstant("startedAt"),
      exitedNs: record.getInstant("exitedAt"),
      firstRunNs: record.getInstant("firstRunAt"),
      lastRunNs: state === "running" ? this.machine.get("reached") : record.getInstant("lastRunAt"),
      cpuTimeNs: record.get("cpuTime") + (state === "running" ? pending : 0),
      waitNs: record.get("waitTime") + waiting,
      sleepNs: record.get("sleepTime") + (asleep ? pending : 0),
      voluntarySwitches: record.get("voluntarySwitches"),
      involuntarySwitches: record.get("involuntarySwitches"),
      wakeups: record.get("wakeups"),
      migrations: record.get("migrations"),
      longestWaitNs: Math.max(record.get("latencyMax"), record.get("otherWaitMax"), waiting),
      ...this.readWaits(record, pid),
      ...this.readPunctuality(record, state, this.image.documents[document]),
      marks: this.readMarks(record.get("marks"), this.image.documents[document]?.marks ?? []),
    };
  }

  private readWaits(record: CoreRecord, pid: number): Pick<TaskStatistics, "wakeupLatency" | "otherWaits"> {
    const own = pid <= this.machine.get("ownHistograms");
    const latencyNs = record.get("latencyTotal");
    return {
      wakeupLatency: {
        count: record.get("latencyCount"),
        totalNs: latencyNs,
        maxNs: record.get("latencyMax"),
        buckets: own ? this.readHistogram(record.get("latencyHistogram")) : null,
      },
      otherWaits: {
        count: record.get("otherWaitCount"),
        totalNs: record.get("waitTime") - latencyNs,
        maxNs: record.get("otherWaitMax"),
        buckets: own ? this.readHistogram(record.get("otherWaitHistogram")) : null,
      },
    };
  }

  private readPunctuality(
    task: CoreRecord,
    state: TaskState,
    document: TaskDocument | undefined,
  ): Pick<TaskStatistics, "rounds" | "periods"> {
    const timed = document !== undefined && (document.periodic || document.deadlineNs !== null);
    if (!timed) return { rounds: null, periods: null };
    const address = task.get("counters") - constant(this.description, "timekeepingSize");
    const keeping = this.memory.record(address, this.description.Timekeeping);
    const { deadlineNs } = document;
    return {
      rounds: deadlineNs === null ? null : this.readRounds(task, keeping, state, deadlineNs),
      periods: document.periodic
        ? {
            count: keeping.get("periods"),
            missed: keeping.get("missedPeriods"),
            maxLatenessNs: keeping.get("periodLatenessMax"),
          }
        : null,
    };
  }

  /** What has been released, is not complete, and should be, is missed already. */
  private readRounds(
    task: CoreRecord,
    keeping: CoreRecord,
    state: TaskState,
    deadlineNs: Nanoseconds,
  ): PunctualityStatistics {
    const isOpen = state !== "new" && state !== "exited" && !this.awaitsRelease(task, state);
    const lateNs = isOpen ? this.machine.get("reached") - keeping.get("releasedAt") - deadlineNs : 0;
    const late = lateNs > 0 ? 1 : 0;
    return {
      count: keeping.get("rounds") + late,
      missed: keeping.get("missedRounds") + late,
      maxLatenessNs: Math.max(keeping.get("roundLatenessMax"), lateNs),
    };
  }

  /**
   * Whether the task waits in an operation that starts rounds. One that sleeps stands behind the operation that put it
   * to sleep.
   */
  private awaitsRelease(task: CoreRecord, state: TaskState): boolean {
    if (state !== "sleeping") return false;
    const sleeps = task.get("expiry") > this.machine.get("now");
    const instruction = this.image.instructions[task.get("counter") - (sleeps ? 1 : 0)];
    return instruction?.releases === true && instruction.op !== "until";
  }

  private policyOf(task: CoreRecord): Policy {
    return this.policies[task.get("policy")] ?? "normal";
  }

  private documentOf(task: CoreRecord): number {
    const offset = task.get("document") - this.machine.get("documents");
    return offset / constant(this.description, "documentSize");
  }

  /** Shared histograms know counts only; sums and maxima are kept exactly by each task, and gathered here. */
  private readDocuments(): DocumentStatistics[] {
    const sums = this.image.documents.map(() => ({ latencyNs: 0, latencyMaxNs: 0, otherNs: 0, otherMaxNs: 0 }));
    const taskCount = this.machine.get("taskCount");
    for (let pid = this.machine.get("ownHistograms") + 1; pid <= taskCount; pid++) {
      const record = this.memory.record(this.taskAddress(pid), this.description.Task);
      const sum = sums[this.documentOf(record)];
      if (sum === undefined) continue;
      const latencyNs = record.get("latencyTotal");
      sum.latencyNs += latencyNs;
      sum.otherNs += record.get("waitTime") - latencyNs;
      sum.latencyMaxNs = Math.max(sum.latencyMaxNs, record.get("latencyMax"));
      sum.otherMaxNs = Math.max(sum.otherMaxNs, record.get("otherWaitMax"));
    }
    return sums.map((sum, index) => {
      const address = this.machine.get("documents") + index * constant(this.description, "documentSize");
      const record = this.memory.record(address, this.description.TaskDocument);
      return {
        wakeupLatency: this.readSpans(record.get("latencyHistogram"), sum.latencyNs, sum.latencyMaxNs),
        otherWaits: this.readSpans(record.get("otherWaitHistogram"), sum.otherNs, sum.otherMaxNs),
      };
    });
  }

  private readSpans(histogram: number, totalNs: number, maxNs: number): SpanStatistics {
    const buckets = this.readHistogram(histogram);
    const count = buckets.reduce((total, [, number]) => total + number, 0);
    return { count, totalNs, maxNs, buckets };
  }

  private readMarks(table: number, marks: Iterable<number>): MarkStatistics[] {
    const size = constant(this.description, "markSize");
    return Array.from(marks, (mark, index) => {
      const record = this.memory.record(table + index * size, this.description.Mark);
      const count = record.get("count");
      const histogram = record.get("histogram");
      return {
        mark,
        count,
        firstNs: count === 0 ? null : record.get("firstAt"),
        lastNs: count === 0 ? null : record.get("lastAt"),
        intervals: {
          count: record.get("intervals"),
          totalNs: record.get("intervalTotal"),
          maxNs: record.get("intervalMax"),
          buckets: histogram === 0 && record.get("intervals") > 0 ? null : this.readHistogram(histogram),
        },
      };
    });
  }

  private readHistogram(address: number): HistogramBuckets {
    if (address === 0) return [];
    const { buffer } = this.memory.view;
    const perChunk = constant(this.description, "bucketsPerChunk");
    const buckets: [number, number][] = [];
    const chunks = new Uint32Array(buffer, address, constant(this.description, "histogramChunks"));
    chunks.forEach((chunk, index) => {
      if (chunk === 0) return;
      const counters = new Uint32Array(buffer, chunk, perChunk);
      for (let bucket = 0; bucket < perChunk; bucket++) {
        const count = counters[bucket] ?? 0;
        if (count > 0) buckets.push([index * perChunk + bucket, count]);
      }
    });
    return buckets;
  }
}

function stateOf(task: CoreRecord): TaskState {
  return taskStates[task.get("state")] ?? "new";
}
