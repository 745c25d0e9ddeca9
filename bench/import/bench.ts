/** How fast are recordings read, in every shape, and how much memory does that take for files of any length? */
import { spawnSync } from "node:child_process";
import { RecordingReader } from "../../src/index.js";
import { type Contender, compete, roundsOr, spreadOf, timed } from "../harness/measure.js";
import { fixed, printTable } from "../harness/table.js";
import { type Shape, shapes, trace } from "./traces.js";

const MEGABYTE = 1e6;
const LENGTH = 33 * MEGABYTE;

interface Report {
  readonly megabytes: number;
  readonly events: number;
  readonly peakRssBytes: number;
}

/** The first one shows what everything takes without a file worth mentioning. */
const lengths = [0.1, 33, 300];

/** Before anything else: a child's peak is at least that of the process that starts it. */
function peak(shape: Shape, length: number): Report {
  const args = ["build/bench/import-child.mjs", shape, String(length * MEGABYTE)];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
  if (status !== 0) throw new Error(`${shape}, ${length} MB: ${stderr}`);
  return JSON.parse(stdout);
}

const measured = (["ftrace", "Perfetto, plain"] as const).flatMap((shape) =>
  lengths.map((length) => {
    const reports = Array.from({ length: roundsOr(3) }, () => peak(shape, length));
    return { shape, report: reports[0]!, peak: spreadOf(reports.map(({ peakRssBytes }) => peakRssBytes)).median };
  }),
);

const events = new Map<string, number>();
const megabytes = new Map<string, number>();

function reading(shape: Shape): Contender {
  const pieces = [...trace(shape, LENGTH)];
  const stored = pieces.reduce((sum, { length }) => sum + length, 0) / MEGABYTE;
  const total = shape === "ftrace, gzip" ? LENGTH / MEGABYTE : stored;
  megabytes.set(shape, total);
  return {
    name: shape,
    sample: () =>
      timed(() => {
        const reader = new RecordingReader();
        let read = 0;
        for (const piece of pieces) read += reader.push(piece).length;
        read += reader.end().length;
        events.set(shape, read);
        return total;
      }),
  };
}

/** What any reader of text must do: look at each byte once. */
function newlines(): Contender {
  const name = "newlines alone";
  const pieces = [...trace("ftrace", LENGTH)];
  const total = pieces.reduce((sum, { length }) => sum + length, 0) / MEGABYTE;
  megabytes.set(name, total);
  return {
    name,
    sample: () =>
      timed(() => {
        let lines = 0;
        for (const piece of pieces) for (const byte of piece) if (byte === 10) lines++;
        events.set(name, lines);
        return total;
      }),
  };
}

const figures = await compete([newlines(), ...shapes.map(reading)], roundsOr(5));
const reference = figures[0]!;

printTable({
  title: "Import: MB/s for 33 MB in each shape, on one CPU",
  columns: ["shape", "MB", "events", "CPU max", "CPU median", "wall max", "x newlines", "spread"],
  rows: figures.map((figure) => [
    figure.name,
    fixed(megabytes.get(figure.name) ?? 0),
    String(events.get(figure.name) ?? 0),
    fixed(1e9 / figure.cpu.min),
    fixed(1e9 / figure.cpu.median),
    fixed(1e9 / figure.wall.min),
    fixed(figure.cpu.min / reference.cpu.min),
    figure.noise,
  ]),
  notes: [
    "newlines alone: a loop over the bytes of the ftrace text that counts lines, given as its events.",
    "Of gzip the bytes of the text count.",
    "Target: 40 MB/s of CPU time for text.",
  ],
});

printTable({
  title: "Import: peak RSS of a process that reads a stream and drops the events",
  columns: ["shape", "MB", "events", "peak RSS MB"],
  rows: measured.map(({ shape, report, peak: bytes }) => [
    shape,
    fixed(report.megabytes),
    String(report.events),
    fixed(bytes / MEGABYTE),
  ]),
  notes: ["The process makes the trace piece by piece while it reads; from 33 MB on the window of the order is full."],
});
