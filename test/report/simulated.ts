/** A simulated run as a recording. */
import type { RecordedEvent } from "../../src/recording/event.js";
import { createSimulatedRecording } from "../../src/recording/from-simulation.js";
import type { SimulationResult } from "../../src/result/index.js";
import type { SimulationOptions } from "../../src/simulation.js";
import { play } from "../engine/played.js";

export interface Simulated {
  readonly events: readonly RecordedEvent[];
  readonly result: SimulationResult;
}

export async function simulated(workload: object, options: SimulationOptions = {}): Promise<Simulated> {
  const { events, result, simulation } = await play(workload, options);
  const record = createSimulatedRecording({
    cpus: result.machine.cpus,
    taskName: (pid) => simulation.taskName(pid),
  });
  return { events: events.map(record), result };
}
