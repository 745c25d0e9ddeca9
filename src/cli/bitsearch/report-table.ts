/** How the bit-search lab's figures are printed: a ranked table for each input, and the winners. */
import type {
  BitsearchFigure,
  BitsearchInputReport,
  BitsearchMeasure,
  BitsearchReport,
  BitsearchVariant,
} from "../../bitsearch/index.js";
import { formatSpan } from "../quantities.js";
import { type Cell, type Column, renderTable, type Table } from "../table.js";
import type { Colours } from "../terminal.js";
import { wrapText } from "../text-width.js";

const titles: Readonly<Record<BitsearchMeasure, string>> = {
  throughput: "throughput",
  latency: "latency",
  update: "insert+remove",
};

export function bitsearchLines(report: BitsearchReport, width: number, colours: Colours): string[] {
  const lines = [...heading(report).flatMap((line) => wrapText(line, width))];
  for (const input of report.inputs) {
    lines.push("", ...wrapText(`${input.name}: ${input.about}`, width).map((line) => colours.bold(line)));
    lines.push(...renderTable(inputTable(report, input, colours), width, colours));
    for (const { measure, winners } of input.rankings) lines.push(...winnerLines(titles[measure], winners, width));
  }
  if (report.inputs.length > 1) {
    lines.push("", colours.bold("over all inputs together"));
    for (const { measure, winners } of report.overall) lines.push(...winnerLines(titles[measure], winners, width));
  }
  lines.push("", ...footnotes(report).flatMap((line) => wrapText(line, width)));
  return lines;
}

/** `--list` */
export function variantLines(
  variants: readonly BitsearchVariant[],
  inputs: readonly string[],
  bits: number,
  width: number,
): string[] {
  const widest = Math.max(...variants.map(({ id }) => id.length));
  const line = (id: string, text: string) =>
    wrapText(text, width - widest - 2).map((part, index) => `${(index === 0 ? id : "").padEnd(widest)}  ${part}`);
  return [
    ...variants.flatMap(({ id, idea, source }) => line(id, `${idea} (${source})`)),
    "",
    ...wrapText(`inputs with ${bits} lists: ${inputs.join(", ")}`, width),
  ];
}

function heading({ bits, environment, method, noise }: BitsearchReport): string[] {
  const { engine, v8, cpu, logicalCpus } = environment;
  const machine = [
    cpu ?? "unknown CPU",
    ...(logicalCpus === null ? [] : [`${logicalCpus} CPUs`]),
    engine,
    ...(v8 === null ? [] : [`V8 ${v8}`]),
  ];
  const unsafe = noise.rankingIsSafe ? "" : ": the ranking is unsafe, take it again on a quieter machine";
  return [
    machine.join(" · "),
    `${bits} lists · ${method.rounds} rounds · ${formatSpan(method.timeNs)} each · ns by ${method.clock} time · ` +
      `${noise.inWords}${unsafe}`,
  ];
}

interface Row {
  readonly variant: string;
  readonly figures: ReadonlyMap<BitsearchMeasure, BitsearchFigure>;
}

function inputTable(report: BitsearchReport, input: BitsearchInputReport, colours: Colours): Table {
  const shown = input.rankings.map(({ measure }) => measure);
  const sortedBy = shown[0] ?? "throughput";
  const rows = report.variants.map(({ id }): Row => {
    const own = input.figures.filter(({ variant }) => variant === id);
    return { variant: id, figures: new Map(own.map((figure) => [figure.measure, figure])) };
  });
  const least = (row: Row) => row.figures.get(sortedBy)?.ns?.min ?? Number.POSITIVE_INFINITY;
  rows.sort((a, b) => least(a) - least(b));
  // One that takes ten times as long as the others would leave them no bars.
  const longest = 16 * Math.min(...rows.map((row) => Math.max(row.figures.get(sortedBy)?.overEmptyNs ?? 1, 0.25)));
  return {
    columns: [
      { title: "variant" },
      ...shown.flatMap((measure): Column[] => [
        { title: "#", align: "right", block: titles[measure] },
        { title: "ns", align: "right", block: titles[measure] },
        { title: "over", align: "right", block: titles[measure] },
        ...(measure === sortedBy
          ? [{ title: "", bar: { min: 5, max: 30 }, block: titles[measure], importance: 1 }]
          : []),
      ]),
    ],
    rows: rows.map((row) => [
      nameCell(report, row.variant, colours),
      ...shown.flatMap((measure): Cell[] => {
        const figure = row.figures.get(measure);
        const over = figure?.overEmptyNs ?? null;
        const bar: Cell[] =
          measure === sortedBy ? [{ bar: Math.max(0, over ?? 0) / longest, paint: colours.cyan }] : [];
        const rank = rankOf(input, measure, row.variant);
        const ns = figure?.ns == null ? "withheld" : nanoseconds(figure.ns.min);
        return [rank, ns, over === null ? "" : nanoseconds(over), ...bar];
      }),
    ]),
  };
}

function nameCell({ variants }: BitsearchReport, id: string, colours: Colours): Cell {
  const variant = variants.find((one) => one.id === id);
  if (variant?.isControl) return { text: id, paint: colours.dim };
  if (variant?.correct === false) return { text: `${id} (wrong)`, paint: colours.red };
  return id;
}

/** `3`, or `3=` where it is shared; nothing for those that are not ranked. */
function rankOf(input: BitsearchInputReport, measure: BitsearchMeasure, id: string): string {
  const ranks = input.rankings.find((ranking) => ranking.measure === measure)?.ranks ?? [];
  const own = ranks.find(({ variant }) => variant === id);
  if (own === undefined) return "";
  return `${own.rank}${ranks.filter(({ rank }) => rank === own.rank).length > 1 ? "=" : ""}`;
}

function winnerLines(what: string, winners: readonly string[], width: number): string[] {
  const tie = winners.length > 1 ? " (a tie)" : "";
  return wrapText(`fastest, ${what}: ${winners.join(", ") || "none"}${tie}`, width);
}

function footnotes({ check, variants, notes }: BitsearchReport): string[] {
  const wrong = check.variants.filter(({ correct }) => !correct);
  return [
    ...wrong.map(({ variant, known }) => `${variant} is wrong${known === null ? "" : `: ${known.inWords}`}`),
    ...(variants.some(({ id }) => id === "cached-min")
      ? ["cached-min remembers its answer: it is ranked only where its inserts and removes count"]
      : []),
    ...notes,
    "over: over the empty loop · #: rank, = shared by those who cannot be told apart",
  ];
}

/** A little less than nothing is nothing. */
function nanoseconds(ns: number): string {
  return ns.toFixed(Math.abs(ns) < 100 ? 2 : 0).replace(/^-0\.00$/, "0.00");
}
