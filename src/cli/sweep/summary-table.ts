/** The summary of a sweep as tables: for each figure a line per configuration, with interval and difference. */
import type { Measure } from "../../sweep/measures.js";
import type { Parameter, ParameterValue } from "../../sweep/plan.js";
import { formatValue } from "../../sweep/point.js";
import {
  type Difference,
  type FigureSummary,
  type Summary,
  type SummaryOptions,
  summarize,
} from "../../sweep/summary.js";
import type { SweepTable } from "../../sweep/table.js";
import { formatCount, formatSpan, plural } from "../quantities.js";
import { type Cell, type Column, renderTable } from "../table.js";
import type { Colours } from "../terminal.js";

interface View {
  readonly width: number;
  readonly colours: Colours;
}

/** Lines of a table that a person still reads. */
const MAX_LINES = 60;

export function summaryLines(table: SweepTable, options: SummaryOptions, view: View): string[] {
  const summary = summarize(table, options);
  const { name, measures, baseline } = table.head;
  const runs = summary.configurations.reduce((most, { points }) => Math.max(most, points), 0);
  const lines = [
    `${name} · ${plural(table.rows, "point")} · ${plural(summary.configurations.length, "configuration")} of up to ${plural(runs, "run")}`,
  ];
  const shown = measures.filter(({ path }) => options.figures?.includes(path) ?? true);
  const several = runs > 1;
  for (const [index, measure] of shown.entries()) {
    lines.push("", view.colours.bold(`${measure.path} (${unitText(measure)})`));
    lines.push(...figureTable(summary, measure, index, { several, compared: baseline !== null }, view));
  }
  const left = summary.configurations.length - MAX_LINES;
  if (left > 0) lines.push("", `each without ${plural(left, "more configuration")}; --by takes some together`);
  if (several) lines.push("", "mean ± half of the 95 % confidence interval (Student's t)");
  if (baseline !== null) {
    const fixed = Object.entries(baseline).map(([path, value]) => `${path}=${value}`);
    lines.push(
      `difference: paired with ${fixed.join(" ")}`,
      "d: mean difference in its own standard deviations",
      "likely: p < 0.05, very likely: p < 0.01, clearly: p < 0.001 (paired t-test,",
      "adjusted for all comparisons of the figure by Holm's method)",
    );
  }
  return lines;
}

function figureTable(
  { by, configurations }: Summary,
  measure: Measure,
  index: number,
  { several, compared }: { readonly several: boolean; readonly compared: boolean },
  view: View,
): string[] {
  const columns: Column[] = [
    ...by.map(({ path }): Column => ({ title: path.replace(/^(tasks|machine|tunables)\./, ""), cutTo: 12 })),
    { title: "mean", align: "right" },
    ...(several
      ? [
          { title: "±", align: "right", importance: 3 } as const,
          { title: "median", align: "right", importance: 1 } as const,
          { title: "n", align: "right", importance: 0 } as const,
        ]
      : []),
    ...(compared
      ? [
          { title: "difference", align: "right", importance: 5 } as const,
          { title: "±", align: "right", importance: 2 } as const,
          { title: "d", align: "right", importance: 1.5 } as const,
          { title: "against the baseline", importance: 4, cutTo: 20 } as const,
        ]
      : []),
  ];
  const rows = configurations.slice(0, MAX_LINES).map((configuration): Cell[] => {
    const figure = configuration.figures[index];
    return [
      ...by.map((parameter, column) => parameterText(parameter, configuration.values[column] ?? null)),
      ...sampleCells(figure, measure, several),
      ...(compared ? differenceCells(figure?.difference ?? null, configuration.isBaseline, measure) : []),
    ];
  });
  return renderTable({ columns, rows }, view.width, view.colours);
}

function sampleCells(figure: FigureSummary | undefined, measure: Measure, several: boolean): Cell[] {
  const sample = figure?.sample ?? null;
  if (sample === null) return several ? ["-", "", "", "0"] : ["-"];
  const mean = formatFigure(sample.mean, measure);
  if (!several) return [mean];
  const halfWidth = sample.halfWidth === null ? "" : formatFigure(sample.halfWidth, measure);
  return [mean, halfWidth, formatFigure(sample.median, measure), String(sample.count)];
}

function differenceCells(difference: Difference | null, isBaseline: boolean, measure: Measure): Cell[] {
  if (difference === null) return ["", "", "", isBaseline ? "the baseline" : ""];
  const { mean, relative, halfWidth, effect, verdict } = difference;
  const signed = `${mean > 0 ? "+" : ""}${formatFigure(mean, measure)}`;
  const text = relative === null ? signed : `${relative > 0 ? "+" : ""}${percent(relative)}`;
  const interval =
    halfWidth === null
      ? ""
      : relative === null || mean === 0
        ? formatFigure(halfWidth, measure)
        : percent((halfWidth * relative) / mean);
  return [text, interval, effect === null ? "" : effect.toFixed(Math.abs(effect) < 10 ? 1 : 0), verdict];
}

function percent(share: number): string {
  const value = share * 100;
  return `${value.toFixed(Math.abs(value) < 10 ? 1 : 0)}%`;
}

function parameterText(parameter: Parameter, value: ParameterValue): string {
  return value === null ? "-" : formatValue(parameter, value);
}

function unitText({ unit }: Measure): string {
  return unit === "ns" ? "time" : unit === "per second" ? "per simulated second" : unit;
}

/** A figure as people read it; negative ones are differences. */
export function formatFigure(value: number, { unit }: Pick<Measure, "unit">): string {
  const size = Math.abs(value);
  const sign = value < 0 ? "-" : "";
  if (unit === "ns") return `${sign}${formatSpan(Math.round(size))}`;
  if (unit === "count" && Number.isInteger(value)) return `${sign}${formatCount(size)}`;
  if (size >= 1e5) return `${sign}${formatCount(Math.round(size))}`;
  if (size !== 0 && size < 1e-3) return value.toExponential(1);
  return `${sign}${size.toFixed(size >= 100 ? 0 : size >= 10 ? 1 : 3)}`;
}
