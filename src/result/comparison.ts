/**
 * Several results side by side, as pure data: sections of rows, one value for each result, best and
 * worst marked where a difference is good or bad. How it looks is the command line's affair.
 */
import { columnLabels } from "./column-labels.js";
import type { GroupResult, MarkResult, SimulationResult, SpanSummary } from "./types.js";

/** What a value counts in: decides how it is printed. */
export type ComparisonUnit = "ns" | "count" | "share" | "index" | "perSecond";

/** Where one row's value comes from. `key` is stable, for programs; `label` is for people. */
export interface Measure<T> {
  readonly key: string;
  readonly label: string;
  readonly unit: ComparisonUnit;
  /** Which end is the good one; null where neither is. */
  readonly better: "lower" | "higher" | null;
  readonly value: (source: T) => number | null;
}

export interface ComparisonRow {
  readonly key: string;
  readonly label: string;
  readonly unit: ComparisonUnit;
  readonly better: "lower" | "higher" | null;
  /** One for each column; null where the result has no such figure. */
  readonly values: readonly (number | null)[];
  /** Not all values are the same. */
  readonly differs: boolean;
  /** Columns with the best and the worst value; empty where nothing differs or neither end is good. */
  readonly best: readonly number[];
  readonly worst: readonly number[];
}

export interface ComparisonSection {
  /** `totals`, or the name of a group of tasks. */
  readonly kind: "totals" | "group";
  readonly title: string;
  /** Tasks in the group (of the first result that has it), or in all. */
  readonly tasks: number;
  readonly rows: readonly ComparisonRow[];
}

export interface ComparisonColumn {
  readonly scheduler: string;
  /** The scheduler's id, and whatever else tells this result from the others. */
  readonly label: string;
}

export interface Comparison {
  readonly columns: readonly ComparisonColumn[];
  readonly sections: readonly ComparisonSection[];
}

const totalMeasures: readonly Measure<SimulationResult>[] = [
  measure("contextSwitches", "context switches", "count", null, (result) => result.totals.contextSwitches),
  measure("voluntary", "voluntary", "count", null, (result) => result.totals.voluntary),
  measure("involuntary", "involuntary", "count", null, (result) => result.totals.involuntary),
  measure("wakeups", "wake-ups", "count", null, (result) => result.totals.wakeups),
  measure("migrations", "migrations", "count", null, (result) => result.totals.migrations),
  measure("utilisation", "utilisation", "share", "higher", (result) => result.totals.utilisation),
  measure("jainIndex", "Jain's fairness", "index", "higher", (result) => result.totals.jainIndex),
  measure("longestWait", "longest wait", "ns", "lower", (result) => result.totals.longestWaitNs),
  ...spanMeasures<SimulationResult>("wakeupLatency", "wake-up latency", (result) => result.totals.wakeupLatencyNs),
];

/** A group may be missing from a result whose workload was changed; a mark from any. */
const groupMeasures: readonly Measure<GroupResult>[] = [
  measure("share.total", "share of a CPU, all", "share", null, (group) => group.totalShare),
  measure("share.min", "share, least", "share", "higher", (group) => group.share.min),
  measure("share.mean", "share, mean", "share", null, (group) => group.share.mean),
  measure("share.max", "share, most", "share", null, (group) => group.share.max),
  measure("jainIndex", "Jain's fairness", "index", "higher", (group) => (group.started > 1 ? group.jainIndex : null)),
  measure("longestWait", "longest wait", "ns", "lower", (group) => group.longestWaitNs),
  ...spanMeasures<GroupResult>("wakeupLatency", "wake-up latency", (group) => group.wakeupLatencyNs),
  measure("voluntary", "voluntary switches", "count", null, (group) => group.contextSwitches.voluntary),
  measure("involuntary", "involuntary switches", "count", null, (group) => group.contextSwitches.involuntary),
  measure("migrations", "migrations", "count", null, (group) => group.migrations),
];

