/**
 * Rows of reports as flat records of documented fields, for JSON and CSV. Times and spans are whole nanoseconds; what a row
 * does not tell is null. docs/reports.md explains the fields.
 */
import type { TaskLatency } from "./latency.js";
import type { MapRow } from "./map.js";
import type { TaskHistory, TimehistRow } from "./timehist.js";

export type ReportRecord = Readonly<Record<string, string | number | boolean | null>>;

export const timehistFields = [
  "kind",
  "timeNs",
  "cpu",
  "pid",
  "name",
  "waitNs",
  "delayNs",
  "runNs",
  "state",
  "waitState",
  "priority",
  "priorityBefore",
  "complete",
  "nextPid",
  "nextName",
  "otherPid",
  "otherName",
  "fromCpu",
  "toCpu",
] as const;

export function timehistRecord(row: TimehistRow): ReportRecord {
  const { kind, timeNs, cpu, task } = row;
  const begin = { kind, timeNs, cpu, pid: task.pid, name: task.name };
  switch (row.kind) {
    case "switch": {
      const { waitNs, delayNs, runNs, state, waitState, priority, priorityBefore, complete, next } = row;
      const times = { waitNs, delayNs, runNs, state, waitState, priority, priorityBefore, complete };
      return { ...begin, ...times, nextPid: next.pid, nextName: next.name };
    }
    case "wakeup":
      return { ...begin, otherPid: row.woken.pid, otherName: row.woken.name };
    case "migrate":
      return { ...begin, otherPid: row.moved.pid, otherName: row.moved.name, fromCpu: row.fromCpu, toCpu: row.toCpu };
  }
}

export const summaryFields = [
  "pid",
  "name",
  "parentPid",
  "exited",
  "runs",
  "runNs",
  "minRunNs",
  "meanRunNs",
  "maxRunNs",
  "relativeErrorPercent",
  "sleepNs",
  "uninterruptibleNs",
  "preemptedNs",
  "delayNs",
  "migrations",
] as const;

export function summaryRecord(task: TaskHistory): ReportRecord {
  const { pid, name, parentPid, exited, runs, migrations } = task;
  const { sleepNs, uninterruptibleNs, preemptedNs, delayNs } = task;
  return {
    pid,
    name,
    parentPid,
    exited,
    runs: runs.count,
    runNs: runs.totalNs,
    minRunNs: runs.minNs,
    meanRunNs: runs.meanNs,
    maxRunNs: runs.maxNs,
    relativeErrorPercent: runs.relativeErrorPercent,
    sleepNs,
    uninterruptibleNs,
    preemptedNs,
    delayNs,
    migrations,
  };
}

export const latencyFields = [
  "pid",
  "name",
  "tasks",
  "runtimeNs",
  "switches",
  "totalDelayNs",
  "meanDelayNs",
  "maxDelayNs",
  "maxStartNs",
  "maxEndNs",
] as const;

export function latencyRecord(row: TaskLatency): ReportRecord {
  const { pid, name, tasks, runtimeNs, switches, totalDelayNs, maxDelayNs, maxStartNs, maxEndNs } = row;
  const meanDelayNs = totalDelayNs / switches;
  return { pid, name, tasks, runtimeNs, switches, totalDelayNs, meanDelayNs, maxDelayNs, maxStartNs, maxEndNs };
}

export const mapFields = ["timeNs", "cpu", "pid", "name", "symbol"] as const;

export function mapRecord({ timeNs, cpu, pid, name, symbol }: MapRow): ReportRecord {
  return { timeNs, cpu, pid, name, symbol };
}
