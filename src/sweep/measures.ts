/**
 * What can be measured of a point: paths into its result, each with a unit. The tables below are the whole vocabulary;
 * docs/sweeps.md prints them, and a test holds the two together.
 */
import type { CpuResult, GroupResult, MarkResult, SimulationResult, SpanSummary, Spread } from "../result/index.js";
import { nameHint } from "../workload/nearest.js";
import { canonicalPath, parsePath } from "../workload/overrides/path.js";

export type MeasureUnit = "ns" | "count" | "ratio" | "per second";

/** One figure of a kind of thing. */
export interface Figure<Of> {
  readonly unit: MeasureUnit;
  /** Always a whole number (if there is one at all). */
  readonly whole: boolean;
  readonly about: string;
  readonly read: (of: Of) => number | null;
}

/** A figure that a plan asks for. Plain data. */
export interface Measure {
  readonly path: string;
  readonly unit: MeasureUnit;
  readonly whole: boolean;
}

type Figures<Of> = Readonly<Record<string, Figure<Of>>>;

const count = <Of>(about: string, read: (of: Of) => number): Figure<Of> => ({
  unit: "count",
  whole: true,
  about,
  read,
});
const ratio = <Of>(about: string, read: (of: Of) => number | null): Figure<Of> => ({
  unit: "ratio",
  whole: false,
  about,
  read,
});
const span = <Of>(about: string, read: (of: Of) => number | null): Figure<Of> => ({
  unit: "ns",
  whole: true,
  about,
  read,
});
const meanSpan = <Of>(about: string, read: (of: Of) => number | null): Figure<Of> => ({
  ...span(about, read),
  whole: false,
});

/** The figures of a distribution of spans, under a name. */
function spans<Of>(name: string, what: string, of: (of: Of) => SpanSummary): Figures<Of> {
  return {
    [`${name}.count`]: count(`number of ${what}`, (it) => of(it).count),
    [`${name}.mean`]: meanSpan(`mean ${what}`, (it) => of(it).mean),
    [`${name}.p50`]: span(`median of ${what}`, (it) => of(it).p50),
    [`${name}.p95`]: span(`95th percentile of ${what}`, (it) => of(it).p95),
    [`${name}.p99`]: span(`99th percentile of ${what}`, (it) => of(it).p99),
    [`${name}.p999`]: span(`99.9th percentile of ${what}`, (it) => of(it).p999),
    [`${name}.max`]: span(`longest of ${what}`, (it) => of(it).max),
  };
}

/** The least, mean and greatest among tasks. */
function spread<Of>(name: string, what: string, make: typeof ratio, of: (of: Of) => Spread): Figures<Of> {
  return {
    [`${name}.min`]: make(`least ${what} of a task`, (it: Of) => of(it).min),
    [`${name}.mean`]: make(`mean ${what} of the tasks`, (it: Of) => of(it).mean),
    [`${name}.max`]: make(`greatest ${what} of a task`, (it: Of) => of(it).max),
  };
}

const LATENCIES = "wake-up latencies";
const OTHER_WAITS = "waits that no wake-up began";

/** Of the whole run. */
export const runFigures: Figures<SimulationResult> = {
  ...spans("latency", LATENCIES, ({ totals }) => totals.wakeupLatencyNs),
  ...spans("wait", OTHER_WAITS, ({ totals }) => totals.otherWaitNs),
  longestWait: span("longest that any task waited on a runqueue", ({ totals }) => totals.longestWaitNs),
  "share.jain": ratio("Jain's fairness index of the tasks' CPU times", ({ totals }) => totals.jainIndex),
  ...spread("share", "share of a CPU", ratio, ({ totals }) => totals.share),
  "totals.contextSwitches": count("context switches on all CPUs", ({ totals }) => totals.contextSwitches),
  "totals.voluntary": count("switches by which a task blocked or exited", ({ totals }) => totals.voluntary),
  "totals.involuntary": count("switches by which a task was preempted", ({ totals }) => totals.involuntary),
  "totals.wakeups": count("wake-ups", ({ totals }) => totals.wakeups),
  "totals.migrations": count("moves of tasks between CPUs", ({ totals }) => totals.migrations),
  "totals.ticks": count("timer ticks on all CPUs", ({ totals }) => totals.ticks),
  "totals.tasks": count("tasks created", ({ totals }) => totals.tasks),
  "totals.exited": count("tasks that exited", ({ totals }) => totals.exited),
  "totals.busy": span("time in which CPUs ran tasks, over all CPUs", ({ totals }) => totals.busyNs),
  "totals.idle": span("time in which CPUs idled, over all CPUs", ({ totals }) => totals.idleNs),
  "totals.overhead": span("CPU time that switching cost tasks, over all CPUs", ({ totals }) => totals.overheadNs),
  "totals.utilisation": ratio("busy share of all CPUs' time", ({ totals }) => totals.utilisation),
  "totals.events": count("scheduling events in the trace", ({ traceEvents }) => traceEvents),
};

