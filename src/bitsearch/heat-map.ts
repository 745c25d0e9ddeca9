/** A heat map of variants × inputs as SVG: what a search costs over the empty loop, on a logarithmic scale. */
import type { BitsearchReport, Figure, Measure } from "./report.js";

const cell = { width: 78, height: 20 };
const left = 150;
const top = 84;
const gapBetweenMaps = 36;
const foot = 34;

/** Colours from cheap to dear: light to dark, readable without colour vision too. */
const scale = ["#f7fbff", "#deebf7", "#c6dbef", "#9ecae1", "#6baed6", "#4292c6", "#2171b5", "#08519c", "#08306b"];
const darkFrom = 5;
/** ns over the empty loop at which each next colour begins. */
const steps = [0.25, 0.5, 1, 2, 4, 8, 16, 32];

const titles: Readonly<Record<Measure, string>> = {
  throughput: "search, throughput",
  latency: "search, latency",
  update: "insert and remove",
};

export function bitsearchHeatMap(report: BitsearchReport): string {
  const measures = report.overall.map(({ measure }) => measure);
  const variants = report.variants.filter(({ isControl }) => !isControl).map(({ id }) => id);
  const mapHeight = top + variants.length * cell.height;
  const width = left + report.inputs.length * cell.width + 20;
  const height = measures.length * (mapHeight + gapBetweenMaps) + foot;
  const { cpu, engine } = report.environment;
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"`,
    ` font-family="system-ui, sans-serif" font-size="11">`,
    "<title>Cost of finding the first bit, by variant and input</title>",
    `<rect width="100%" height="100%" fill="#fff"/>`,
    ...measures.map((measure, index) => oneMap(report, measure, variants, index * (mapHeight + gapBetweenMaps))),
    text(10, height - 18, `${report.bits} lists · ns over the empty loop · bold: fastest, or not to be told from it`),
    text(10, height - 4, [cpu, engine, report.noise.inWords].filter((part) => part !== null).join(" · ")),
    "</svg>\n",
  ];
  return parts.join("");
}

function oneMap(report: BitsearchReport, measure: Measure, variants: readonly string[], y: number): string {
  const parts = [text(10, y + 22, titles[measure], 'font-size="14" font-weight="600"')];
  report.inputs.forEach(({ name, figures, rankings }, column) => {
    const x = left + column * cell.width;
    const winners = rankings.find((ranking) => ranking.measure === measure)?.winners ?? [];
    parts.push(text(x + 4, y + top - 6, name, `transform="rotate(-30 ${x + 4} ${y + top - 6})"`));
    variants.forEach((variant, row) => {
      const figure = figures.find((one) => one.variant === variant && one.measure === measure);
      parts.push(oneCell(figure, x, y + top + row * cell.height, winners.includes(variant)));
    });
  });
  variants.forEach((variant, row) => {
    const wrong = report.variants.some(({ id, correct }) => id === variant && !correct);
    const label = wrong ? `${variant} (wrong)` : variant;
    parts.push(text(left - 8, y + top + row * cell.height + 14, label, 'text-anchor="end"'));
  });
  return parts.join("");
}

function oneCell(figure: Figure | undefined, x: number, y: number, wins: boolean): string {
  const over = figure?.overEmptyNs ?? null;
  const shade = over === null ? -1 : steps.filter((step) => over >= step).length;
  const fill = scale[shade] ?? "#eee";
  const label = figure === undefined ? "" : over === null ? "withheld" : nanoseconds(over);
  const ink = shade >= darkFrom ? "#fff" : over === null ? "#888" : "#111";
  const weight = wins ? ' font-weight="700"' : "";
  const box = `<rect x="${x}" y="${y}" width="${cell.width - 2}" height="${cell.height - 2}" fill="${fill}"/>`;
  return `${box}${text(x + cell.width - 8, y + 13, label, `text-anchor="end" fill="${ink}"${weight}`)}`;
}

/** A little less than nothing is nothing. */
function nanoseconds(ns: number): string {
  return ns.toFixed(ns < 10 ? 2 : ns < 100 ? 1 : 0).replace(/^-0\.00$/, "0.00");
}

function text(x: number, y: number, content: string, attributes = ""): string {
  const escaped = content.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
  return `<text x="${x}" y="${y}"${attributes === "" ? "" : ` ${attributes}`}>${escaped}</text>`;
}
