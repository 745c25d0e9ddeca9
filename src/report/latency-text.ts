/** Waits on runqueues as `perf sched latency` (6.1) prints them, to the character. */
import type { Nanoseconds } from "../engine/types.js";
import type { TaskLatency } from "./latency.js";
import { lineSafe, seconds } from "./spelling.js";

const head =
  "  Task                  |   Runtime ms  | Switches | Avg delay ms    | Max delay ms    | Max delay start           | Max delay end          |";

/** The lines, without newlines. */
export function* latencyLines(rows: readonly TaskLatency[]): Generator<string, void, undefined> {
  yield "";
  yield rule(139);
  yield head;
  yield rule(139);
  for (const row of rows) yield rowLine(row);
  yield rule(113);
  const runtimeNs = rows.reduce((sum, row) => sum + row.runtimeNs, 0);
  const switches = rows.reduce((sum, row) => sum + row.switches, 0);
  yield `  ${"TOTAL:".padEnd(22)}|${milliseconds(runtimeNs, 11)} ms |${String(switches).padStart(9)} |`;
  yield ` ${"-".repeat(51)}`;
  yield "";
}

function rule(length: number): string {
  return ` ${"-".repeat(length)}`;
}

function rowLine(row: TaskLatency): string {
  const who = `${lineSafe(row.name)}:${row.tasks > 1 ? `(${row.tasks})` : row.pid}`;
  return [
    `  ${who.padEnd(22)}`,
    `${milliseconds(row.runtimeNs, 11)} ms `,
    `${String(row.switches).padStart(9)} `,
    ` avg:${milliseconds(row.totalDelayNs / row.switches, 8)} ms `,
    ` max:${milliseconds(row.maxDelayNs, 8)} ms `,
    ` max start: ${seconds(row.maxStartNs ?? 0).padStart(12)} s `,
    ` max end: ${seconds(row.maxEndNs ?? 0).padStart(12)} s`,
  ].join("|");
}

/** Unlike the other reports perf rounds here. */
function milliseconds(ns: Nanoseconds, width: number): string {
  return (ns / 1e6).toFixed(3).padStart(width);
}
