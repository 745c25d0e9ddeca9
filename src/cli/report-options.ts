/** The options of `schedlab report`, as they are typed and as they are meant. */
import { type LatencySortKey, latencySortKeys, type ReportFilter } from "../report/index.js";
import { matchesPattern } from "../scheduler-patterns.js";
import { durationOfText } from "../workload/values/duration.js";
import { UsageError } from "./errors.js";
import type { TypedSimulationOptions } from "./run-options.js";
import { didYouMean } from "./suggestions.js";

export type ReportFormat = "text" | "json" | "csv";

/** What all reports have in common. */
export interface TypedReportOptions extends TypedSimulationOptions {
  readonly format: ReportFormat;
  readonly quiet?: boolean;
  readonly time?: string;
  /** CPUs to show: `--cpu` here, `--CPU` there, as perf has them. */
  readonly cpu?: string;
  readonly CPU?: string;
  readonly pid?: string;
  readonly tid?: string;
  readonly comm?: string;
}

export interface TypedTimehistOptions extends TypedReportOptions {
  readonly summary?: boolean;
  readonly withSummary?: boolean;
  readonly wakeups?: boolean;
  readonly migrations?: boolean;
  readonly next?: boolean;
  readonly state?: boolean;
  readonly cpuVisual?: boolean;
  readonly idleHist?: boolean;
  readonly showPrio?: boolean;
  readonly preemptionDelay?: boolean;
}

export interface TypedLatencyOptions extends TypedReportOptions {
  readonly sort?: string;
  readonly pids?: boolean;
  readonly wakeupsFrom: "both" | "wakeup";
}

export interface TypedMapOptions extends Omit<TypedReportOptions, "cpus"> {
  readonly compact?: boolean;
  /** Of `map`: the CPUs to show. */
  readonly cpus?: string;
  readonly colorPids?: string;
  readonly colorCpus?: string;
}

/** Throws UsageError for the first value that is none. */
export function reportFilter({ time, cpu, CPU, pid, tid, comm }: Omit<TypedReportOptions, "format">): ReportFilter {
  const pids = [pid === undefined ? [] : pidList("--pid", pid), tid === undefined ? [] : pidList("--tid", tid)].flat();
  const cpus = cpu ?? CPU;
  const names = comm?.split(",").map((name) => name.trim());
  return {
    ...(time === undefined ? {} : timeWindow(time)),
    ...(cpus === undefined ? {} : { cpus: new Set(cpuList(cpu === undefined ? "--CPU" : "--cpu", cpus)) }),
    ...(pids.length === 0 ? {} : { pids: new Set(pids) }),
    ...(names === undefined ? {} : { name: (name: string) => names.some((pattern) => matchesPattern(name, pattern)) }),
  };
}

/** `START,STOP` in seconds, as perf has it, or with units; either may be left out. */
function timeWindow(text: string): Pick<ReportFilter, "fromNs" | "toNs"> {
  const ends = text.split(",");
  const [from = "", to = ""] = ends.map((end) => end.trim());
  if (ends.length !== 2 || (from === "" && to === "")) {
    throw new UsageError(`--time ${text}: expected START,STOP in seconds, such as 1231.5,1232.25, 0.5, or ,2`);
  }
  const fromNs = from === "" ? undefined : instant(text, from);
  const toNs = to === "" ? undefined : instant(text, to);
  if (fromNs !== undefined && toNs !== undefined && toNs <= fromNs) {
    throw new UsageError(`--time ${text}: STOP is not later than START`);
  }
  return { ...(fromNs === undefined ? {} : { fromNs }), ...(toNs === undefined ? {} : { toNs }) };
}

function instant(option: string, text: string): number {
  const read = durationOfText(/^[\d.]+$/.test(text) ? `${text}s` : text);
  if (read.ok) return read.ns;
  throw new UsageError(`--time ${option}: found ${JSON.stringify(text)}, expected seconds, such as 1231.129116`);
}

export function pidList(option: string, text: string): number[] {
  return text.split(",").map((part) => {
    const pid = /^\s*-?\d{1,10}\s*$/.test(part) ? Number(part) : Number.NaN;
    if (Number.isNaN(pid)) throw new UsageError(`${option} ${text}: expected pids with commas, such as 17,42`);
    return pid;
  });
}

/** `0,2-5`. */
export function cpuList(option: string, text: string): number[] {
  return text.split(",").flatMap((part) => {
    const [, first = "", last = first] = /^\s*(\d{1,4})(?:-(\d{1,4}))?\s*$/.exec(part) ?? [];
    if (first === "" || Number(last) < Number(first)) {
      throw new UsageError(`${option} ${text}: expected CPUs with commas, such as 0,2-5`);
    }
    return Array.from({ length: Number(last) - Number(first) + 1 }, (_, index) => Number(first) + index);
  });
}

export function sortKeys(text: string | undefined): LatencySortKey[] {
  if (text === undefined) return [];
  return text.split(",").map((part) => {
    const key = latencySortKeys.find((known) => known === part.trim());
    if (key !== undefined) return key;
    const hint = didYouMean(part, latencySortKeys);
    throw new UsageError(`--sort ${text}: no such key${hint}; expected ${latencySortKeys.join(", ")}, with commas`);
  });
}

/** Throws UsageError for options that exclude each other, in perf as well. */
export function checkTimehistOptions(typed: TypedTimehistOptions): void {
  const rows = [
    ["--wakeups", typed.wakeups],
    ["--next", typed.next],
    ["--cpu-visual", typed.cpuVisual],
    ["--show-prio", typed.showPrio],
  ] as const;
  const [found] = rows.find(([, given]) => given === true) ?? [];
  if (typed.summary === true && found !== undefined) {
    throw new UsageError(`--summary prints no rows, so that ${found} does not go with it; --with-summary has both`);
  }
  if (typed.summary === true && typed.withSummary === true) {
    throw new UsageError("--summary prints the summary alone, --with-summary behind the rows: give one of them");
  }
  if (typed.withSummary === true && typed.format === "csv") {
    throw new UsageError(
      "--with-summary does not go with --format csv: a table holds either; --summary prints the other",
    );
  }
}
