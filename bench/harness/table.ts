/** One table on standard output, in plain text: names to the left, figures to the right. */
import type { Figures } from "./measure.js";

export interface Table {
  readonly title: string;
  readonly columns: readonly string[];
  /** The first cell of a row is its name, and words (the last column) stand to the left too. */
  readonly rows: readonly (readonly string[])[];
  readonly notes?: readonly string[];
}

export function printTable({ title, columns, rows, notes = [] }: Table): void {
  const widths = columns.map((column, index) =>
    Math.max(column.length, ...rows.map((row) => (row[index] ?? "").length)),
  );
  const last = columns.length - 1;
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, index) =>
        index === 0 || index === last ? cell.padEnd(widths[index]!) : cell.padStart(widths[index]!),
      )
      .join("  ")
      .trimEnd();
  console.log(`\n${title}\n`);
  console.log(line(columns));
  console.log(widths.map((width) => "-".repeat(width)).join("  "));
  for (const row of rows) console.log(line(row));
  if (notes.length > 0) console.log(`\n${notes.join("\n")}`);
}

export const timeColumns = ["CPU min", "CPU median", "wall min", "wall median"];

/** The cells for `timeColumns`, ns for one unit. */
export function timeCells({ cpu, wall }: Figures): string[] {
  return [cpu.min, cpu.median, wall.min, wall.median].map(fixed);
}

/** Three digits that count, more or less. */
export function fixed(value: number): string {
  return value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0);
}

/** How many times the reference: the CPU time of the best rounds. */
export function ratio(figures: Figures, reference: Figures): string {
  return (figures.cpu.min / reference.cpu.min).toFixed(2);
}
