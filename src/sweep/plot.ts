/**
 * Pictures of a sweep, drawn by Observable Plot: lines with bands of the confidence interval, or heat maps. It needs a
 * document to draw in: a browser's, or one that a library makes.
 */
import * as Plot from "@observablehq/plot";
import { SchedlabError } from "../errors.js";
import type { Measure, MeasureUnit } from "./measures.js";
import { composePicture } from "./picture.js";
import type { Parameter, ParameterValue } from "./plan.js";
import { formatValue } from "./point.js";
import { describeSample } from "./statistics.js";
import { groupRows, pick } from "./summary.js";
import type { SweepTable } from "./table.js";

export interface PlotRequest {
  /** A parameter. */
  readonly x: string;
  /** A figure; in a heat map a parameter. */
  readonly y: string;
  /** Parameters that make a line each. */
  readonly by: readonly string[];
  /** A parameter that makes a picture each. */
  readonly facet: string | null;
  /** The figure of a heat map. */
  readonly fill: string | null;
  /** What the axes are; undefined: as suits the data. */
  readonly scales: { readonly x?: "log" | "linear"; readonly y?: "log" | "linear" };
  readonly title: string;
}

const WIDTH = 760;
const FACET_WIDTH = 260;

/**
 * One SVG element with everything in it.
 *
 * @throws SchedlabError for paths that the table has not, and for combinations that make no picture
 */
export function plotSweep(table: SweepTable, request: PlotRequest, document: Document): Element {
  const { options, legend } =
    request.fill === null ? linePicture(table, request) : heatMap(table, request, request.fill);
  const style = { background: "white", fontFamily: "system-ui, sans-serif" };
  const chart = Plot.plot({ ...options, document, style });
  const colour = chart.scale("color");
  const entries = legend.map(({ text, value }) => ({ text, colour: String(colour?.apply(value) ?? "currentColor") }));
  return composePicture(document, chart, { title: request.title, entries });
}

interface Picture {
  readonly options: Plot.PlotOptions;
  /** What the colours mean. */
  readonly legend: readonly { readonly text: string; readonly value: string | number }[];
}

interface PointOnLine {
  readonly x: number | string;
  readonly y: number;
  readonly low: number;
  readonly high: number;
  readonly line: string;
  readonly facet: string;
}

function linePicture(table: SweepTable, request: PlotRequest): Picture {
  const x = parameter(table, request.x);
  const y = figure(table, request.y);
  const by = request.by.map((path) => parameter(table, path));
  const facet = request.facet === null ? null : parameter(table, request.facet);
  const unit = unitOf(y.measure.unit, maximum(table, y.column));
  const xUnit = unitOf(x.parameter.unit, maximumOf(table, x.column));
  const groups = groupRows(
    table,
    [x, ...by, ...(facet === null ? [] : [facet])].map(({ column }) => column),
  );
  const points: PointOnLine[] = [];
  for (const rows of groups.values()) {
    const first = rows[0] ?? 0;
    const values = rows.map((row) => table.figure(row, y.column)).filter((value) => !Number.isNaN(value));
    const sample = describeSample(values);
    const at = table.parameter(first, x.column);
    if (sample === null || at === null) continue;
    const half = sample.halfWidth ?? 0;
    points.push({
      x: typeof at === "number" ? at / xUnit.size : String(at),
      y: sample.mean / unit.size,
      // No figure is ever below 0.
      low: Math.max(0, sample.mean - half) / unit.size,
      high: (sample.mean + half) / unit.size,
      line: by.map(({ parameter: own, column }) => shown(own, table.parameter(first, column))).join(" · "),
      facet:
        facet === null ? "" : `${facet.parameter.path} ${shown(facet.parameter, table.parameter(first, facet.column))}`,
    });
  }
  if (points.length === 0) throw new SchedlabError(`there is nothing to draw: no point has ${y.measure.path}`);
  const numeric = points.every((point) => typeof point.x === "number");
  const xLog = numeric && request.scales.x !== "linear" && (request.scales.x === "log" || x.parameter.scale === "log");
  const yLog = request.scales.y === "log";
  if (yLog && points.every((point) => point.y <= 0))
    throw new SchedlabError(`${y.measure.path} is never above 0: no log axis`);
  const drawn = yLog
    ? points.filter((point) => point.y > 0).map((point) => ({ ...point, low: Math.max(point.low, point.y / 1000) }))
    : points;
  const lines = [...new Set(points.map(({ line }) => line))];
  const facets = [...new Set(points.map(({ facet: name }) => name))];
  const channels = { x: "x", ...(facet === null ? {} : { fx: "facet" }) };
  const options: Plot.PlotOptions = {
    width: facet === null ? WIDTH : Math.max(WIDTH, facets.length * FACET_WIDTH),
    height: 420,
    marginLeft: 64,
    marginBottom: 44,
    color: { domain: lines, scheme: "observable10" },
    ...(numeric
      ? {
          x: {
            type: xLog ? "log" : "linear",
            label: axisLabel(x.parameter.path, xUnit.name),
            grid: true,
            ...(xLog ? { tickFormat: "~s" } : {}),
          },
        }
      : { x: { type: "point", label: x.parameter.path, domain: [...new Set(points.map((point) => point.x))] } }),
    y: {
      type: yLog ? "log" : "linear",
      label: axisLabel(y.measure.path, unit.name),
      grid: true,
      ...(yLog ? {} : { zero: true }),
      nice: true,
    },
    ...(facet === null ? {} : { fx: { label: null, domain: facets } }),
    marks: [
      Plot.areaY(drawn, { ...channels, y1: "low", y2: "high", fill: "line", z: "line", fillOpacity: 0.18 }),
      Plot.lineY(drawn, { ...channels, y: "y", stroke: "line", z: "line", strokeWidth: 1.8 }),
      Plot.dot(drawn, { ...channels, y: "y", fill: "line", r: 2.5 }),
      ...(yLog ? [] : [Plot.ruleY([0])]),
    ],
  };
  return { options, legend: lines.length > 1 ? lines.map((line) => ({ text: line, value: line })) : [] };
}

