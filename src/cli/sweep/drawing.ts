/** Draws without a browser: in a document that linkedom makes. */
import { parseHTML } from "linkedom";
import { type PlotRequest, plotSweep } from "../../sweep/plot.js";
import type { SweepTable } from "../../sweep/table.js";

/** The picture as the text of an SVG file. */
export function drawSvg(table: SweepTable, request: PlotRequest): string {
  const { document } = parseHTML("<!doctype html><html><head></head><body></body></html>");
  return `${plotSweep(table, request, document as unknown as Document).toString()}\n`;
}
