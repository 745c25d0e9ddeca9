/** A whole run with everything that can be seen of it. */
import type { TraceEvent } from "../../src/engine/types.js";
import type { SimulationResult } from "../../src/result/index.js";
import { Simulation, type SimulationOptions } from "../../src/simulation.js";

export interface Played {
  readonly events: readonly TraceEvent[];
  readonly result: SimulationResult;
  readonly simulation: Simulation;
}

/** Plays it to its end. */
export async function play(workload: object, options: SimulationOptions = {}): Promise<Played> {
  const simulation = await Simulation.create(workload, options);
  const events = eventsUntil(simulation);
  return { events, result: simulation.result(), simulation };
}

/** Advances, at most to the end, and returns the events on the way. */
export function eventsUntil(simulation: Simulation, untilNs = simulation.workload.durationNs): TraceEvent[] {
  const events: TraceEvent[] = [];
  const collect = (batch: readonly TraceEvent[]) => {
    for (const event of batch) events.push(event);
  };
  while (!simulation.advanceSlice(untilNs, collect));
  return events;
}
