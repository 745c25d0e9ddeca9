/** The tables of docs/compare.md: which figures of a run stand in them, and which published ones beside those. */
import type { SimulationResult, TaskResult } from "../../../src/result/index.js";
import * as published from "./published.js";

/** A row is a scheduler; `runs` has its result for each of the commands, in their order. */
export interface Column {
  readonly title: string;
  readonly cell: (runs: readonly SimulationResult[]) => string;
}

function column(title: string, cell: (first: SimulationResult, second: SimulationResult) => string): Column {
  return { title, cell: ([first, second]) => cell(first!, second ?? first!) };
}

function beside(title: string, figures: published.Published): Column {
  return column(title, ({ scheduler }) => figures[scheduler] ?? "");
}

/** Share of one CPU that all tasks of a name had together, in per cent. */
function share(result: SimulationResult, name: string): string {
  const group = result.groups.find((candidate) => candidate.name === name);
  if (group === undefined) throw new Error(`${result.workload}: no task ${name}`);
  return percent(group.totalShare);
}

function percent(share: number): string {
  return (share * 100).toFixed(1);
}

function milliseconds(ns: number): string {
  return Math.round(ns / 1e6).toString();
}

function tasksOf(result: SimulationResult, name: string): TaskResult[] {
  return result.tasks.filter(({ group }) => group === name);
}

/** A loop of massive_intr is run and sleep; so many sleeps are over. Most first. */
function loops(result: SimulationResult): number[] {
  return tasksOf(result, "intr")
    .map(({ wakeups }) => wakeups)
    .sort((left, right) => right - left);
}

function busiest(result: SimulationResult, count: number): string {
  const times = result.tasks.map(({ cpuTimeNs }) => cpuTimeNs).sort((left, right) => right - left);
  return percent(times.slice(0, count).reduce((sum, time) => sum + time, 0) / result.durationNs);
}

/** How long the task took from its start to its exit, in s. */
function seconds(result: SimulationResult, name: string): string {
  const [task] = tasksOf(result, name);
  return task?.exitedNs == null ? "not done" : (task.lifetimeNs / 1e9).toFixed(1);
}

function longestWait(result: SimulationResult, name: string): string {
  return milliseconds(Math.max(...tasksOf(result, name).map(({ longestWaitNs }) => longestWaitNs)));
}

export const tables: Readonly<Record<string, readonly Column[]>> = {
  "massive-intr": [
    column("loops of the ten tasks", (result) => loops(result).join(" ")),
    column("longest wait, ms", (result) => longestWait(result, "intr")),
    beside("published", published.massiveIntrTen),
  ],
  "massive-intr-200": [
    column("four busiest, %", (result) => busiest(result, 4)),
    column("loops, most to least", (result) => `${loops(result)[0]} to ${loops(result).at(-1)}`),
    column("longest wait, ms", (result) => longestWait(result, "intr")),
    beside("published", published.massiveIntrMany),
  ],
  ring: [
    column("ring, %", (result) => share(result, "ring")),
    column("hog, %", (result) => share(result, "hog")),
    column("ring waits, ms", (result) => longestWait(result, "ring")),
    column("hog waits, ms", (result) => longestWait(result, "hog")),
    beside("published: hog, %", published.ringHog),
  ],
  "busy-and-hog": [
    column("95 ms / 5 ms, %", (first) => `${share(first, "busy")} / ${share(first, "hog")}`),
    column("19 ms / 1 ms, %", (_, second) => `${share(second, "busy")} / ${share(second, "hog")}`),
    beside("published", published.busyAndHog),
  ],
  transcode: [
    column("transcode, %", (result) => share(result, "transcode")),
    column("dd, s", (result) => seconds(result, "dd")),
    column("dd waits, ms", (result) => longestWait(result, "dd")),
    beside("published: transcode, %", published.transcodeShare),
    beside("dd, s", published.transcodeDd),
  ],
  foolers: [
    column("10000 / 4000, %", (result) => `${share(result, "fooler10000")} / ${share(result, "fooler4000")}`),
    column("dd, s", (result) => seconds(result, "dd")),
    column("dd waits, ms", (result) => longestWait(result, "dd")),
    beside("published: shares, %", published.foolerShares),
    beside("dd, s", published.foolerDd),
  ],
  "nice-levels": ["nice-10", "nice-1", "nice0", "nice10", "nice19"].map((name) =>
    column(name.replace("nice", "nice "), (result) => share(result, name)),
  ),
};
