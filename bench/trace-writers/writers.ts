/** All writers of traces, as contenders and as children know them. */
import {
  createChromeTraceWriter,
  createFtraceWriter,
  createPerfettoWriter,
  createPerfScriptWriter,
  createSimulatedKernelTrace,
  createTsvWriter,
  type Simulation,
  type TraceEvent,
} from "../../src/index.js";

export interface Encoder {
  encode(events: readonly TraceEvent[]): Uint8Array;
}

/** What `schedlab run --trace` does with events before they are compressed or stored, by the ending. */
export const encoders: Readonly<Record<string, (simulation: Simulation) => Encoder>> = {
  tsv: () => createTsvWriter(),
  json: (simulation) => createChromeTraceWriter(contextOf(simulation)),
  pftrace: (simulation) => recorded(simulation, createPerfettoWriter({ ...contextOf(simulation), name: "bench" })),
  "ftrace.txt": (simulation) => recorded(simulation, createFtraceWriter(contextOf(simulation))),
  "perf.txt": (simulation) => recorded(simulation, createPerfScriptWriter()),
};

type KernelTrace = ReturnType<ReturnType<typeof createSimulatedKernelTrace>>;

function recorded(simulation: Simulation, writer: { encode(events: KernelTrace): Uint8Array }): Encoder {
  const record = createSimulatedKernelTrace(contextOf(simulation));
  return { encode: (events) => writer.encode(record(events)) };
}

function contextOf(simulation: Simulation) {
  const { machine, durationNs } = simulation.workload;
  const { marks } = simulation.image;
  const taskName = (pid: number) => simulation.taskName(pid);
  return { ...machine, durationNs, scheduler: simulation.scheduler.id, marks, taskName };
}
