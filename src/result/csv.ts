/**
 * Results as CSV (RFC 4180: comma, CRLF, quotes doubled): one line for each task of each run.
 * Times are nanoseconds; a figure that does not exist is an empty field. The columns of marks
 * follow from the workload, so that several runs of it share one header.
 */
import { type CsvField, csvLine } from "./csv-line.js";
import { eachTask } from "./lazy-result.js";
import type { MarkResult, SimulationResult, TaskResult } from "./types.js";

type Column = readonly [name: string, value: (task: TaskResult) => CsvField];
type MarkColumn = readonly [name: string, value: (mark: MarkResult) => CsvField];

const taskColumns: readonly Column[] = [
  ["pid", (task) => task.pid],
  ["name", (task) => task.name],
  ["group", (task) => task.group],
  ["instance", (task) => task.instance],
  ["parent", (task) => task.parent],
  ["nice", (task) => task.nice],
  ["policy", (task) => task.policy],
  ["rtprio", (task) => task.rtprio],
  ["state", (task) => task.state],
  ["cpu", (task) => task.cpu],
  ["startedNs", (task) => task.startedNs],
  ["exitedNs", (task) => task.exitedNs],
  ["firstRunNs", (task) => task.firstRunNs],
  ["lastRunNs", (task) => task.lastRunNs],
  ["lifetimeNs", (task) => task.lifetimeNs],
  ["cpuTimeNs", (task) => task.cpuTimeNs],
  ["waitNs", (task) => task.waitNs],
  ["sleepNs", (task) => task.sleepNs],
  ["share", (task) => task.share],
  ["voluntarySwitches", (task) => task.contextSwitches.voluntary],
  ["involuntarySwitches", (task) => task.contextSwitches.involuntary],
  ["wakeups", (task) => task.wakeups],
  ["migrations", (task) => task.migrations],
  ["wakeupLatencyMeanNs", (task) => task.wakeupLatencyNs.mean],
  ["wakeupLatencyP50Ns", (task) => task.wakeupLatencyNs.p50],
  ["wakeupLatencyP95Ns", (task) => task.wakeupLatencyNs.p95],
  ["wakeupLatencyP99Ns", (task) => task.wakeupLatencyNs.p99],
  ["wakeupLatencyP999Ns", (task) => task.wakeupLatencyNs.p999],
  ["wakeupLatencyMaxNs", (task) => task.wakeupLatencyNs.max],
  ["percentilesOf", (task) => task.wakeupLatencyNs.percentilesOf],
  ["longestWaitNs", (task) => task.longestWaitNs],
  ["rounds", (task) => task.rounds?.count],
  ["missedRounds", (task) => task.rounds?.missed],
  ["roundLatenessMaxNs", (task) => task.rounds?.maxLatenessNs],
  ["periods", (task) => task.periods?.count],
  ["missedPeriods", (task) => task.periods?.missed],
  ["periodLatenessMaxNs", (task) => task.periods?.maxLatenessNs],
];

/** Each preceded by `mark.<name>.`. */
const markColumns: readonly MarkColumn[] = [
  ["count", (mark) => mark.count],
  ["perSecond", (mark) => mark.perSecond],
  ["intervalMeanNs", (mark) => mark.intervalNs.mean],
  ["intervalP50Ns", (mark) => mark.intervalNs.p50],
  ["intervalP99Ns", (mark) => mark.intervalNs.p99],
  ["intervalMaxNs", (mark) => mark.intervalNs.max],
];

/** Lines (header first), each with its CRLF. Several runs may have different workloads. */
export function* resultCsvLines(results: readonly SimulationResult[]): Generator<string, void, undefined> {
  const marks = [...new Set(results.flatMap((result) => Object.keys(result.marks)))];
  const markNames = marks.flatMap((mark) => markColumns.map(([name]) => `mark.${mark}.${name}`));
  yield csvLine(["scheduler", "provenance", "workload", "seed", ...taskColumns.map(([name]) => name), ...markNames]);
  for (const result of results) {
    for (const task of eachTask(result)) {
      yield csvLine([
        result.scheduler,
        result.provenance,
        result.workload,
        result.seed,
        ...taskColumns.map(([, value]) => value(task)),
        ...marks.flatMap((mark) => {
          const figures = Object.hasOwn(task.marks, mark) ? task.marks[mark] : undefined;
          return markColumns.map(([, value]) => (figures === undefined ? null : value(figures)));
        }),
      ]);
    }
  }
}

/** Hands the text to `write` in chunks of some 64 KB. */
export function writeResultCsv(
  results: SimulationResult | readonly SimulationResult[],
  write: (chunk: string) => void,
): void {
  let chunk = "";
  for (const line of resultCsvLines("schema" in results ? [results] : results)) {
    chunk += line;
    if (chunk.length >= 1 << 16) {
      write(chunk);
      chunk = "";
    }
  }
  write(chunk);
}
