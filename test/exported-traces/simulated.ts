/** Whole runs of examples, with details, and their tasks' names. */
import { readFileSync } from "node:fs";
import type { TraceEvent } from "../../src/engine/types.js";
import { createSimulatedKernelTrace } from "../../src/recording/from-simulation.js";
import type { RecordedEvent } from "../../src/recording/index.js";
import { Simulation, type SimulationOptions } from "../../src/simulation.js";

export interface SimulatedTrace {
  readonly cpus: number;
  readonly durationNs: number;
  readonly events: readonly TraceEvent[];
  /** The same in the vocabulary of kernels. */
  readonly recorded: readonly RecordedEvent[];
  readonly marks: readonly string[];
  taskName(pid: number): string;
}

export async function simulatedTrace(
  source: string | object,
  options: SimulationOptions = {},
): Promise<SimulatedTrace> {
  const workload = typeof source === "string" ? readFileSync(`examples/${source}`, "utf8") : source;
  const simulation = await Simulation.create(workload, { ...options, trace: "detailed" });
  const { durationNs } = simulation.workload;
  const events: TraceEvent[] = [];
  while (!simulation.advanceSlice(durationNs, (batch) => events.push(...batch)));
  const { cpus } = simulation.workload.machine;
  const { marks } = simulation.image;
  const taskName = (pid: number) => simulation.taskName(pid);
  const recorded = createSimulatedKernelTrace({ cpus, taskName, marks })(events);
  return { cpus, durationNs, events, recorded, marks, taskName };
}
