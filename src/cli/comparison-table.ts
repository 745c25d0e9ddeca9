/**
 * Several schedulers side by side: a row for each task or group, a block of columns for each scheduler,
 * and below a row of totals for each. What differs from the first scheduler by a tenth or more carries
 * an arrow; of the totals the best is green and the worst red.
 */
import { type ComparisonRow, compareResults, reconstructedMark, type SimulationResult } from "../result/index.js";
import { formatCount, formatShare, formatSpan, plural } from "./quantities.js";
import { formatMissed, formatNullable, formatRate, mostRows, runPhrases, type View } from "./result-table.js";
import { type Row, rowsAreTasks, rowsOf } from "./rows.js";
import { type Cell, type Column, columnsLeftOut, type Paint, renderTable, type Table, tableFits } from "./table.js";
import type { Colours } from "./terminal.js";
import { printable, wrapPhrases, wrapText } from "./text-width.js";

export function comparisonTable(results: readonly SimulationResult[], view: View): string[] {
  const [first] = results;
  if (first === undefined) return [];
  const asTasks = rowsAreTasks(results);
  const sides = results.map(
    (result) => new Map(rowsOf(result, asTasks, view.groupAttributes).map((row) => [row.key, row])),
  );
  const keys = [...new Set(sides.flatMap((side) => [...side.keys()]))];
  const labels = compareResults(results).columns.map(({ label }) => label);
  const lines = [
    ...wrapPhrases(
      runPhrases(first).map((phrase, index) => (index === 0 ? view.colours.bold(phrase) : phrase)),
      view.width,
    ),
  ];
  for (const [from, to] of stacks(results.length, (count) =>
    tableFits(figuresTable(keys, sides, labels, 0, count, first, asTasks, view.colours), view.width),
  )) {
    const table = figuresTable(keys, sides, labels, from, to, first, asTasks, view.colours);
    lines.push("", ...renderTable(table, view.width, view.colours));
    const missing = columnsLeftOut(table, view.width);
    if (missing.length > 0) lines.push(view.colours.dim(`too narrow for: ${missing.join(", ")}`));
  }
  if (keys.length > mostRows) {
    const left = plural(keys.length - mostRows, asTasks ? "more task" : "more group");
    lines.push(view.colours.dim(`… ${left} left out; --format json has all`));
  }
  lines.push("", ...renderTable(totalsTable(results, labels, view.colours), view.width, view.colours));
  return [...lines, ...legend(results, labels, view)];
}

/** Cuts the schedulers into as few stacked tables as the width allows. */
function stacks(count: number, fits: (count: number) => boolean): [from: number, to: number][] {
  let most = count;
  while (most > 1 && !fits(most)) most -= 1;
  const tables = Math.ceil(count / most);
  const each = Math.ceil(count / tables);
  return Array.from({ length: tables }, (_, index) => [index * each, Math.min(count, (index + 1) * each)]);
}

function figuresTable(
  keys: readonly string[],
  sides: readonly ReadonlyMap<string, Row>[],
  labels: readonly string[],
  from: number,
  to: number,
  { machine }: SimulationResult,
  asTasks: boolean,
  colours: Colours,
): Table {
  const reference = sides[0];
  const columns: Column[] = [
    { title: asTasks ? "task" : "group", cutTo: 10 },
    ...(asTasks ? [] : [{ title: "tasks", align: "right" as const, importance: 3 }]),
    { title: "nice", align: "right", importance: 1 },
  ];
  for (const label of labels.slice(from, to)) {
    columns.push(
      { title: "CPU", block: label, align: "right" },
      { title: "", block: label, bar: { min: 4, max: 12 }, importance: 0 },
      { title: "max wait", block: label, align: "right", importance: 4 },
      { title: "p99", block: label, align: "right", importance: 2 },
    );
  }
  const rows = keys.slice(0, mostRows).map((key) => {
    const any = sides.map((side) => side.get(key)).find((row) => row !== undefined);
    const cells: Cell[] = [printable(any?.name ?? key)];
    if (!asTasks) cells.push(any === undefined ? "" : formatCount(any.count));
    cells.push(any?.attributes ?? "");
    for (let index = from; index < to; index += 1) {
      const row = sides[index]?.get(key);
      if (row === undefined) {
        cells.push("–", "", "–", "–");
        continue;
      }
      const base = index === 0 ? undefined : reference?.get(key);
      cells.push(
        withArrow(formatShare(row.share), row.share, base?.share, colours.yellow, colours.yellow),
        { bar: asTasks ? row.share : row.share / machine.cpus, paint: colours.cyan },
        spanCell(row.longestWaitNs, base?.longestWaitNs, colours),
        spanCell(row.wakeupLatencyNs.p99, base?.wakeupLatencyNs.p99, colours),
      );
    }
    return cells;
  });
  return { columns, rows };
}