/** Of all tasks of one name: `tasks.NAME.…`. */
export const taskFigures: Figures<GroupResult> = {
  ...spans("latency", LATENCIES, (group) => group.wakeupLatencyNs),
  ...spans("wait", OTHER_WAITS, (group) => group.otherWaitNs),
  longestWait: span("longest that one of them waited on a runqueue", (group) => group.longestWaitNs),
  "share.jain": ratio("Jain's fairness index of their CPU times", (group) => group.jainIndex),
  "share.total": ratio("CPU time of all of them, in CPUs", (group) => group.totalShare),
  ...spread("share", "share of a CPU", ratio, (group) => group.share),
  ...spread("cpuTime", "CPU time", meanSpan, (group) => group.cpuTimeNs),
  ...spread("waitTime", "time on a runqueue", meanSpan, (group) => group.waitNs),
  ...spread("sleepTime", "time blocked", meanSpan, (group) => group.sleepNs),
  voluntary: count("switches by which one of them blocked or exited", (group) => group.contextSwitches.voluntary),
  involuntary: count("switches by which one of them was preempted", (group) => group.contextSwitches.involuntary),
  wakeups: count("their wake-ups", (group) => group.wakeups),
  migrations: count("their moves between CPUs", (group) => group.migrations),
  count: count("tasks of that name", (group) => group.count),
  started: count("those that ever were runnable", (group) => group.started),
  exited: count("those that exited", (group) => group.exited),
};

/** Of a mark: `marks.NAME.…` over all tasks, `tasks.NAME.marks.NAME.…` over those of one name. */
export const markFigures: Figures<MarkResult> = {
  count: count("times that it was set", (mark) => mark.count),
  rate: { unit: "per second", whole: false, about: "times a simulated second", read: (mark) => mark.perSecond },
  first: span("when it was first set", (mark) => mark.firstNs),
  last: span("when it was last set", (mark) => mark.lastNs),
  ...spans("interval", "intervals between two of one task", (mark) => mark.intervalNs),
};

/** Of one CPU: `cpus.NUMBER.…`. */
export const cpuFigures: Figures<CpuResult> = {
  utilisation: ratio("busy share of its time", (cpu) => cpu.utilisation),
  busy: span("time in which it ran tasks", (cpu) => cpu.busyNs),
  idle: span("time in which it idled", (cpu) => cpu.idleNs),
  contextSwitches: count("its context switches", (cpu) => cpu.contextSwitches),
  ticks: count("its timer ticks", (cpu) => cpu.ticks),
  overhead: span("CPU time that switching cost its tasks", (cpu) => cpu.overheadNs),
  migrationsIn: count("tasks that were moved to it", (cpu) => cpu.migrationsIn),
  migrationsOut: count("tasks that were moved away from it", (cpu) => cpu.migrationsOut),
};

/** What a plan measures that does not say. */
export const standardMeasures: readonly string[] = [
  "share.jain",
  "longestWait",
  "latency.p50",
  "latency.p99",
  "latency.max",
  "totals.contextSwitches",
  "totals.migrations",
  "totals.utilisation",
];

/** What the workloads of a plan have, for paths that name it. */
export interface Vocabulary {
  readonly tasks: readonly string[];
  readonly marks: readonly string[];
}

/** Reads a figure out of a result; null where this result has nothing of the kind. */
export type MeasureReader = (result: SimulationResult) => number | null;

export interface ResolvedMeasure {
  readonly measure: Measure;
  readonly read: MeasureReader;
  /** The percentiles of a mark over the tasks of one name, which need histograms of their own. */
  readonly needsTaskHistograms: boolean;
}

export type MeasureResolution =
  | ResolvedMeasure
  /** `message` stands behind what was found. */
  | { readonly message: string; readonly hint: string | undefined };

