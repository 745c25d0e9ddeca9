/** A report of a sweep for a browser: one file with tables, pictures, plan, and the commands that make it again. */

import { SEED } from "../../sweep/plan.js";
import { formatPoint, formatValue } from "../../sweep/point.js";
import { type Difference, type Summary, type SummaryOptions, summarize, varies } from "../../sweep/summary.js";
import { commandOf, failedRows, parametersOf, type SweepTable } from "../../sweep/table.js";
import { plural } from "../quantities.js";
import { drawSvg } from "./drawing.js";
import { formatFigure } from "./summary-table.js";

export interface ReportSurroundings {
  /** The text of plan.yaml, where it is there. */
  readonly plan: string | null;
  /** Where the results lie, with a slash behind it, or nothing. */
  readonly prefix: string;
}

const MAX_LINES = 2000;
const MAX_FAILURES = 100;
/** More lines in one picture are a thicket. */
const MAX_DRAWN_LINES = 10;

export async function reportDocument(
  table: SweepTable,
  options: SummaryOptions,
  { plan, prefix }: ReportSurroundings,
): Promise<string> {
  const { head } = table;
  const summary = summarize(table, options);
  const figures = head.measures.filter(({ path }) => options.figures?.includes(path) ?? true);
  const failed = failedRows(table);
  const body = [
    `<h1>${escapeHtml(head.name)}</h1>`,
    head.about === null ? "" : `<p>${escapeHtml(head.about)}</p>`,
    `<p>${plural(table.rows, "point")}, ${plural(summary.configurations.length, "configuration")}, ` +
      `${failed.length === 0 ? "none failed" : `<strong>${plural(failed.length, "point")} failed</strong>`}. ` +
      `schedlab ${escapeHtml(head.schedlab)}, engine <code>${head.engine.slice(0, 16)}</code>, plan <code>${head.plan}</code>.</p>`,
    ...pictures(
      table,
      figures.map(({ path }) => path),
    ),
    ...figures.map(({ path }, index) => figureSection(table, summary, path, index)),
    failures(table, failed, prefix),
    plan === null ? "" : `<h2>Plan</h2>\n<pre>${escapeHtml(plan)}</pre>`,
    `<h2>Again</h2>\n<pre>${escapeHtml(commands(table, prefix).join("\n"))}</pre>`,
  ];
  return htmlDocument(head.name, body.filter((part) => part !== "").join("\n"));
}

/** Each figure over the parameter with the most numbers, a line for each value of the first other one. */
function pictures(table: SweepTable, figures: readonly string[]): string[] {
  const varied = table.head.parameters.flatMap((parameter, column) => {
    if (parameter.path === SEED || !varies(table, parameter.path)) return [];
    const values = new Set(Array.from({ length: table.rows }, (_, row) => table.parameter(row, column)));
    return [
      {
        path: parameter.path,
        values: values.size,
        isNumber: parameter.type === "whole" || parameter.type === "number",
      },
    ];
  });
  const [x] = varied.filter(({ isNumber }) => isNumber).sort((left, right) => right.values - left.values);
  if (x === undefined) return [];
  const rest = varied.filter((parameter) => parameter !== x && parameter.values <= MAX_DRAWN_LINES);
  const by = rest[0] === undefined ? [] : [rest[0].path];
  const facet = rest[1] !== undefined && rest[1].values <= 4 ? rest[1].path : null;
  return figures.flatMap((path) => {
    const column = table.head.measures.findIndex((measure) => measure.path === path);
    const any = Array.from({ length: table.rows }, (_, row) => table.figure(row, column)).some(
      (value) => !Number.isNaN(value),
    );
    if (!any) return [];
    return [drawSvg(table, { x: x.path, y: path, by, facet, fill: null, scales: {}, title: path })];
  });
}

function figureSection(table: SweepTable, { by, configurations }: Summary, path: string, index: number): string {
  const measure = table.head.measures.find((candidate) => candidate.path === path);
  if (measure === undefined) return "";
  const compared = table.head.baseline !== null;
  const titles = [...by.map((parameter) => parameter.path), "mean", "95 % interval", "median", "runs"];
  if (compared) titles.push("difference", "effect (d)", "against the baseline");
  const rows = configurations.slice(0, MAX_LINES).map((configuration) => {
    const figure = configuration.figures[index];
    const sample = figure?.sample ?? null;
    const show = (value: number) => formatFigure(value, measure);
    const interval =
      sample === null || sample.halfWidth === null
        ? "–"
        : `${show(sample.mean - sample.halfWidth)} … ${show(sample.mean + sample.halfWidth)}`;
    const cells = [
      ...by.map((parameter, column) => formatValue(parameter, configuration.values[column] ?? null)),
      sample === null ? "–" : show(sample.mean),
      interval,
      sample === null ? "–" : show(sample.median),
      String(sample?.count ?? 0),
      ...(compared ? differenceCells(figure?.difference ?? null, configuration.isBaseline, show) : []),
    ];
    return `<tr>${cells.map((cell) => `<td>${escapeHtml(cell)}</td>`).join("")}</tr>`;
  });
  const head = titles.map((title) => `<th>${escapeHtml(title)}</th>`).join("");
  return `<h2>${escapeHtml(path)}</h2>\n<table><thead><tr>${head}</tr></thead><tbody>\n${rows.join("\n")}\n</tbody></table>`;
}

function differenceCells(
  difference: Difference | null,
  isBaseline: boolean,
  show: (value: number) => string,
): string[] {
  if (difference === null) return ["", "", isBaseline ? "the baseline" : ""];
  const { mean, halfWidth, effect, verdict } = difference;
  const interval = halfWidth === null ? "" : ` ± ${show(halfWidth)}`;
  return [`${mean > 0 ? "+" : ""}${show(mean)}${interval}`, effect === null ? "" : effect.toFixed(2), verdict];
}

function failures(table: SweepTable, failed: readonly number[], prefix: string): string {
  if (failed.length === 0) return "";
  const items = failed.slice(0, MAX_FAILURES).map((row) => {
    const what = formatPoint(table.head.parameters, parametersOf(table, row));
    return `<li>${escapeHtml(what)}: ${escapeHtml(table.error(row) ?? "")}<br><code>${escapeHtml(commandOf(table, row, prefix))}</code></li>`;
  });
  const more = failed.length > MAX_FAILURES ? `<p>and ${failed.length - MAX_FAILURES} more</p>` : "";
  return `<h2>Points that failed</h2>\n<ul>${items.join("\n")}</ul>${more}`;
}

/** The sweep, and one of its points alone. */
function commands(table: SweepTable, prefix: string): string[] {
  const whole = `schedlab sweep ${prefix}plan.yaml`;
  return table.rows === 0 ? [whole] : [whole, commandOf(table, 0, prefix)];
}

function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

function htmlDocument(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title>
<style>
body { font: 15px/1.5 system-ui, sans-serif; max-width: 70rem; margin: 2rem auto; padding: 0 1rem; color: #222; }
svg { max-width: 100%; height: auto; display: block; margin: 1.5rem 0; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: 0.15rem 0.7rem; text-align: left; border-bottom: 1px solid #ddd; white-space: nowrap; }
th { font-weight: 600; color: #555; }
pre { background: #f6f6f6; padding: 0.8rem; overflow-x: auto; }
</style>
<body>
${body}
</body>
</html>
`;
}
