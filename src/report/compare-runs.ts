/**
 * What changed from one run to another, task by task and over all: runs under two schedulers, or a recording and its
 * simulation. Tasks are matched by name; where several have one name, by the order of their pids.
 *
 * The effect on a task is the time that changed hands: how much more or less of each second it ran, and waited, together
 * (0 … 2 seconds a second, in CPUs). Runs of different lengths can be compared so, and nothing is divided by figures that
 * may be 0.
 */
import { type ComparisonRow, type Measure, measure, rowsOf, spanMeasures } from "../result/comparison.js";
import { ratio } from "../result/summaries.js";
import { matchTasks } from "./match-tasks.js";
import type { RunFigures, RunTotals, TaskFigures } from "./run-figures.js";

export interface RunComparison {
  /** What is compared, A and B. */
  readonly runs: readonly [RunFigures, RunFigures];
  readonly totals: readonly ComparisonRow[];
  /** Those in both, the largest effect first. */
  readonly tasks: readonly TaskComparison[];
  /** Of those in one only. */
  readonly unmatched: readonly [readonly TaskFigures[], readonly TaskFigures[]];
}

export interface TaskComparison {
  readonly name: string;
  /** In A and in B. */
  readonly pids: readonly [number, number];
  /** |change of CPU time| + |change of waiting|, each a share of the time of its run. */
  readonly effect: number;
  readonly rows: readonly ComparisonRow[];
}

const countMeasures: readonly Measure<RunTotals | TaskFigures>[] = [
  measure("longestWait", "longest wait", "ns", "lower", (figures) => figures.longestWaitNs),
  ...spanMeasures<RunTotals | TaskFigures>("wakeupLatency", "wake-up latency", (figures) => figures.wakeupLatencyNs),
  measure("voluntary", "voluntary switches", "count", null, (figures) => figures.voluntary),
  measure("involuntary", "involuntary switches", "count", null, (figures) => figures.involuntary),
  measure("wakeups", "wake-ups", "count", null, (figures) => figures.wakeups),
  measure("migrations", "migrations", "count", null, (figures) => figures.migrations),
  measure("deadlineMisses", "deadline misses", "count", "lower", (figures) => figures.deadlineMisses),
  measure("maxLag", "maximum lag", "ns", "lower", (figures) => figures.maxLagNs),
];

/** @param spanNs of the run that the figures are of */
const taskMeasures: readonly Measure<{ readonly task: TaskFigures; readonly spanNs: number }>[] = [
  measure("share", "CPU share", "share", null, ({ task }) => task.share),
  measure("cpuTime", "CPU time", "ns", null, ({ task }) => task.cpuTimeNs),
  measure("waitShare", "waiting", "share", "lower", ({ task, spanNs }) => ratio(task.waitNs, spanNs)),
  measure("wait", "wait time", "ns", "lower", ({ task }) => task.waitNs),
  ...countMeasures.map((counted) => ({
    ...counted,
    value: ({ task }: { readonly task: TaskFigures }) => counted.value(task),
  })),
];

const totalMeasures: readonly Measure<RunFigures>[] = [
  measure("tasks", "tasks", "count", null, ({ totals }) => totals.tasks),
  measure("span", "time", "ns", null, ({ spanNs }) => spanNs),
  measure("utilisation", "utilisation", "share", "higher", ({ totals }) => totals.utilisation),
  measure("jainIndex", "Jain's fairness", "index", "higher", ({ totals }) => totals.jainIndex),
  measure("wait", "wait time", "ns", "lower", ({ totals }) => totals.waitNs),
  measure("contextSwitches", "context switches", "count", null, ({ totals }) => totals.contextSwitches),
  ...countMeasures.map((counted) => ({ ...counted, value: ({ totals }: RunFigures) => counted.value(totals) })),
];

export function compareRuns(a: RunFigures, b: RunFigures): RunComparison {
  const { pairs, unmatched } = matchTasks(a.tasks, b.tasks);
  const tasks = pairs.map(([inA, inB]) => compareTasks(inA, a, inB, b));
  tasks.sort((left, right) => right.effect - left.effect || left.pids[0] - right.pids[0]);
  return { runs: [a, b], totals: rowsOf(totalMeasures, [a, b]), tasks, unmatched };
}

function compareTasks(inA: TaskFigures, a: RunFigures, inB: TaskFigures, b: RunFigures): TaskComparison {
  const waits = ratio(inB.waitNs, b.spanNs) - ratio(inA.waitNs, a.spanNs);
  const sources = [
    { task: inA, spanNs: a.spanNs },
    { task: inB, spanNs: b.spanNs },
  ];
  return {
    name: inA.name,
    pids: [inA.pid, inB.pid],
    effect: Math.abs(inB.share - inA.share) + Math.abs(waits),
    rows: rowsOf(taskMeasures, sources),
  };
}
