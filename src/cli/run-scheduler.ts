/** One simulation, with its events led into the trace file and the timeline. */
import type { TraceEvent } from "../engine/types.js";
import type { SimulationResult } from "../result/index.js";
import { type SimulationOptions, simulate } from "../simulation.js";
import { type Timeline, TimelineCollector } from "../trace/index.js";
import type { Workload } from "../workload/index.js";
import { TraceFile, type TraceTarget } from "./trace-file.js";

export interface Outputs {
  readonly trace: TraceTarget | undefined;
  readonly timeline: boolean;
}

/** Throws SchedlabError where the scheduler refuses the workload or the file cannot be written. */
export async function runScheduler(
  workload: Workload,
  options: SimulationOptions,
  { trace, timeline: wanted }: Outputs,
): Promise<{ readonly result: SimulationResult; readonly timeline: Timeline | undefined }> {
  const { cpus, hz } = workload.machine;
  const { durationNs } = workload;
  const timeline = wanted ? new TimelineCollector({ cpus, durationNs }) : undefined;
  const context = { cpus, hz, scheduler: options.scheduler ?? "", durationNs: workload.durationNs };
  const file = trace === undefined ? undefined : new TraceFile(trace, context);
  try {
    const result = await simulate(workload, {
      ...options,
      ...(file === undefined && timeline === undefined ? {} : { onEvents }),
    });
    file?.commit();
    return { result, timeline: timeline?.finish() };
  } catch (error) {
    file?.abandon();
    throw error;
  }

  function onEvents(events: readonly TraceEvent[]): void {
    timeline?.add(events);
    file?.write(events);
  }
}
