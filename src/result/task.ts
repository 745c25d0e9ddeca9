/** One task's part of the result. */
import type { WorkloadImage } from "../engine/image.js";
import type { MarkStatistics, Nanoseconds, TaskStatistics } from "../engine/types.js";
import { punctuality } from "./punctuality.js";
import { perSecond, ratio, summarizeOrShare } from "./summaries.js";
import { taskName } from "./task-name.js";
import type { GroupResult, MarkResult, TaskResult } from "./types.js";

/** What a task's figures are completed from. */
export interface TaskContext {
  readonly image: WorkloadImage;
  readonly simulatedNs: Nanoseconds;
  group(document: number): GroupResult;
  markOfAll(mark: number): MarkResult;
}

export function taskResult(task: TaskStatistics, context: TaskContext): TaskResult {
  const document = context.image.documents[task.document];
  if (document === undefined) throw new Error(`task ${task.pid} names document ${task.document}, which is not there`);
  const group = context.group(task.document);
  const marks = task.marks.map((mark) => {
    const ofAll = context.markOfAll(mark.mark);
    return [context.image.marks[mark.mark] ?? "", markResult(mark, context.simulatedNs, ofAll)] as const;
  });
  return {
    pid: task.pid,
    name: taskName(document, task.instance),
    group: document.name,
    instance: task.instance,
    parent: task.parent,
    nice: task.nice,
    policy: task.policy,
    rtprio: task.rtprio,
    state: task.state,
    cpu: task.cpu,
    startedNs: task.startedNs,
    exitedNs: task.exitedNs,
    firstRunNs: task.firstRunNs,
    lastRunNs: task.lastRunNs,
    lifetimeNs: task.startedNs === null ? 0 : (task.exitedNs ?? context.simulatedNs) - task.startedNs,
    cpuTimeNs: task.cpuTimeNs,
    waitNs: task.waitNs,
    sleepNs: task.sleepNs,
    share: ratio(task.cpuTimeNs, context.simulatedNs),
    contextSwitches: { voluntary: task.voluntarySwitches, involuntary: task.involuntarySwitches },
    wakeups: task.wakeups,
    migrations: task.migrations,
    wakeupLatencyNs: summarizeOrShare(task.wakeupLatency, "task", () => group.wakeupLatencyNs, "group"),
    otherWaitNs: summarizeOrShare(task.otherWaits, "task", () => group.otherWaitNs, "group"),
    longestWaitNs: task.longestWaitNs,
    rounds: punctuality(task.rounds),
    periods: punctuality(task.periods),
    marks: Object.fromEntries(marks),
  };
}

function markResult(mark: MarkStatistics, simulatedNs: Nanoseconds, ofAll: MarkResult): MarkResult {
  return {
    count: mark.count,
    perSecond: perSecond(mark.count, simulatedNs),
    firstNs: mark.firstNs,
    lastNs: mark.lastNs,
    intervalNs: summarizeOrShare(mark.intervals, "task", () => ofAll.intervalNs, "all"),
  };
}

/** A mark over all tasks of the run. */
export function markOfAllTasks(mark: MarkStatistics, simulatedNs: Nanoseconds): MarkResult {
  return {
    count: mark.count,
    perSecond: perSecond(mark.count, simulatedNs),
    firstNs: mark.firstNs,
    lastNs: mark.lastNs,
    intervalNs: summarizeOrShare(
      mark.intervals,
      "all",
      () => {
        throw new Error("the core kept no histogram of a mark over all tasks");
      },
      "all",
    ),
  };
}
