/** A timeline as text: a row for each CPU and for the busiest tasks, time from left to right. */
import type { Nanoseconds, TaskId } from "../engine/types.js";
import type { Timeline, TimelineRow } from "./timeline.js";

/** The parts of the picture, for those who colour it. */
export type TimelinePart = "axis" | "cpu" | "task" | "others" | "bar" | "share";

export interface TimelineTextOptions {
  /** Columns of the whole picture; at least 40 are used. Default 80. */
  readonly width?: number;
  /** Rows for tasks at most, the row for all others included. Default 16. */
  readonly rows?: number;
  /** Blocks that grow with the share, or plain characters that darken. Default "unicode". */
  readonly characters?: "unicode" | "ascii";
  readonly taskName: (pid: TaskId) => string;
  /** Colours one part of a line; must not change the text's width. */
  readonly paint?: (text: string, part: TimelinePart) => string;
  /** Cuts or fills a name to a number of columns; the default counts every character as one. */
  readonly fit?: (text: string, width: number) => string;
}

/** Nothing, then eight levels of how much of a bucket somebody ran. */
const levels = { unicode: " ▁▂▃▄▅▆▇█", ascii: " .:-=+*#@" };

/** With more CPUs than this they share one row. */
const maxCpuRows = 8;
const minimumWidth = 40;
const maximumNameWidth = 24;
/** `  100.0 %` */
const shareWidth = 9;

interface Line {
  readonly name: string;
  readonly part: TimelinePart;
  readonly row: TimelineRow;
  /** How many CPUs a full bar stands for. */
  readonly full: number;
}

/**
 * The picture, lines joined by newlines, none at the end. A task's bar and percentage are shares of
 * one CPU (the row of all others can exceed it), a CPU's are how busy it was.
 */
export function formatTimeline(timeline: Timeline, options: TimelineTextOptions): string {
  const paint = options.paint ?? ((text: string) => text);
  const fitName = options.fit ?? fitCharacters;
  const lines = [...cpuLines(timeline), ...taskLines(timeline, options)];
  const longestName = Math.max(...lines.map((line) => [...line.name].length), 1);
  const nameWidth = Math.min(longestName, maximumNameWidth);
  const columns = Math.max(options.width ?? 80, minimumWidth) - nameWidth - 1 - shareWidth;
  const characters = [...levels[options.characters ?? "unicode"]];

  const text = lines.map(({ name, part, row, full }) => {
    const bar = columnShares(row, timeline, columns).map((share) => characters[level(share / full)] ?? " ");
    const share = timeline.durationNs === 0 ? 0 : row.cpuTimeNs / timeline.durationNs / full;
    const percentage = `${(share * 100).toFixed(1)} %`.padStart(shareWidth);
    return `${paint(fitName(name, nameWidth), part)} ${paint(bar.join(""), "bar")}${paint(percentage, "share")}`;
  });
  const end = formatSpan(timeline.durationNs);
  const axis = `${" ".repeat(nameWidth + 1)}${"0".padEnd(columns - end.length)}${end}`;
  return [paint(axis, "axis"), ...text].join("\n");
}

function cpuLines(timeline: Timeline): Line[] {
  const { cpus } = timeline;
  if (cpus.length <= maxCpuRows) {
    return cpus.map((row, cpu) => ({ name: `CPU ${cpu}`, part: "cpu", row, full: 1 }));
  }
  return [{ name: `${cpus.length} CPUs`, part: "cpu", row: together(cpus, timeline), full: cpus.length }];
}

function taskLines(timeline: Timeline, options: TimelineTextOptions): Line[] {
  const rows = Math.max(1, options.rows ?? 16);
  const { tasks, rest } = timeline;
  const own = tasks.length + (rest.count > 0 ? 1 : 0) <= rows ? tasks.length : rows - 1;
  const lines: Line[] = tasks.slice(0, own).map((row) => {
    return { name: printable(options.taskName(row.pid)), part: "task", row, full: 1 };
  });
  const others = tasks.slice(own);
  const count = others.length + rest.count;
  if (count > 0) {
    const row = together([...others, rest], timeline);
    lines.push({ name: count === 1 ? "1 other" : `${count} others`, part: "others", row, full: 1 });
  }
  return lines;
}

function together(rows: readonly TimelineRow[], timeline: Timeline): TimelineRow {
  const busyNs = new Float64Array(timeline.buckets);
  let cpuTimeNs = 0;
  for (const row of rows) {
    cpuTimeNs += row.cpuTimeNs;
    for (let bucket = 0; bucket < busyNs.length; bucket += 1) {
      busyNs[bucket] = (busyNs[bucket] ?? 0) + (row.busyNs[bucket] ?? 0);
    }
  }
  return { cpuTimeNs, busyNs };
}

/** The share of each column's time; a bucket that two columns cut counts for both by its parts. */
function columnShares(row: TimelineRow, timeline: Timeline, columns: number): number[] {
  const bucketNs = timeline.durationNs / timeline.buckets;
  const bucketsPerColumn = timeline.buckets / columns;
  return Array.from({ length: columns }, (_, column) => {
    const from = column * bucketsPerColumn;
    const to = from + bucketsPerColumn;
    let busyNs = 0;
    for (let bucket = Math.floor(from); bucket < Math.min(to, timeline.buckets); bucket += 1) {
      const covered = Math.min(to, bucket + 1) - Math.max(from, bucket);
      busyNs += (row.busyNs[bucket] ?? 0) * covered;
    }
    return bucketNs === 0 ? 0 : busyNs / (bucketNs * bucketsPerColumn);
  });
}

/** Anything above 0 shows, and only what is full looks full. */
function level(share: number): number {
  // What rounding leaves behind is nothing.
  if (share < 1e-9) return 0;
  if (share > 0.999) return 8;
  return Math.min(7, Math.max(1, Math.round(share * 8)));
}

const units: readonly (readonly [name: string, ns: number])[] = [
  ["s", 1e9],
  ["ms", 1e6],
  ["µs", 1e3],
  ["ns", 1],
];

function formatSpan(spanNs: Nanoseconds): string {
  const [unit, size] = units.find(([, ns]) => spanNs >= ns) ?? ["ns", 1];
  return `${Number((spanNs / size).toFixed(3))} ${unit}`;
}

/** Names come from files: what could steer the terminal is replaced. */
function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "\uFFFD");
}

function fitCharacters(text: string, width: number): string {
  const characters = [...text];
  if (characters.length > width) return `${characters.slice(0, width - 1).join("")}…`;
  return text + " ".repeat(width - characters.length);
}
