/** What can be compared of a simulated run, out of its result. */
import { eachTask, type SimulationResult, type TaskResult } from "../result/index.js";
import type { RunFigures, TaskFigures } from "./run-figures.js";

/** A result does not tell of lag: `lag` does, where the run's events have been counted as well. */
export function figuresOfResult(result: SimulationResult, label: string, lag?: Pick<RunFigures, "tasks">): RunFigures {
  const { totals, machine, scheduler, simulatedNs } = result;
  const lagByPid = new Map(lag?.tasks.map(({ pid, maxLagNs }) => [pid, maxLagNs]));
  const tasks: TaskFigures[] = [];
  let waitNs = 0;
  let maxLagNs: number | null = null;
  for (const task of eachTask(result)) {
    // Tasks that never began are in no account.
    if (task.startedNs === null) continue;
    const figures = figuresOfTask(task, lagByPid.get(task.pid) ?? null);
    tasks.push(figures);
    waitNs += figures.waitNs;
    if (figures.maxLagNs !== null) maxLagNs = Math.max(maxLagNs ?? 0, figures.maxLagNs);
  }
  return {
    label,
    scheduler,
    cpus: machine.cpus,
    spanNs: simulatedNs,
    totals: {
      tasks: tasks.length,
      contextSwitches: totals.contextSwitches,
      voluntary: totals.voluntary,
      involuntary: totals.involuntary,
      wakeups: totals.wakeups,
      migrations: totals.migrations,
      utilisation: totals.utilisation,
      jainIndex: totals.jainIndex,
      waitNs,
      longestWaitNs: totals.longestWaitNs,
      wakeupLatencyNs: totals.wakeupLatencyNs,
      deadlineMisses: missesOf(totals),
      maxLagNs,
    },
    tasks,
  };
}

function figuresOfTask(task: TaskResult, maxLagNs: number | null): TaskFigures {
  const { percentilesOf, ...wakeupLatencyNs } = task.wakeupLatencyNs;
  return {
    pid: task.pid,
    name: task.name,
    cpuTimeNs: task.cpuTimeNs,
    share: task.share,
    waitNs: task.waitNs,
    sleepNs: task.sleepNs,
    longestWaitNs: task.longestWaitNs,
    wakeupLatencyNs,
    voluntary: task.contextSwitches.voluntary,
    involuntary: task.contextSwitches.involuntary,
    wakeups: task.wakeups,
    migrations: task.migrations,
    deadlineMisses: missesOf(task),
    maxLagNs,
  };
}

/**
 * Of rounds with a deadline and of points of timers; null where there are neither. Results of old versions tell of
 * none.
 */
function missesOf({ rounds, periods }: Partial<Pick<TaskResult, "rounds" | "periods">>): number | null {
  const kept = [rounds, periods].filter((punctuality) => punctuality !== null && punctuality !== undefined);
  return kept.length === 0 ? null : kept.reduce((sum, { missed }) => sum + missed, 0);
}
