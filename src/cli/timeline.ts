/** The picture of who ran when, in the colours of the terminal. */
import { formatTimeline, type Timeline, type TimelinePart } from "../trace/index.js";
import type { View } from "./result-table.js";
import type { Paint } from "./table.js";
import { cutText, padText } from "./text-width.js";

/** Rows for tasks; the others share one. */
const mostRows = 16;

export function timelineLines(
  scheduler: string,
  timeline: Timeline,
  taskName: (pid: number) => string,
  { width, colours }: View,
): string[] {
  const plain: Paint = (text) => text;
  const paints: Readonly<Record<TimelinePart, Paint>> = {
    axis: colours.dim,
    cpu: colours.bold,
    task: plain,
    others: colours.dim,
    bar: colours.cyan,
    share: plain,
  };
  const text = formatTimeline(timeline, {
    width,
    rows: mostRows,
    taskName,
    paint: (part, kind) => paints[kind](part),
    fit: (name, columns) => padText(cutText(name, columns), columns, "left"),
  });
  return [colours.bold(`${scheduler}: who ran when`), ...text.split("\n")];
}
