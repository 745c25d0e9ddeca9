/** One run as people read it: the figures of every task or group, its marks, and the totals. */
import type { MarkResult, Punctuality, SimulationResult } from "../result/index.js";
import { formatCount, formatExactCount, formatExactSpan, formatShare, formatSpan, plural } from "./quantities.js";
import { type Row, rowsAreTasks, rowsOf } from "./rows.js";
import { type Cell, type Column, columnsLeftOut, renderTable, type Table } from "./table.js";
import type { Colours } from "./terminal.js";
import { printable, wrapPhrases } from "./text-width.js";

/** Rows of one table; the rest is for --format csv and json. */
export const mostRows = 50;

export interface View {
  readonly width: number;
  readonly colours: Colours;
  /** How the tasks of a group are treated: `0`, `fifo 50`. */
  readonly groupAttributes: ReadonlyMap<string, string>;
}

export function resultTable(result: SimulationResult, view: View): string[] {
  const asTasks = rowsAreTasks([result]);
  const rows = rowsOf(result, asTasks, view.groupAttributes);
  const table = figuresTable(rows, asTasks, result, view.colours);
  return [
    ...headLines(result, view),
    "",
    ...renderTable(table, view.width, view.colours),
    ...notes(table, rows.length, asTasks, result, view),
    ...marksLines(result, view),
    "",
    ...totalsLines(result, view),
  ];
}

/** The scheduler, and what it ran. */
function headLines(result: SimulationResult, { width, colours }: View): string[] {
  const provenance =
    result.provenance === "reconstructed" ? [colours.yellow("reconstructed, not recorded from code")] : [];
  const bits = result.longBits === 64 ? [] : [`${result.longBits}-bit long`];
  return wrapPhrases(
    [colours.bold(colours.cyan(result.scheduler)), ...provenance, ...bits, ...runPhrases(result)],
    width,
  );
}

/** The workload, the machine, the time and the seed. */
export function runPhrases(result: SimulationResult): string[] {
  const { cpus, hz, timers } = result.machine;
  const stopped = result.finished ? [] : [`stopped at ${formatSpan(result.simulatedNs, " ")}`];
  return [
    printable(result.workload),
    plural(cpus, "CPU"),
    `HZ ${hz}`,
    ...(timers === "jiffies" ? ["timers on the tick"] : []),
    formatExactSpan(result.durationNs),
    `seed ${result.seed}`,
    ...stopped,
  ];
}

function figuresTable(rows: readonly Row[], asTasks: boolean, result: SimulationResult, colours: Colours): Table {
  const { cpus } = result.machine;
  const columns: (Column & { readonly cell: (row: Row) => Cell })[] = [
    { title: asTasks ? "task" : "group", cutTo: 12, cell: (row) => printable(row.name) },
    { title: "nice", align: "right", importance: 5, cell: (row) => row.attributes ?? "" },
    { title: "CPU", align: "right", cell: (row) => formatShare(row.share) },
    {
      title: "",
      bar: { min: 4, max: 20 },
      importance: 4,
      cell: (row) => ({ bar: asTasks ? row.share : row.share / cpus, paint: colours.cyan }),
    },
    { title: "time", align: "right", importance: 6, cell: (row) => formatSpan(row.cpuTimeNs) },
    { title: "max wait", align: "right", cell: (row) => formatSpan(row.longestWaitNs) },
    ...(["p50", "p99", "max"] as const).map((figure) => ({
      title: figure,
      block: "wake-up latency",
      align: "right" as const,
      importance: figure === "p50" ? 1 : 7,
      cell: (row: Row) => formatNullable(row.wakeupLatencyNs[figure]),
    })),
    {
      title: "vol.",
      block: "switches",
      align: "right",
      importance: 2,
      cell: (row) => formatCount(row.contextSwitches.voluntary),
    },
    {
      title: "invol.",
      block: "switches",
      align: "right",
      importance: 2,
      cell: (row) => formatCount(row.contextSwitches.involuntary),
    },
  ];
  if (!asTasks) {
    columns.splice(1, 0, { title: "tasks", align: "right", cell: (row) => formatCount(row.count) });
    columns.splice(5, 0, { title: "each", align: "right", importance: 3, cell: formatSpread });
  }
  if (cpus > 1) {
    columns.push({ title: "moves", align: "right", importance: 6, cell: (row) => formatCount(row.migrations) });
  }
  for (const kind of ["rounds", "periods"] as const) {
    if (result.totals[kind] === null) continue;
    columns.push({ title: "missed", block: kind, align: "right", cell: (row) => formatMissed(row[kind]) });
  }
  return { columns, rows: rows.slice(0, mostRows).map((row) => columns.map(({ cell }) => cell(row))) };
}

