/** Which tasks, CPUs and times a report is about. */
import type { CpuId, Nanoseconds } from "../engine/types.js";
import type { ShownTask } from "./spelling.js";

/** What is empty or absent leaves everything in. */
export interface ReportFilter {
  /** Switches on other CPUs are passed over, as if they had not been recorded. */
  readonly cpus?: ReadonlySet<CpuId>;
  readonly pids?: ReadonlySet<number>;
  /** Whether a task of this name is meant. */
  readonly name?: (name: string) => boolean;
  /**
   * On the recording's own clock. What runs at these instants is cut there; what runs first on a CPU, since nobody knows
   * when, is left out.
   */
  readonly fromNs?: Nanoseconds;
  readonly toNs?: Nanoseconds;
}

export function showsTask({ pids, name }: ReportFilter, task: ShownTask): boolean {
  return (pids === undefined || pids.has(task.pid)) && (name === undefined || name(task.name));
}

/** Whether only some tasks are shown: totals over all of them would mislead. */
export function choosesTasks({ pids, name }: ReportFilter): boolean {
  return pids !== undefined || name !== undefined;
}

export function showsCpu({ cpus }: ReportFilter, cpu: CpuId | null): boolean {
  return cpus === undefined || cpu === null || cpus.has(cpu);
}
