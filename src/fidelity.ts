/**
 * How true an imported trace is: its workload is simulated under a scheduler of the trace's own time, and what the
 * tasks did there is measured as the recording was. CPU times have to be the same; slices and latencies are what the
 * schedulers made of them.
 */
import { loadEngine } from "./engine/load.js";
import type { Nanoseconds, SchedulerInfo } from "./engine/types.js";
import { SchedlabError } from "./errors.js";
import type { Imported, RecordedBehaviour, TaskBehaviour } from "./import/importer.js";
import { loadImported } from "./import/load.js";
import { behaviourOf } from "./import/trace/behaviour.js";
import { TraceConverter } from "./import/trace/converter.js";
import { createSimulatedKernelTrace } from "./recording/from-simulation.js";
import { Histogram, HistogramBuilder } from "./result/histogram.js";
import { refusalReason } from "./scheduler-choice.js";
import { Simulation } from "./simulation.js";
import type { Workload } from "./workload/index.js";

export interface FidelityOptions {
  /** Id or alias. Default: the newest CFS that can run on so many CPUs. */
  readonly scheduler?: string;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: { readonly timeNs: Nanoseconds; readonly durationNs: Nanoseconds }) => void;
}

export interface FidelityReport {
  readonly schema: "schedlab-fidelity/1";
  readonly workload: string;
  readonly scheduler: string;
  readonly cpus: number;
  readonly recordedNs: Nanoseconds;
  /** When the last task was done; null: some were not, long after the recorded time. */
  readonly doneNs: Nanoseconds | null;
  /** Tasks whose CPU time is the same to the nanosecond. */
  readonly exactTasks: number;
  readonly sleeps: RecordedBehaviour["sleeps"];
  readonly total: FidelityFigures;
  /** Those with most CPU time first. */
  readonly tasks: readonly (FidelityFigures & { readonly name: string })[];
}

export interface FidelityFigures {
  readonly runNs: Compared<Nanoseconds>;
  readonly sliceNs: Compared<SpanFigures>;
  readonly wakeupLatencyNs: Compared<SpanFigures>;
}

export interface Compared<Figure> {
  readonly recorded: Figure;
  readonly simulated: Figure;
}

/** null: there are none. */
export interface SpanFigures {
  readonly count: number;
  readonly p50: Nanoseconds | null;
  readonly p90: Nanoseconds | null;
  readonly max: Nanoseconds | null;
}

/**
 * Kernels that trace scheduling ran CFS for fifteen years, up to 6.5; a trace does not tell its kernel. The second is
 * the newest that schedlab has for several CPUs.
 */
const USUAL_SCHEDULERS = ["cfs-5.19", "cfs-2.6.24"];
/** Tasks that are not done after so many times the recorded span (and a second) never will be. */
const MOST_TIMES = 64;

/** @throws SchedlabError where what was imported is no trace, or the scheduler cannot run it. */
export async function measureFidelity(imported: Imported, options: FidelityOptions = {}): Promise<FidelityReport> {
  const { recorded } = imported;
  if (recorded === undefined) throw new SchedlabError("only what was recorded can be compared: this is no trace");
  const workload = loadImported(imported);
  const simulated = await simulateAgain(workload, recorded.tasks.length, options);
  const again = new Map(simulated.behaviour.tasks.map((task) => [task.name, task]));
  const pairs = recorded.tasks.map((task) => ({ recorded: task, simulated: again.get(task.name) ?? idle(task.name) }));
  pairs.sort((a, b) => b.recorded.runNs - a.recorded.runNs);
  return {
    schema: "schedlab-fidelity/1",
    workload: workload.name,
    scheduler: simulated.scheduler,
    cpus: workload.machine.cpus,
    recordedNs: workload.durationNs,
    doneNs: simulated.doneNs,
    exactTasks: pairs.filter((pair) => pair.recorded.runNs === pair.simulated.runNs).length,
    sleeps: recorded.sleeps,
    total: compare({ recorded: sum(recorded.tasks), simulated: sum(pairs.map((pair) => pair.simulated)) }),
    tasks: pairs.map((pair) => ({ name: pair.recorded.name, ...compare(pair) })),
  };
}

async function simulateAgain(workload: Workload, tasks: number, options: FidelityOptions) {
  const { signal, onProgress } = options;
  const scheduler = options.scheduler ?? (await usualScheduler(workload));
  const duration = Math.min(MOST_TIMES * workload.durationNs + 1e9, Number.MAX_SAFE_INTEGER);
  const simulation = await Simulation.create(workload, { scheduler, duration, trace: "detailed" });
  const name = (pid: number) => documentName(simulation, pid);
  const record = createSimulatedKernelTrace({ cpus: workload.machine.cpus, taskName: name });
  const converter = new TraceConverter();
  let exited = 0;
  let turn = performance.now();
  while (exited < tasks && !simulation.finished) {
    signal?.throwIfAborted();
    simulation.advanceSlice(duration, (events) => {
      for (const event of record(events)) {
        if (event.kind === "exit") exited += 1;
        converter.add(event);
      }
    });
    if (performance.now() - turn < 20) continue;
    onProgress?.({ timeNs: simulation.timeNs, durationNs: workload.durationNs });
    await new Promise((resolve) => setTimeout(resolve, 0));
    turn = performance.now();
  }
  const recording = converter.finish();
  const behaviour = behaviourOf(recording, recording.tasks, (task) => task.name);
  const doneNs = exited === tasks ? recording.endNs : null;
  return { behaviour, doneNs, scheduler: simulation.scheduler.id };
}

async function usualScheduler(workload: Workload): Promise<string> {
  const { description } = await loadEngine();
  const infos = USUAL_SCHEDULERS.map((id) => description.schedulers.find(({ info }) => info.id === id)?.info);
  const able = infos.find((info): info is SchedulerInfo => {
    return info !== undefined && refusalReason(info, workload, undefined) === null;
  });
  if (able === undefined)
    throw new SchedlabError("no scheduler of the trace's time can run it: choose one (--scheduler)");
  return able.id;
}

/** Tasks of an imported trace are one of a kind: `/0` behind the name of a forked one tells nothing. */
function documentName(simulation: Simulation, pid: number): string {
  return pid > 0 ? simulation.taskName(pid).replace(/\/0$/, "") : String(pid);
}

function idle(name: string): TaskBehaviour {
  return { name, runNs: 0, slices: Histogram.empty, wakeupLatencies: Histogram.empty };
}

function sum(tasks: readonly TaskBehaviour[]): TaskBehaviour {
  const slices = new HistogramBuilder();
  const wakeupLatencies = new HistogramBuilder();
  let runNs = 0;
  for (const task of tasks) {
    runNs += task.runNs;
    slices.add(task.slices);
    wakeupLatencies.add(task.wakeupLatencies);
  }
  return { name: "", runNs, slices: slices.build(), wakeupLatencies: wakeupLatencies.build() };
}

function compare({ recorded, simulated }: Compared<TaskBehaviour>): FidelityFigures {
  return {
    runNs: { recorded: recorded.runNs, simulated: simulated.runNs },
    sliceNs: { recorded: figures(recorded.slices), simulated: figures(simulated.slices) },
    wakeupLatencyNs: { recorded: figures(recorded.wakeupLatencies), simulated: figures(simulated.wakeupLatencies) },
  };
}

function figures(spans: Histogram): SpanFigures {
  return { count: spans.count, p50: spans.quantile(0.5), p90: spans.quantile(0.9), max: spans.quantile(1) };
}