/** `3/120`. */
export function formatMissed(punctuality: Punctuality | null): string {
  return punctuality === null ? "" : `${formatCount(punctuality.missed)}/${formatCount(punctuality.count)}`;
}

function formatSpread({ spread, count }: Row): string {
  if (spread === null || count < 2) return "";
  const [min, max] = [formatShare(spread.min), formatShare(spread.max)];
  return min === max ? min : `${min}–${max}`;
}

export function formatNullable(ns: number | null): string {
  return ns === null ? "–" : formatSpan(ns);
}

function notes(table: Table, rows: number, asTasks: boolean, result: SimulationResult, view: View): string[] {
  const lines: string[] = [];
  if (rows > mostRows) {
    lines.push(`… ${plural(rows - mostRows, asTasks ? "more task" : "more group")} left out; --format json has all`);
  }
  const missing = columnsLeftOut(table, view.width);
  if (missing.length > 0) lines.push(`too narrow for: ${missing.join(", ")}`);
  if (result.machine.cpus > 1 && !asTasks) {
    lines.push(`100% is one CPU; a full bar is all ${result.machine.cpus}`);
  }
  return lines.map(view.colours.dim);
}

function marksLines(result: SimulationResult, { width, colours }: View): string[] {
  const marks = Object.entries(result.marks).slice(0, mostRows);
  if (marks.length === 0) return [];
  const columns: (Column & { readonly cell: (name: string, mark: MarkResult) => Cell })[] = [
    { title: "mark", cutTo: 12, cell: (name) => printable(name) },
    { title: "count", align: "right", cell: (_, mark) => formatExactCount(mark.count) },
    { title: "per second", align: "right", cell: (_, mark) => formatRate(mark.perSecond) },
    ...(["p50", "p99", "max"] as const).map((figure) => ({
      title: figure,
      block: "interval",
      align: "right" as const,
      cell: (_: string, mark: MarkResult) => formatNullable(mark.intervalNs[figure]),
    })),
  ];
  const rows = marks.map(([name, mark]) => columns.map(({ cell }) => cell(name, mark)));
  return ["", ...renderTable({ columns, rows }, width, colours)];
}

export function formatRate(perSecond: number): string {
  return perSecond >= 100 ? formatExactCount(Math.round(perSecond)) : String(Number(perSecond.toFixed(2)));
}

/** How many of them were missed, and by how much. */
function missedPhrases(what: string, punctuality: Punctuality | null): string[] {
  if (punctuality === null) return [];
  const { count, missed, maxLatenessNs } = punctuality;
  const most = maxLatenessNs === null ? "" : ` (by ${formatSpan(maxLatenessNs, " ")} at most)`;
  return [`${formatExactCount(missed)} of ${plural(count, what)} missed${most}`];
}

function totalsLines(result: SimulationResult, { width, colours }: View): string[] {
  const { totals } = result;
  const longest = result.totals.longestWaitPid === null ? "" : ` (pid ${totals.longestWaitPid})`;
  const machine = [
    `busy ${formatShare(totals.utilisation)}`,
    `idle ${formatShare(1 - totals.utilisation)}`,
    ...(totals.overheadNs > 0 ? [`${formatSpan(totals.overheadNs, " ")} spent on switching`] : []),
    `fairness (Jain) ${totals.jainIndex.toFixed(3)}`,
    `longest wait ${formatSpan(totals.longestWaitNs, " ")}${longest}`,
    ...missedPhrases("round", totals.rounds),
    ...missedPhrases("period", totals.periods),
  ];
  const counts = [
    `${plural(totals.tasks, "task")}${totals.exited > 0 ? ` (${formatExactCount(totals.exited)} exited)` : ""}`,
    `${formatExactCount(totals.contextSwitches)} switches`,
    `${formatExactCount(totals.wakeups)} wake-ups`,
    `${formatExactCount(totals.migrations)} migrations`,
    `trace ${result.traceDigest}`,
  ];
  return [...wrapPhrases(machine, width), ...wrapPhrases(counts, width).map(colours.dim)];
}
