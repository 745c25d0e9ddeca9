/** How true an imported trace is, as a table. */
import type { Compared, FidelityFigures, FidelityReport, SpanFigures } from "../fidelity.js";
import { formatExactCount, formatExactSpan, formatSpan, plural } from "./quantities.js";
import { type Cell, type Column, renderTable } from "./table.js";
import type { Colours } from "./terminal.js";

/** Tasks that get a row; the others are in the total. */
const MOST_ROWS = 20;

const right = { align: "right" } as const;
const columns: readonly Column[] = [
  { title: "task", cutTo: 12 },
  { title: "CPU time", ...right },
  { title: "missing", ...right },
  { title: "rec.", block: "slices", ...right },
  { title: "sim.", block: "slices", ...right },
  { title: "rec.", block: "slice p50", importance: 6, ...right },
  { title: "sim.", block: "slice p50", importance: 6, ...right },
  { title: "rec.", block: "slice p90", importance: 4, ...right },
  { title: "sim.", block: "slice p90", importance: 4, ...right },
  { title: "rec.", block: "longest", importance: 3, ...right },
  { title: "sim.", block: "longest", importance: 3, ...right },
  { title: "rec.", block: "latency p50", importance: 2, ...right },
  { title: "sim.", block: "latency p50", importance: 2, ...right },
  { title: "rec.", block: "latency p90", importance: 5, ...right },
  { title: "sim.", block: "latency p90", importance: 5, ...right },
];

export interface FidelityView {
  readonly width: number;
  readonly colours: Colours;
}

export function fidelityLines(report: FidelityReport, { width, colours }: FidelityView): string[] {
  const { workload, scheduler, cpus, recordedNs, doneNs, tasks, exactTasks, total, sleeps } = report;
  const shown = tasks.slice(0, MOST_ROWS);
  const rows = shown.map((task) => row(task.name, task));
  rows.push(row(tasks.length > shown.length ? `all ${tasks.length}` : "all", total));
  const missingNs = total.runNs.recorded - total.runNs.simulated;
  return [
    `${colours.bold(`${workload} as recorded, and simulated again under ${scheduler}`)} · ${plural(cpus, "CPU")}`,
    "",
    ...renderTable({ columns, rows }, width, colours),
    "",
    missingNs === 0 && exactTasks === tasks.length
      ? `CPU time: exact, all ${plural(tasks.length, "task")} to the nanosecond`
      : `CPU time: ${exactTasks} of ${plural(tasks.length, "task")} exact, ${formatSpan(missingNs)} missing in all`,
    doneNs === null
      ? "end: some tasks were not done long after the recorded time: what is missing would have come later"
      : `end: all done after ${formatExactSpan(doneNs)} (recorded: ${formatExactSpan(recordedNs)})`,
    sleepsLine(sleeps),
    "rec.: as recorded, in slices with both ends · sim.: as simulated",
  ];
}

function sleepsLine({ byTasks, timed, withoutWakeup }: FidelityReport["sleeps"]): string {
  const kept = `${formatExactCount(byTasks)} ended by another task, and still are`;
  const interrupts = `${formatExactCount(timed)} by a timer or interrupt, now timed`;
  return `sleeps: ${kept}; ${interrupts}; ${formatExactCount(withoutWakeup)} without a recorded wake-up`;
}

function row(name: string, { runNs, sliceNs, wakeupLatencyNs }: FidelityFigures): Cell[] {
  const missing = runNs.recorded - runNs.simulated;
  const both = (spans: Compared<SpanFigures>, figure: "p50" | "p90" | "max") => [
    span(spans.recorded[figure]),
    span(spans.simulated[figure]),
  ];
  return [
    name,
    formatSpan(runNs.recorded),
    missing === 0 ? "0" : formatSpan(missing),
    formatExactCount(sliceNs.recorded.count),
    formatExactCount(sliceNs.simulated.count),
    ...both(sliceNs, "p50"),
    ...both(sliceNs, "p90"),
    ...both(sliceNs, "max"),
    ...both(wakeupLatencyNs, "p50"),
    ...both(wakeupLatencyNs, "p90"),
  ];
}

function span(ns: number | null): string {
  return ns === null ? "" : formatSpan(ns);
}