function spanCell(ns: number | null, base: number | null | undefined, colours: Colours): Cell {
  return withArrow(formatNullable(ns), ns, base, colours.red, colours.green);
}

/** How far a figure must be from that of the first scheduler to be pointed out. */
export const notable = 0.1;

export function withArrow(
  text: string,
  value: number | null,
  base: number | null | undefined,
  more: Paint,
  less: Paint,
): Cell {
  const apart = value === null || base === null || base === undefined ? 0 : value - base;
  if (Math.abs(apart) < notable * (base ?? 0) || apart === 0) return `${text} `;
  return apart > 0 ? { text: `${text}▲`, paint: more } : { text: `${text}▼`, paint: less };
}

function totalsTable(results: readonly SimulationResult[], labels: readonly string[], colours: Colours): Table {
  const comparison = compareResults(results);
  const totals = new Map(comparison.sections[0]?.rows.map((row) => [row.key, row]));
  const marks = [...new Set(results.flatMap((result) => Object.keys(result.marks)))].slice(0, 3);
  const measured: (Column & { readonly cell: (result: SimulationResult, index: number) => Cell })[] = [
    { title: "scheduler", cell: (_, index) => labels[index] ?? "" },
    { title: "busy", align: "right", cell: judged("utilisation", (result) => formatShare(result.totals.utilisation)) },
    { title: "fairness", align: "right", cell: judged("jainIndex", (result) => result.totals.jainIndex.toFixed(3)) },
    {
      title: "max wait",
      align: "right",
      cell: judged("longestWait", (result) => formatSpan(result.totals.longestWaitNs)),
    },
    {
      title: "latency p99",
      align: "right",
      importance: 4,
      cell: judged("wakeupLatency.p99", (result) => formatNullable(result.totals.wakeupLatencyNs.p99)),
    },
    { title: "switches", align: "right", importance: 3, cell: (result) => formatCount(result.totals.contextSwitches) },
    { title: "wake-ups", align: "right", importance: 1, cell: (result) => formatCount(result.totals.wakeups) },
    { title: "moves", align: "right", importance: 2, cell: (result) => formatCount(result.totals.migrations) },
    ...(["rounds", "periods"] as const).flatMap((kind) =>
      results.some(({ totals }) => totals[kind] !== null)
        ? [
            {
              title: "missed",
              block: kind,
              align: "right" as const,
              cell: (result: SimulationResult) => formatMissed(result.totals[kind]),
            },
          ]
        : [],
    ),
    ...marks.map((mark) => ({
      title: `${printable(mark)}/s`,
      align: "right" as const,
      importance: 0,
      cell: (result: SimulationResult) => formatRate(result.marks[mark]?.perSecond ?? 0),
    })),
  ];
  return {
    columns: measured,
    rows: results.map((result, index) => measured.map(({ cell }) => cell(result, index))),
  };

  function judged(key: string, format: (result: SimulationResult) => string) {
    return (result: SimulationResult, index: number): Cell => ({
      text: format(result),
      paint: judgement(totals.get(key), index, colours),
    });
  }
}

function judgement(row: ComparisonRow | undefined, index: number, colours: Colours): Paint | undefined {
  if (row?.best.includes(index)) return colours.green;
  return row?.worst.includes(index) ? colours.red : undefined;
}

/** What the mark behind a name means. */
const reconstructedMeaning = `${reconstructedMark} reconstructed, not recorded from code`;

/** What the arrows mean, and which schedulers decided alike to the last event. */
function legend(results: readonly SimulationResult[], labels: readonly string[], { colours, width }: View): string[] {
  const byDigest = new Map<string, string[]>();
  for (const [index, { traceDigest }] of results.entries()) {
    byDigest.set(traceDigest, [...(byDigest.get(traceDigest) ?? []), labels[index] ?? ""]);
  }
  const alike = [...byDigest.values()].filter((names) => names.length > 1);
  const meanings = [
    `▲ ▼ at least ${notable * 100}% above or below ${labels[0]}`,
    "max wait: longest on a runqueue",
    "p99: wake-up latency",
    ...(results.some(({ provenance }) => provenance === "reconstructed") ? [reconstructedMeaning] : []),
  ];
  return [
    ...wrapPhrases(meanings, width),
    ...alike.flatMap((names) => wrapText(`decided alike, event for event: ${names.join(", ")}`, width)),
  ].map(colours.dim);
}
