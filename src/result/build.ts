/**
 * From what the core counted to the documented result. Totals and groups are computed at once, in
 * one pass over the tasks that keeps none of them; the tasks themselves when they are first read.
 */
import type { WorkloadImage } from "../engine/image.js";
import type { CpuStatistics, EngineStatistics, Nanoseconds, SchedulerInfo } from "../engine/types.js";
import { ExactSum } from "./exact-sum.js";
import { GroupBuilder, LongestWait } from "./group.js";
import { HistogramBuilder } from "./histogram.js";
import { LazyResult } from "./lazy-result.js";
import { PunctualityBuilder } from "./punctuality.js";
import { ratio, SpreadBuilder, summarize } from "./summaries.js";
import { markOfAllTasks } from "./task.js";
import { type CpuResult, resultFormat, type Totals } from "./types.js";

export interface ResultInput {
  /** Version of schedlab. */
  readonly schedlab: string;
  readonly scheduler: SchedulerInfo;
  readonly longBits: 32 | 64;
  readonly tunables: Readonly<Record<string, number>>;
  readonly image: WorkloadImage;
  /**
   * As of its `timeNs`. It is read again when somebody asks for the tasks: whoever lets the core go
   * on (or drops it) reads `tasks` of earlier results first.
   */
  readonly statistics: EngineStatistics;
  readonly seed: bigint;
  /** How long the run was to take. */
  readonly durationNs: Nanoseconds;
  readonly warnings: readonly string[];
}

/** The result of a run, or of a run so far. */
export function buildResult(input: ResultInput): LazyResult {
  const { image, statistics } = input;
  const simulatedNs = statistics.timeNs;
  const marks = statistics.marks.map((mark) => markOfAllTasks(mark, simulatedNs));
  const gathered = gather(input);
  const groups = [...new Set(gathered.groupOfDocument)].map((group) =>
    group.build(image, simulatedNs, (mark) => required(marks[mark])),
  );
  const groupOfName = new Map(groups.map((group) => [group.name, group]));

  return new LazyResult(
    {
      schema: resultFormat,
      schedlab: input.schedlab,
      scheduler: input.scheduler.id,
      provenance: input.scheduler.provenance.kind,
      longBits: input.longBits,
      tunables: { ...input.tunables },
      workload: image.name,
      machine: { cpus: image.cpus, hz: image.hz, timers: image.timers },
      costs: image.costs,
      seed: input.seed <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(input.seed) : input.seed.toString(),
      durationNs: input.durationNs,
      simulatedNs,
      finished: simulatedNs >= input.durationNs,
      traceDigest: statistics.traceDigest,
      traceEvents: statistics.traceEvents,
      warnings: [...input.warnings],
      totals: gathered.totals,
      cpus: statistics.cpus.map(cpuResult),
      groups,
      marks: Object.fromEntries(marks.map((mark, index) => [required(image.marks[index]), mark])),
    },
    statistics,
    {
      image,
      simulatedNs,
      group: (document) => required(groupOfName.get(required(image.documents[document]).name)),
      markOfAll: (mark) => required(marks[mark]),
    },
  );
}

/** The one pass over all tasks. */
function gather({ image, statistics }: ResultInput): { totals: Totals; groupOfDocument: GroupBuilder[] } {
  const groupOfName = new Map<string, GroupBuilder>();
  const groupOfDocument = image.documents.map((document, index) => {
    const group = groupOfName.get(document.name) ?? new GroupBuilder(document.name);
    groupOfName.set(document.name, group);
    const shared = statistics.documents[index];
    if (shared !== undefined) group.addShared(shared);
    return group;
  });
  const cpuTime = new SpreadBuilder();
  const longestWait = new LongestWait();
  for (let pid = 1; pid <= statistics.taskCount; pid += 1) {
    const task = statistics.task(pid);
    required(groupOfDocument[task.document]).addTask(task);
    if (task.startedNs !== null) cpuTime.add(task.cpuTimeNs);
    longestWait.add(pid, task.longestWaitNs);
  }

  const groups = [...groupOfName.values()];
  const sumOfGroups = (figure: (group: GroupBuilder) => number) =>
    groups.reduce((total, group) => total + figure(group), 0);
  const sumOfCpus = (figure: (cpu: CpuStatistics) => number) => {
    const sum = new ExactSum();
    for (const cpu of statistics.cpus) sum.add(figure(cpu));
    return sum.toNumber();
  };
  const wakeupLatency = new HistogramBuilder();
  const otherWaits = new HistogramBuilder();
  for (const group of groups) {
    wakeupLatency.add(group.wakeupLatency());
    otherWaits.add(group.otherWaits());
  }
  const busyNs = sumOfCpus((cpu) => cpu.busyNs);
  const idleNs = sumOfCpus((cpu) => cpu.idleNs);
  const totals: Totals = {
    tasks: statistics.taskCount,
    exited: sumOfGroups((group) => group.exited),
    contextSwitches: sumOfCpus((cpu) => cpu.contextSwitches),
    voluntary: sumOfGroups((group) => group.voluntary),
    involuntary: sumOfGroups((group) => group.involuntary),
    wakeups: sumOfGroups((group) => group.wakeups),
    migrations: sumOfGroups((group) => group.migrations),
    ticks: sumOfCpus((cpu) => cpu.ticks),
    busyNs,
    idleNs,
    overheadNs: sumOfCpus((cpu) => cpu.overheadNs),
    utilisation: ratio(busyNs, busyNs + idleNs),
    jainIndex: cpuTime.jainIndex(),
    share: cpuTime.build(statistics.timeNs),
    longestWaitNs: longestWait.waitNs,
    longestWaitPid: longestWait.pid,
    wakeupLatencyNs: summarize(wakeupLatency.build()),
    otherWaitNs: summarize(otherWaits.build()),
    rounds: PunctualityBuilder.sum(groups.map((group) => group.rounds)),
    periods: PunctualityBuilder.sum(groups.map((group) => group.periods)),
  };
  return { totals, groupOfDocument };
}

function cpuResult(cpu: CpuStatistics): CpuResult {
  return {
    cpu: cpu.cpu,
    busyNs: cpu.busyNs,
    idleNs: cpu.idleNs,
    utilisation: ratio(cpu.busyNs, cpu.busyNs + cpu.idleNs),
    contextSwitches: cpu.contextSwitches,
    ticks: cpu.ticks,
    overheadNs: cpu.overheadNs,
    migrationsIn: cpu.migrationsIn,
    migrationsOut: cpu.migrationsOut,
  };
}

/** Indices come from the core and the compiled workload, which agree: anything else is a bug. */
function required<T>(value: T | undefined): T {
  if (value === undefined) throw new Error("the core's figures do not belong to this workload");
  return value;
}
