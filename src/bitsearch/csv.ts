/** The figures as CSV: a line for each variant on each input in each loop. Numbers are plain, texts need no quotes. */
import type { BitsearchReport } from "./report.js";

const columns = [
  "bits",
  "input",
  "measure",
  "rank",
  "variant",
  "language",
  "correct",
  "ns_min",
  "ns_median",
  "ns_spread",
  "wall_ns_min",
  "over_empty_ns",
  "units",
  "withheld",
] as const;

export function bitsearchCsv(report: BitsearchReport): string {
  const variants = new Map(report.variants.map((variant) => [variant.id, variant]));
  const lines = [columns.join(",")];
  for (const { name, figures, rankings } of report.inputs) {
    for (const { variant, measure, ns, wallNs, overEmptyNs, units, withheld } of figures) {
      const ranking = rankings.find((one) => one.measure === measure);
      const cells = [
        report.bits,
        name,
        measure,
        ranking?.ranks.find((one) => one.variant === variant)?.rank,
        variant,
        variants.get(variant)?.language,
        variants.get(variant)?.correct,
        ns?.min,
        ns?.median,
        ns?.spread,
        wallNs?.min,
        overEmptyNs,
        units,
        withheld,
      ];
      lines.push(cells.map((cell) => cell ?? "").join(","));
    }
  }
  return `${lines.join("\n")}\n`;
}
