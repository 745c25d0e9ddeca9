/** Simulated runs as recordings, and recordings converted and simulated again. */
import { buildDocument } from "../../../src/import/trace/build-document.js";
import { type ConversionWindow, type ConvertedRecording, TraceConverter } from "../../../src/import/trace/converter.js";
import { loadWorkload, Simulation, type SimulationOptions } from "../../../src/index.js";
import type { RecordedEvent } from "../../../src/recording/event.js";
import { createSimulatedKernelTrace } from "../../../src/recording/from-simulation.js";

/** The events of a run, in the vocabulary of kernels. */
export async function recordRun(workload: object, options: SimulationOptions = {}): Promise<RecordedEvent[]> {
  const simulation = await Simulation.create(workload, { ...options, trace: "detailed" });
  const record = createSimulatedKernelTrace({
    cpus: simulation.workload.machine.cpus,
    taskName: (pid) => simulation.taskName(pid),
  });
  const recorded: RecordedEvent[] = [];
  const { durationNs } = simulation.workload;
  while (!simulation.advanceSlice(durationNs, (events) => recorded.push(...record(events)))) {
    // The next slice.
  }
  return recorded;
}

export function convert(events: Iterable<RecordedEvent>, window?: ConversionWindow): ConvertedRecording {
  const converter = new TraceConverter(window);
  for (const event of events) converter.add(event);
  return converter.finish();
}

/** Everything of a recording, on as many CPUs as it had. */
export function buildAll(recording: ConvertedRecording, cpus: number, tasks: (name: string) => boolean = () => true) {
  const { document, taken } = buildDocument(recording, { name: "recording", about: "", cpus, tasks });
  return { workload: taken.length === 0 ? null : loadWorkload(document), taken };
}
