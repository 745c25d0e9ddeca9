/** The table of a sweep as text: CSV (RFC 4180) and JSON lines, a line for each point. */
import { csvLine } from "../../result/csv-line.js";
import { digestText, type SweepTable } from "../../sweep/table.js";

export function* csvLines(table: SweepTable): Generator<string> {
  const { parameters, measures } = table.head;
  yield csvLine(["point", "digest", ...[...parameters, ...measures].map(({ path }) => path), "error"]);
  for (let row = 0; row < table.rows; row++) yield csvLine(cells(table, row));
}

export function* jsonLines(table: SweepTable): Generator<string> {
  const { parameters, measures } = table.head;
  const names = ["point", "digest", ...[...parameters, ...measures].map(({ path }) => path), "error"];
  for (let row = 0; row < table.rows; row++) {
    const values = cells(table, row);
    yield `${JSON.stringify(Object.fromEntries(names.map((name, index) => [name, values[index] ?? null])))}\n`;
  }
}

function cells(table: SweepTable, row: number): (string | number | boolean | null)[] {
  const figures = table.head.measures.map((_, column) => {
    const figure = table.figure(row, column);
    return Number.isNaN(figure) ? null : figure;
  });
  const parameters = table.head.parameters.map((_, column) => table.parameter(row, column));
  return [table.point(row), digestText(table, row), ...parameters, ...figures, table.error(row)];
}
