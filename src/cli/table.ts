/**
 * A plain table that fits its terminal (see table-layout.ts). No lines but one under the head, so that
 * it also reads well in a mail.
 */
import { horizontalBar } from "./bar.js";
import { blocksOf, type Layout, layoutTable, layoutWidth, type ShownColumn } from "./table-layout.js";
import type { Colours } from "./terminal.js";
import { cutText, padText } from "./text-width.js";

export interface Column {
  readonly title: string;
  /** Neighbours with the same block have it as a common heading. */
  readonly block?: string;
  readonly align?: "left" | "right";
  /** Where the table is too wide, columns go in ascending order of this; without it they stay. */
  readonly importance?: number;
  /** A column of bars, as wide as there is room for; else of texts. */
  readonly bar?: { readonly min: number; readonly max: number };
  /** May be cut to this many columns where the table is too wide. */
  readonly cutTo?: number;
}

export type Paint = (text: string) => string;
export type Cell =
  | string
  | { readonly text: string; readonly paint?: Paint | undefined }
  /** A share of 1, drawn. */
  | { readonly bar: number; readonly paint?: Paint | undefined };

export interface Table {
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly Cell[])[];
}

/** The lines of the table, without newlines at their ends. */
export function renderTable(table: Table, width: number, colours: Colours): string[] {
  const layout = layoutTable(table, width);
  const lines: string[] = [];
  const headings = headingLine(layout);
  if (headings !== null) lines.push(colours.bold(headings));
  lines.push(colours.dim(join(layout, ({ column, width: own }) => pad(column.title, own, column))));
  lines.push(colours.dim("─".repeat(layoutWidth(layout))));
  for (const row of table.rows) lines.push(join(layout, (shown) => renderCell(row[shown.index] ?? "", shown)));
  return lines;
}

/** Whether the columns that must stay fit. */
export function tableFits(table: Table, width: number): boolean {
  return layoutTable(table, width).fits;
}

/** The titles of the columns that there was no room for. */
export function columnsLeftOut(table: Table, width: number): string[] {
  const shown = new Set(layoutTable(table, width).shown.map(({ index }) => index));
  const titles = table.columns
    .filter((column, index) => !shown.has(index) && column.bar === undefined)
    .map(({ title }) => title);
  return [...new Set(titles)];
}

function join(layout: Layout, cell: (shown: ShownColumn) => string): string {
  return layout.shown.map(cell).join(" ".repeat(layout.gap)).trimEnd();
}

function pad(text: string, width: number, column: Column): string {
  return padText(cutText(text, width), width, column.align ?? "left");
}

function renderCell(cell: Cell, { column, width }: ShownColumn): string {
  if (typeof cell === "string") return pad(cell, width, column);
  const text = "bar" in cell ? padText(horizontalBar(cell.bar, width), width, "left") : pad(cell.text, width, column);
  return cell.paint === undefined ? text : cell.paint(text);
}

/** The headings over blocks of columns; null where no column has one. */
function headingLine(layout: Layout): string | null {
  if (layout.shown.every(({ column }) => column.block === undefined)) return null;
  return blocksOf(layout.shown)
    .map((block) => {
      const width = layoutWidth({ shown: block, gap: layout.gap });
      return padText(cutText(block[0]?.column.block ?? "", width), width, "left");
    })
    .join(" ".repeat(layout.gap))
    .trimEnd();
}
