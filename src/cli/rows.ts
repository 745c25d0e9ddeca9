/** What a table has rows for: the tasks, or, where these are many, the groups of tasks of one name. */
import type {
  GroupResult,
  MarkResult,
  Punctuality,
  SimulationResult,
  SpanSummary,
  SwitchCounts,
  TaskResult,
} from "../result/index.js";

/** Up to here every task has a row of its own. */
const mostTaskRows = 20;

/** The figures that tasks and groups have in common. */
export interface Row {
  readonly name: string;
  /** Tells rows of one name apart: `ring`, `ring#2`. */
  readonly key: string;
  /** `0`, `-5`, `fifo 50`, `batch 0`; null where the tasks of a group differ. */
  readonly attributes: string | null;
  /** How many tasks; 1 for a task. */
  readonly count: number;
  /** CPU time / time simulated; 1: one whole CPU. */
  readonly share: number;
  /** Smallest and largest share of a task; null for a task. */
  readonly spread: { readonly min: number; readonly max: number } | null;
  readonly cpuTimeNs: number;
  readonly longestWaitNs: number;
  readonly wakeupLatencyNs: SpanSummary;
  readonly contextSwitches: SwitchCounts;
  readonly migrations: number;
  readonly rounds: Punctuality | null;
  readonly periods: Punctuality | null;
  readonly marks: Readonly<Record<string, MarkResult>>;
}

/** How many of the results' tables need groups. All tables of one comparison have the same kind of rows. */
export function rowsAreTasks(results: readonly SimulationResult[]): boolean {
  return results.every(({ totals }) => totals.tasks <= mostTaskRows);
}

export function rowsOf(
  result: SimulationResult,
  asTasks: boolean,
  groupAttributes: ReadonlyMap<string, string>,
): Row[] {
  const rows = asTasks
    ? result.tasks.map(taskRow)
    : result.groups.map((group) => groupRow(group, result.simulatedNs, groupAttributes.get(group.name) ?? null));
  const seen = new Map<string, number>();
  return rows.map((row) => {
    const times = (seen.get(row.name) ?? 0) + 1;
    seen.set(row.name, times);
    return { ...row, key: times === 1 ? row.name : `${row.name}#${times}` };
  });
}

/** How a task is treated: its nice level, or its policy and what counts there. */
export function formatAttributes({ policy, nice, rtprio }: Pick<TaskResult, "policy" | "nice" | "rtprio">): string {
  if (policy === "fifo" || policy === "rr") return `${policy} ${rtprio}`;
  return policy === "normal" ? String(nice) : nice === 0 ? policy : `${policy} ${nice}`;
}

function taskRow(task: TaskResult): Omit<Row, "key"> {
  return {
    name: task.name,
    attributes: formatAttributes(task),
    count: 1,
    share: task.share,
    spread: null,
    cpuTimeNs: task.cpuTimeNs,
    longestWaitNs: task.longestWaitNs,
    wakeupLatencyNs: task.wakeupLatencyNs,
    contextSwitches: task.contextSwitches,
    migrations: task.migrations,
    rounds: task.rounds,
    periods: task.periods,
    marks: task.marks,
  };
}

function groupRow(group: GroupResult, simulatedNs: number, attributes: string | null): Omit<Row, "key"> {
  const { min, max } = group.share;
  return {
    name: group.name,
    attributes,
    count: group.count,
    share: group.totalShare,
    spread: min === null || max === null ? null : { min, max },
    cpuTimeNs: group.totalShare * simulatedNs,
    longestWaitNs: group.longestWaitNs,
    wakeupLatencyNs: group.wakeupLatencyNs,
    contextSwitches: group.contextSwitches,
    migrations: group.migrations,
    rounds: group.rounds,
    periods: group.periods,
    marks: group.marks,
  };
}
