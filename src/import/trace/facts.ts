/** What was understood of a recording, for people to read. */
import type { Nanoseconds } from "../../engine/types.js";
import type { RecordingFindings } from "../../recording/index.js";
import type { ImportFact } from "../importer.js";
import type { BuiltDocument } from "./build-document.js";
import type { ConvertedRecording } from "./converter.js";

export interface Found {
  readonly findings: RecordingFindings;
  readonly recording: ConvertedRecording;
  readonly built: BuiltDocument;
  /** Of the machine that the workload is for. */
  readonly cpus: number;
}

/** Other events are listed by name as long as they are so few. */
const MAX_OTHER_EVENTS = 8;

const KIND_NAMES: Readonly<Record<NonNullable<RecordingFindings["kind"]>, string>> = {
  ftrace: "the kernel's own text (ftrace)",
  "trace-cmd": "text of trace-cmd report",
  perf: "text of perf script",
  systrace: "systrace",
  perfetto: "Perfetto trace",
  chrome: "Chrome trace events (JSON)",
  schedlab: "a trace of schedlab",
};

export function conversionFacts(found: Found): ImportFact[] {
  const { findings, recording } = found;
  const { counts } = recording;
  const facts: ImportFact[] = [];
  const add = (name: string, value: string | number | null) => {
    if (value !== null && value !== "") facts.push({ name, value });
  };
  add("format", formatOf(findings));
  add("lines", findings.lines || null);
  add("events", list([...counts.events].map(([kind, count]) => `${count} ${kind}`)));
  add("other events", otherEvents(findings));
  add("time span", spanOf(found));
  add("CPUs", `${recording.cpus.length} (${ranges(recording.cpus)}); the workload's machine has ${found.cpus}`);
  add("tasks", tasksOf(found));
  add("CPU time", cpuTimeOf(found));
  add("slices left out", slicesLeftOut(recording));
  add("sleeps", sleepsOf(recording));
  add("needless wake-ups", counts.needlessWakeups > 0 ? `${counts.needlessWakeups} of tasks that were awake` : null);
  add("forks", counts.forks || null);
  return facts;
}

/** Without zeros at its end: `0.119915`. */
export function seconds(ns: Nanoseconds, wholeSeconds = 0): string {
  const whole = Math.floor(ns / 1e9);
  const fraction = String(ns - whole * 1e9).padStart(9, "0");
  return `${whole + wholeSeconds}.${fraction}`.replace(/\.?0+$/, "");
}

function formatOf({ kind, wrappings }: RecordingFindings): string {
  const name = kind === null ? "unknown" : KIND_NAMES[kind];
  return wrappings.length === 0 ? name : `${name}, in ${wrappings.join(" in ")}`;
}

function otherEvents({ otherEvents }: RecordingFindings): string {
  const sorted = [...otherEvents].sort(([, a], [, b]) => b - a);
  const shown = sorted.slice(0, MAX_OTHER_EVENTS).map(([name, count]) => `${count} ${name}`);
  const more = sorted.length - shown.length;
  return list(more > 0 ? [...shown, `and ${more} more kinds`] : shown);
}

function spanOf({ findings, recording }: Found): string {
  const { beginNs, endNs } = recording;
  const { firstNs, lastNs, originSeconds } = findings;
  const clock = (ns: Nanoseconds) => seconds(ns, originSeconds);
  const own = `${seconds(endNs - beginNs)} s (${clock(beginNs)} to ${clock(endNs)})`;
  const whole = firstNs === null || lastNs === null || (firstNs === beginNs && lastNs === endNs);
  return whole ? own : `${own}, a window of ${seconds(lastNs - firstNs)} s`;
}

function tasksOf({ recording, built }: Found): string {
  const parts = [`${built.taken.length} in the workload`];
  if (built.leftOut > 0) parts.push(`${built.leftOut} not wanted`);
  if (built.inactive > 0) parts.push(`${built.inactive} never seen to do anything`);
  return `${recording.tasks.length}: ${list(parts)}`;
}

function cpuTimeOf({ recording, built }: Found): string {
  const { completeSlices, cutByWindow } = recording.counts;
  const total = (tasks: readonly { readonly runNs: Nanoseconds }[]) => tasks.reduce((sum, { runNs }) => sum + runNs, 0);
  const all = total(recording.tasks);
  const own = total(built.taken);
  const slices = `${completeSlices} complete slices${cutByWindow > 0 ? ` and ${cutByWindow} cut by the window` : ""}`;
  const wanted = own === all ? "" : `; ${seconds(own)} s of it in the workload`;
  return `${seconds(all)} s in ${slices}${wanted}`;
}

function slicesLeftOut({ counts }: ConvertedRecording): string {
  return list(
    [
      [counts.clippedFirst, "going on when the recording began"],
      [counts.clippedLast, "going on when it ended"],
      [counts.slicesWithoutBegin, "without begin"],
      [counts.slicesWithoutEnd, "without end"],
      [counts.backwardSlices, "that go back in time"],
    ].flatMap(([count, what]) => (count === 0 ? [] : [`${count} ${what}`])),
  );
}

function sleepsOf({ counts }: ConvertedRecording): string {
  return list(
    [
      [counts.causes, "ended by another task (messages)"],
      [counts.timedSleeps, "by a timer or interrupt"],
      [counts.sleepsWithoutWakeup, "without a recorded wake-up"],
      [counts.unfinishedSleeps, "unfinished"],
    ].flatMap(([count, what]) => (count === 0 ? [] : [`${count} ${what}`])),
  );
}

function list(items: readonly string[]): string {
  return items.join(", ");
}

/** `0-3, 6`. */
function ranges(cpus: readonly number[]): string {
  const parts: string[] = [];
  for (let at = 0; at < cpus.length; ) {
    const first = cpus[at] ?? 0;
    let last = first;
    for (at += 1; cpus[at] === last + 1; at += 1) last += 1;
    parts.push(first === last ? `${first}` : `${first}-${last}`);
  }
  return parts.length === 0 ? "none recorded" : parts.join(", ");
}
