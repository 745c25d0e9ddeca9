/** One simulation, with its events led into the trace file and the timeline. */
import type { TraceEvent } from "../engine/types.js";
import type { SimulationResult } from "../result/index.js";
import { Simulation, type SimulationOptions } from "../simulation.js";
import { type Timeline, TimelineCollector } from "../trace/index.js";
import type { Workload } from "../workload/index.js";
import { showsDetails, TraceFile, type TraceTarget } from "./trace-file.js";

export interface Outputs {
  readonly trace: TraceTarget | undefined;
  readonly timeline: boolean;
}

export interface Ran {
  readonly result: SimulationResult;
  readonly timeline: Timeline | undefined;
  taskName(pid: number): string;
}

/** Milliseconds after which Ctrl-C and the progress line have their turn. */
const turnMs = 50;

/**
 * @param onProgress is told the share that is done, from 0 to 1
 * @throws SchedlabError where the scheduler refuses the workload or the file cannot be written
 */
export async function runScheduler(
  workload: Workload,
  options: SimulationOptions,
  outputs: Outputs,
  onProgress: (share: number) => void,
): Promise<Ran> {
  const wanted = outputs.trace !== undefined || outputs.timeline;
  const details = outputs.trace !== undefined && showsDetails(outputs.trace);
  const simulation = await Simulation.create(workload, { ...options, trace: details ? "detailed" : wanted });
  const { cpus, hz } = workload.machine;
  const { durationNs } = workload;
  const timeline = outputs.timeline ? new TimelineCollector({ cpus, durationNs }) : undefined;
  const scheduler = simulation.scheduler.id;
  const taskName = (pid: number) => simulation.taskName(pid);
  const { marks } = simulation.image;
  const context = { workload: workload.name, cpus, hz, scheduler, durationNs, taskName, marks };
  const file = outputs.trace === undefined ? undefined : new TraceFile(outputs.trace, context);
  const onEvents = (events: readonly TraceEvent[]) => {
    timeline?.add(events);
    file?.write(events);
  };
  try {
    let turn = performance.now();
    while (!simulation.advanceSlice(durationNs, wanted ? onEvents : undefined)) {
      if (performance.now() - turn < turnMs) continue;
      onProgress(simulation.timeNs / durationNs);
      await new Promise((resolve) => setImmediate(resolve));
      turn = performance.now();
    }
    file?.commit();
    return { result: simulation.finalResult(), timeline: timeline?.finish(), taskName };
  } catch (error) {
    file?.abandon();
    throw error;
  }
}
