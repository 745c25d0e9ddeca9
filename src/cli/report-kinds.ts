/** The four reports: from what was typed to what is asked of each source. */
import {
  choosesTasks,
  type MapColours,
  type SummaryKind,
  type SummaryOptions,
  type TimehistOptions,
} from "../report/index.js";
import { report } from "./report.js";
import {
  checkTimehistOptions,
  cpuList,
  pidList,
  reportFilter,
  sortKeys,
  type TypedLatencyOptions,
  type TypedMapOptions,
  type TypedTimehistOptions,
} from "./report-options.js";
import type { ReportSource } from "./report-source.js";
import { latencyReport, mapReport, summaryReport, timehistReport } from "./report-tables.js";
import type { ReportKind } from "./report-writers.js";
import { type Colours, coloursFor } from "./terminal.js";

export function reportTimehist(files: readonly string[], typed: TypedTimehistOptions): Promise<number> {
  checkTimehistOptions(typed);
  if (typed.summary === true) return reportSummary(files, typed);
  const options = timehistOptions(typed);
  const { wakeups, migrations, next, state, showPrio, cpuVisual, withSummary } = typed;
  const columns = {
    wakeups: wakeups === true,
    migrations: migrations === true,
    next: next === true,
    state: state === true,
    priority: showPrio === true,
  };
  return report(files, typed, {
    name: "timehist",
    async begin(source) {
      const summary = withSummary === true ? await summaryOptions(source, typed, options) : null;
      const visual = cpuVisual === true ? { visualCpus: await source.cpuCount() } : {};
      return timehistReport({ ...options, ...columns, ...visual, summary });
    },
  });
}

export function reportSummary(files: readonly string[], typed: TypedTimehistOptions): Promise<number> {
  const options = timehistOptions(typed);
  return report(files, typed, {
    name: "summary",
    begin: async (source) => summaryReport(options, await summaryOptions(source, typed, options)),
  });
}

export function reportLatency(files: readonly string[], typed: TypedLatencyOptions): Promise<number> {
  const filter = reportFilter(typed);
  const view = { ...filter, byPid: typed.pids === true, sort: sortKeys(typed.sort), wakeupsFrom: typed.wakeupsFrom };
  return report(files, typed, { name: "latency", begin: () => latencyReport(view) });
}

export function reportMap(files: readonly string[], typed: TypedMapOptions): Promise<number> {
  const { cpus, ...others } = typed;
  const filter = reportFilter(others);
  const compact = typed.compact === true;
  const colour = mapColours(typed, coloursFor(process.stdout));
  const shown = cpus === undefined ? {} : { cpus: new Set(cpuList("--cpus", cpus)) };
  const kind: ReportKind = {
    name: "map",
    async begin(source) {
      return mapReport({ ...filter, ...shown, compact, colour, cpuCount: compact ? 0 : await source.cpuCount() });
    },
  };
  return report(files, others, kind);
}

function timehistOptions(typed: TypedTimehistOptions): TimehistOptions {
  return {
    ...reportFilter(typed),
    idle: typed.idleHist === true,
    delayAfterPreemption: typed.preemptionDelay === true,
  };
}

/** A recording's CPUs are those that it has shown by its end; a simulation's are known. */
async function summaryOptions(
  source: ReportSource,
  { state, idleHist }: TypedTimehistOptions,
  filter: TimehistOptions,
): Promise<SummaryOptions> {
  const kind: SummaryKind = idleHist === true ? "idle" : state === true ? "wait" : "run";
  const cpus = source.scheduler === null || filter.cpus !== undefined ? undefined : await source.cpuCount();
  return { kind, cpus, tasksOnly: choosesTasks(filter) };
}

/** Idle CPUs step back; what is asked for stands out. */
function mapColours(typed: TypedMapOptions, colours: Colours): MapColours {
  const pids = new Set(typed.colorPids === undefined ? [] : pidList("--color-pids", typed.colorPids));
  const cpus = new Set(typed.colorCpus === undefined ? [] : cpuList("--color-cpus", typed.colorCpus));
  return {
    task: (symbol, pid) => (pid === 0 ? colours.dim(symbol) : pids.has(pid) ? colours.green(symbol) : symbol),
    cpu: (symbol, cpu) => (cpus.has(cpu) ? colours.inverse(symbol) : symbol),
  };
}
