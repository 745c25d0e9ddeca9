/** A comparison of two runs as people read it: what changed over all, and for whom, the most affected first. */
import type { RunComparison, RunFigures, TaskComparison, TaskFigures } from "../report/index.js";
import type { ComparisonRow, ComparisonUnit } from "../result/index.js";
import { notable, withArrow } from "./comparison-table.js";
import { formatCount, formatExactCount, formatShare, formatSpan, plural } from "./quantities.js";
import { mostRows, type View } from "./result-table.js";
import { type Cell, type Column, columnsLeftOut, renderTable, type Table } from "./table.js";
import { cutText, printable, wrapPhrases, wrapText } from "./text-width.js";

type RunView = Pick<View, "width" | "colours">;

export function runComparisonTable(comparison: RunComparison, view: RunView): string[] {
  const { runs, tasks, unmatched } = comparison;
  const { colours, width } = view;
  const table = tasksTable(tasks.slice(0, mostRows), colours);
  const lines = [
    ...runs.flatMap((run, index) => wrapPhrases(runPhrases(run, index === 0 ? "A" : "B"), width)),
    "",
    ...renderTable(totalsTable(comparison, colours), width, colours),
  ];
  if (tasks.length > 0) lines.push("", ...renderTable(table, width, colours));
  const notes = [
    ...(tasks.length > mostRows
      ? [`… ${plural(tasks.length - mostRows, "more task")} left out; --format json has all`]
      : []),
    ...(columnsLeftOut(table, width).length > 0 ? ["too narrow for all figures; --format json has them"] : []),
    ...unmatched.flatMap((own, index) => unmatchedLines(own, index === 0 ? "A" : "B", width)),
    ...wrapText(
      `effect: CPU time and waiting that changed, per time of run · ▲ ▼ at least ${notable * 100}% above or below A · p99: wake-up latency`,
      width,
    ),
  ];
  return [...lines, ...notes.map(colours.dim)];
}

function runPhrases({ label, cpus, spanNs, totals }: RunFigures, letter: string): string[] {
  return [`${letter}  ${printable(label)}`, plural(cpus, "CPU"), formatSpan(spanNs, " "), plural(totals.tasks, "task")];
}

const totalsShown = [
  "utilisation",
  "jainIndex",
  "maxLag",
  "wait",
  "longestWait",
  "wakeupLatency.p50",
  "wakeupLatency.p99",
  "wakeupLatency.max",
  "deadlineMisses",
  "contextSwitches",
  "involuntary",
  "wakeups",
  "migrations",
] as const;

function totalsTable({ totals }: RunComparison, colours: RunView["colours"]): Table {
  const columns: Column[] = [
    { title: "all tasks" },
    { title: "A", align: "right" },
    { title: "B", align: "right" },
    { title: "change", align: "right" },
  ];
  const byKey = new Map(totals.map((row) => [row.key, row]));
  const rows = totalsShown.flatMap((key) => {
    const row = byKey.get(key);
    if (row === undefined) return [];
    const [a = null, b = null] = row.values;
    const paint = row.best.includes(1) ? colours.green : row.worst.includes(1) ? colours.red : undefined;
    return [[row.label, format(a, row.unit), { text: format(b, row.unit), paint }, change(a, b)]];
  });
  return { columns, rows };
}

function tasksTable(tasks: readonly TaskComparison[], colours: RunView["colours"]): Table {
  const pair = (block: string, key: string, importance?: number) => {
    const shared = { block, align: "right" as const, ...(importance === undefined ? {} : { importance }) };
    return [
      { ...shared, title: "A", cell: (figures: Figures) => cellOf(figures.get(key), 0, colours) },
      { ...shared, title: "B", cell: (figures: Figures) => cellOf(figures.get(key), 1, colours) },
    ];
  };
  const columns: (Column & { readonly cell: (figures: Figures, task: TaskComparison) => Cell })[] = [
    { title: "task", cutTo: 10, cell: (_, { name }) => printable(name) },
    { title: "effect", align: "right", cell: (_, { effect }) => formatShare(effect) },
    ...pair("CPU", "share"),
    ...pair("waiting", "waitShare", 9),
    ...pair("longest wait", "longestWait", 7),
    ...pair("p99", "wakeupLatency.p99", 8),
    ...pair("max lag", "maxLag", 6),
    ...pair("involuntary", "involuntary", 5),
    ...pair("moves", "migrations", 4),
    ...pair("misses", "deadlineMisses", 3),
  ];
  // A figure that nobody has, or that is 0 throughout, needs no column.
  const figuresOf = tasks.map(({ rows }): Figures => new Map(rows.map((row) => [row.key, row])));
  const telling = columns.filter(
    ({ cell, block }) =>
      block === undefined ||
      tasks.some((task, index) => !/^(–|0%?) ?$/.test(textOf(cell(figuresOf[index] ?? new Map(), task)))),
  );
  return {
    columns: telling,
    rows: tasks.map((task, index) => telling.map(({ cell }) => cell(figuresOf[index] ?? new Map(), task))),
  };
}

type Figures = ReadonlyMap<string, ComparisonRow>;

function cellOf(row: ComparisonRow | undefined, side: 0 | 1, { red, green, yellow }: RunView["colours"]): Cell {
  const value = row?.values[side] ?? null;
  const text = format(value, row?.unit ?? "count");
  if (side === 0 || row === undefined) return text;
  const [more, less] = row.better === "lower" ? [red, green] : [yellow, yellow];
  return withArrow(text, value, row.values[0], more, less);
}

function textOf(cell: Cell): string {
  return typeof cell === "string" ? cell : "text" in cell ? cell.text : "";
}

function format(value: number | null, unit: ComparisonUnit): string {
  if (value === null) return "–";
  switch (unit) {
    case "ns":
      return formatSpan(value);
    case "share":
      return formatShare(value);
    case "index":
      return value.toFixed(3);
    default:
      return formatCount(value);
  }
}

/** In per cent of A; between 0 and something there is none. */
function change(a: number | null, b: number | null): string {
  if (a === null || b === null) return "–";
  if (a === b) return "=";
  if (a === 0) return "new";
  const percent = (100 * (b - a)) / a;
  const sign = percent > 0 ? "+" : "−";
  if (Math.abs(percent) >= 1000) return `×${(b / a).toFixed(0)}`;
  return `${sign}${Math.abs(percent).toFixed(Math.abs(percent) < 10 ? 1 : 0)}%`;
}

/** Names of those that only one run has. */
function unmatchedLines(tasks: readonly TaskFigures[], letter: string, width: number): string[] {
  if (tasks.length === 0) return [];
  const names = [...new Set(tasks.map(({ name }) => printable(name)))].join(", ");
  return [cutText(`only in ${letter} (${formatExactCount(tasks.length)}): ${names}`, width * 2)].flatMap((text) =>
    wrapText(text, width),
  );
}