function heatMap(table: SweepTable, request: PlotRequest, fillPath: string): Picture {
  const x = parameter(table, request.x);
  const y = parameter(table, request.y);
  const fill = figure(table, fillPath);
  if (request.by.length > 0) throw new SchedlabError("--by makes lines; a heat map has --facet");
  const facet = request.facet === null ? null : parameter(table, request.facet);
  const unit = unitOf(fill.measure.unit, maximum(table, fill.column));
  const groups = groupRows(
    table,
    [x, y, ...(facet === null ? [] : [facet])].map(({ column }) => column),
  );
  const cells = [...groups.values()].flatMap((rows) => {
    const first = rows[0] ?? 0;
    const values = rows.map((row) => table.figure(row, fill.column)).filter((value) => !Number.isNaN(value));
    const sample = describeSample(values);
    if (sample === null) return [];
    return {
      x: shown(x.parameter, table.parameter(first, x.column)),
      y: shown(y.parameter, table.parameter(first, y.column)),
      value: sample.mean / unit.size,
      facet:
        facet === null ? "" : `${facet.parameter.path} ${shown(facet.parameter, table.parameter(first, facet.column))}`,
    };
  });
  if (cells.length === 0) throw new SchedlabError(`there is nothing to draw: no point has ${fill.measure.path}`);
  const facets = [...new Set(cells.map(({ facet: name }) => name))];
  const values = cells.map((cell) => cell.value);
  const least = Math.min(...values);
  const greatest = Math.max(...values);
  const log = request.scales.y === "log" && least > 0;
  const options: Plot.PlotOptions = {
    width: facet === null ? WIDTH : Math.max(WIDTH, facets.length * FACET_WIDTH),
    height: 420,
    marginLeft: 72,
    marginBottom: 44,
    padding: 0.02,
    x: { type: "band", label: x.parameter.path, domain: [...new Set(cells.map((cell) => cell.x))] },
    y: { type: "band", label: y.parameter.path, domain: [...new Set(cells.map((cell) => cell.y))].reverse() },
    ...(facet === null ? {} : { fx: { label: null, domain: facets } }),
    color: { type: log ? "log" : "linear", scheme: "viridis", domain: [least, greatest] },
    marks: [Plot.cell(cells, { x: "x", y: "y", fill: "value", ...(facet === null ? {} : { fx: "facet" }) })],
  };
  const label = axisLabel(fill.measure.path, unit.name);
  const legend = shadesBetween(least, greatest, log).map((value, index) => ({
    text: index === 0 ? `${label}: ${value.toPrecision(3)}` : value.toPrecision(3),
    value,
  }));
  return { options, legend };
}

/** Some values from the least to the greatest, to be shown with their colours. */
function shadesBetween(least: number, greatest: number, log: boolean): number[] {
  if (least === greatest) return [least];
  const shares = [0, 0.25, 0.5, 0.75, 1];
  return shares.map((share) => (log ? least * (greatest / least) ** share : least + (greatest - least) * share));
}

function parameter(table: SweepTable, path: string): { readonly parameter: Parameter; readonly column: number } {
  const all = table.head.parameters.map((own, column) => ({ path: own.path, parameter: own, column }));
  return pick(path, all, "parameter");
}

function figure(table: SweepTable, path: string): { readonly measure: Measure; readonly column: number } {
  const all = table.head.measures.map((measure, column) => ({ path: measure.path, measure, column }));
  return pick(path, all, "figure");
}

function shown(own: Parameter, value: ParameterValue): string {
  return value === null ? "-" : formatValue(own, value);
}

/** Times in the largest unit in which the greatest of them is at least 1. */
function unitOf(unit: MeasureUnit | null, greatest: number): { readonly size: number; readonly name: string } {
  if (unit === "per second") return { size: 1, name: "per s" };
  if (unit !== "ns") return { size: 1, name: "" };
  if (greatest >= 1e9) return { size: 1e9, name: "s" };
  if (greatest >= 1e6) return { size: 1e6, name: "ms" };
  return greatest >= 1e3 ? { size: 1e3, name: "µs" } : { size: 1, name: "ns" };
}

function maximum(table: SweepTable, column: number): number {
  let greatest = 0;
  for (let row = 0; row < table.rows; row++) {
    const value = table.figure(row, column);
    if (value > greatest) greatest = value;
  }
  return greatest;
}

function maximumOf(table: SweepTable, column: number): number {
  let greatest = 0;
  for (let row = 0; row < table.rows; row++) {
    const value = table.parameter(row, column);
    if (typeof value === "number" && value > greatest) greatest = value;
  }
  return greatest;
}

function axisLabel(path: string, unit: string): string {
  return unit === "" ? path : `${path} (${unit})`;
}