/** Puts results side by side. Rows in which no result has a figure are left out. */
export function compareResults(results: readonly SimulationResult[]): Comparison {
  const labels = columnLabels(results);
  const columns = results.map((result, index) => ({ scheduler: result.scheduler, label: labels[index] ?? "" }));
  const totals: ComparisonSection = {
    kind: "totals",
    title: "totals",
    tasks: results[0]?.totals.tasks ?? 0,
    rows: rowsOf(totalMeasures, results),
  };
  const names = [...new Set(results.flatMap((result) => result.groups.map((group) => group.name)))];
  return { columns, sections: [totals, ...names.map((name) => groupSection(name, results))] };
}

function groupSection(name: string, results: readonly SimulationResult[]): ComparisonSection {
  const groups = results.map((result) => result.groups.find((group) => group.name === name) ?? null);
  const marks = [...new Set(groups.flatMap((group) => Object.keys(group?.marks ?? {})))];
  const tasks = groups.find((group) => group !== null)?.count ?? 0;
  const rows = rowsOf([...groupMeasures, ...marks.flatMap(markMeasures)], groups);
  return { kind: "group", title: name, tasks, rows };
}

function markMeasures(mark: string): Measure<GroupResult>[] {
  const figure = (value: (mark: MarkResult) => number | null) => (group: GroupResult) => {
    const found = Object.hasOwn(group.marks, mark) ? group.marks[mark] : undefined;
    return found === undefined ? null : value(found);
  };
  const key = `mark.${mark}`;
  return [
    measure(
      `${key}.count`,
      `${mark}, count`,
      "count",
      "higher",
      figure((found) => found.count),
    ),
    measure(
      `${key}.perSecond`,
      `${mark}, per second`,
      "perSecond",
      "higher",
      figure((found) => found.perSecond),
    ),
    measure(
      `${key}.interval.p50`,
      `${mark}, interval p50`,
      "ns",
      "lower",
      figure((found) => found.intervalNs.p50),
    ),
    measure(
      `${key}.interval.p99`,
      `${mark}, interval p99`,
      "ns",
      "lower",
      figure((found) => found.intervalNs.p99),
    ),
    measure(
      `${key}.interval.max`,
      `${mark}, interval max`,
      "ns",
      "lower",
      figure((found) => found.intervalNs.max),
    ),
  ];
}

export function spanMeasures<T>(key: string, label: string, spans: (source: T) => SpanSummary): Measure<T>[] {
  return (["mean", "p50", "p95", "p99", "p999", "max"] as const).map((figure) =>
    measure(`${key}.${figure}`, `${label} ${figure}`, "ns", "lower", (source: T) => spans(source)[figure]),
  );
}

export function measure<T>(
  key: string,
  label: string,
  unit: ComparisonUnit,
  better: Measure<T>["better"],
  value: (source: T) => number | null,
): Measure<T> {
  return { key, label, unit, better, value };
}

export function rowsOf<T>(measures: readonly Measure<T>[], sources: readonly (T | null)[]): ComparisonRow[] {
  const rows: ComparisonRow[] = [];
  for (const { key, label, unit, better, value } of measures) {
    const values = sources.map((source) => (source === null ? null : value(source)));
    if (values.some((figure) => figure !== null))
      rows.push({ key, label, unit, better, values, ...mark(values, better) });
  }
  return rows;
}

/** Finds the ends of a row; a figure that is missing is neither. */
function mark(
  values: readonly (number | null)[],
  better: ComparisonRow["better"],
): Pick<ComparisonRow, "differs" | "best" | "worst"> {
  const differs = values.some((value) => value !== values[0]);
  const known = values.filter((value) => value !== null);
  const least = Math.min(...known);
  const most = Math.max(...known);
  if (better === null || known.length < 2 || least === most) return { differs, best: [], worst: [] };
  const columnsWith = (wanted: number) => values.flatMap((value, column) => (value === wanted ? [column] : []));
  const [best, worst] = better === "lower" ? [least, most] : [most, least];
  return { differs, best: columnsWith(best), worst: columnsWith(worst) };
}
