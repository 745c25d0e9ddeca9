/**
 * Which columns of a table a terminal has room for, and how wide each becomes. What gives way, in this
 * order: the gaps, long names, the least important columns. What is left over goes to the bars.
 */
import type { Column, Table } from "./table.js";
import { textWidth } from "./text-width.js";

export interface ShownColumn {
  readonly index: number;
  readonly column: Column;
  readonly width: number;
}

export interface Layout {
  readonly shown: readonly ShownColumn[];
  readonly gap: number;
  /** False where even the columns that must stay are too wide together. */
  readonly fits: boolean;
}

const roomyGap = 2;
const crampedGap = 1;

export function layoutTable(table: Table, width: number): Layout {
  const natural = table.columns.map((column, index) => ({ index, column, width: naturalWidth(table, column, index) }));
  const roomy = { shown: widenForBlocks(natural, roomyGap), gap: roomyGap };
  const grown = { ...roomy, shown: growBars(roomy, width), fits: true };
  if (layoutWidth(roomy) <= width && grown.shown.every(isTelling)) return grown;

  let kept = natural;
  for (;;) {
    const layout = {
      shown: cutNames({ shown: widenForBlocks(kept, crampedGap), gap: crampedGap }, width),
      gap: crampedGap,
    };
    if (layoutWidth(layout) <= width) return { ...layout, shown: growBars(layout, width), fits: true };
    const least = Math.min(...kept.map(({ column }) => column.importance ?? Number.POSITIVE_INFINITY));
    if (least === Number.POSITIVE_INFINITY) return { ...layout, fits: false };
    kept = kept.filter(({ column }) => (column.importance ?? Number.POSITIVE_INFINITY) > least);
  }
}

/** All columns and the gaps between them. */
export function layoutWidth({ shown, gap }: Pick<Layout, "shown" | "gap">): number {
  return shown.reduce((sum, column) => sum + column.width, 0) + gap * Math.max(0, shown.length - 1);
}

/** Neighbouring columns with one heading in common; a column without heading stands alone. */
export function blocksOf(shown: readonly ShownColumn[]): ShownColumn[][] {
  const blocks: ShownColumn[][] = [];
  for (const column of shown) {
    const last = blocks.at(-1);
    const block = column.column.block;
    if (last !== undefined && block !== undefined && last[0]?.column.block === block) last.push(column);
    else blocks.push([column]);
  }
  return blocks;
}

/** Whether a bar is long enough to compare with others; gaps are worth less than that. */
function isTelling({ column, width }: ShownColumn): boolean {
  return column.bar === undefined || width >= column.bar.max / 2;
}

function naturalWidth(table: Table, column: Column, index: number): number {
  if (column.bar !== undefined) return column.bar.min;
  let widest = textWidth(column.title);
  for (const row of table.rows) {
    const cell = row[index] ?? "";
    const text = typeof cell === "string" ? cell : "text" in cell ? cell.text : "";
    widest = Math.max(widest, textWidth(text));
  }
  return widest;
}

/** Makes room for headings that are longer than the columns under them: the last of these is widened. */
function widenForBlocks(shown: readonly ShownColumn[], gap: number): ShownColumn[] {
  return blocksOf(shown).flatMap((block) => {
    const missing = textWidth(block[0]?.column.block ?? "") - layoutWidth({ shown: block, gap });
    if (missing <= 0) return block;
    return block.map((column, index) =>
      index === block.length - 1 ? { ...column, width: column.width + missing } : column,
    );
  });
}

function cutNames(layout: Pick<Layout, "shown" | "gap">, width: number): ShownColumn[] {
  let excess = layoutWidth(layout) - width;
  return layout.shown.map((column) => {
    const given = Math.max(0, Math.min(excess, column.width - (column.column.cutTo ?? column.width)));
    excess -= given;
    return { ...column, width: column.width - given };
  });
}

function growBars(layout: Pick<Layout, "shown" | "gap">, width: number): ShownColumn[] {
  const bars = layout.shown.filter(({ column }) => column.bar !== undefined).length;
  const share = bars === 0 ? 0 : Math.floor((width - layoutWidth(layout)) / bars);
  return layout.shown.map((shown) => {
    const most = shown.column.bar?.max;
    return most === undefined ? shown : { ...shown, width: Math.max(shown.width, Math.min(most, shown.width + share)) };
  });
}