/** @param known names that must exist; without it any will do */
export function resolveMeasure(written: string, known: Vocabulary | null): MeasureResolution {
  const path = canonicalPath(written);
  const own = runFigures[path];
  if (own !== undefined && Object.hasOwn(runFigures, path)) return resolved(path, own, (result) => own.read(result));
  const segments = parsePath(path)?.map((segment) => (segment.kind === "key" ? segment.key : String(segment.index)));
  if (segments === undefined) return { message: "which is no path", hint: "paths look like tasks.NAME.share.jain" };
  const [scope = "", name, ...rest] = segments;
  if (scope === "tasks") return resolveTask(path, name, rest, known);
  if (scope === "marks") {
    return resolveMark(path, scope, name, rest, known, (result) => result.marks);
  }
  if (scope === "cpus") {
    if (name === undefined || !/^\d{1,2}$/.test(name)) {
      return { message: "which names no CPU", hint: "such as cpus.0.utilisation" };
    }
    return resolveIn(path, `cpus.${name}`, rest, cpuFigures, (result) => result.cpus[Number(name)]);
  }
  return unknown(path, "", [...Object.keys(runFigures), "tasks.NAME", "marks.NAME", "cpus.NUMBER"]);
}

function resolveTask(
  path: string,
  name: string | undefined,
  rest: readonly string[],
  known: Vocabulary | null,
): MeasureResolution {
  const missing = missingName("task", "tasks", name, known?.tasks);
  if (missing !== null || name === undefined) return missing ?? { message: "which names no task", hint: undefined };
  const group = (result: SimulationResult) => result.groups.find((candidate) => candidate.name === name);
  if (rest[0] === "marks") {
    const scope = `tasks.${name}.marks`;
    return resolveMark(path, scope, rest[1], rest.slice(2), known, (result) => group(result)?.marks);
  }
  return resolveIn(path, `tasks.${name}`, rest, taskFigures, group, ["marks.NAME"]);
}

function resolveMark(
  path: string,
  scope: string,
  name: string | undefined,
  rest: readonly string[],
  known: Vocabulary | null,
  marks: (result: SimulationResult) => Readonly<Record<string, MarkResult>> | undefined,
): MeasureResolution {
  const missing = missingName("mark", scope, name, known?.marks);
  if (missing !== null || name === undefined) return missing ?? { message: "which names no mark", hint: undefined };
  const found = resolveIn(path, `${scope}.${name}`, rest, markFigures, (result) => {
    const ofName = marks(result);
    return ofName !== undefined && Object.hasOwn(ofName, name) ? ofName[name] : undefined;
  });
  return "read" in found ? { ...found, needsTaskHistograms: scope !== "marks" && rest[0] === "interval" } : found;
}

function missingName(what: string, scope: string, name: string | undefined, known: readonly string[] | undefined) {
  if (name === undefined)
    return { message: `which names no ${what}`, hint: `such as ${scope}.${known?.[0] ?? "NAME"}` };
  if (known === undefined || known.includes(name)) return null;
  if (known.length === 0) return { message: `but the workload has no ${what}s`, hint: undefined };
  return { message: `but the workload has no ${what} ${JSON.stringify(name)}`, hint: nameHint(name, known) };
}

function resolveIn<Of>(
  path: string,
  scope: string,
  rest: readonly string[],
  figures: Figures<Of>,
  find: (result: SimulationResult) => Of | undefined,
  more: readonly string[] = [],
): MeasureResolution {
  const name = rest.join(".");
  const figure = Object.hasOwn(figures, name) ? figures[name] : undefined;
  if (figure === undefined) return unknown(name, scope, [...Object.keys(figures), ...more]);
  return resolved(path, figure, (result) => {
    const of = find(result);
    return of === undefined ? null : figure.read(of);
  });
}

function resolved(path: string, { unit, whole }: Figure<never>, read: MeasureReader): ResolvedMeasure {
  return { measure: { path, unit, whole }, read, needsTaskHistograms: false };
}

function unknown(name: string, scope: string, valid: readonly string[]): MeasureResolution {
  const where = scope === "" ? "" : ` of ${scope}`;
  const what = name === "" ? `which names no figure${where}` : `but there is no figure ${JSON.stringify(name)}${where}`;
  return { message: what, hint: nameHint(name, valid) };
}
