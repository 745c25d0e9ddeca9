/** The workload that several questions share: hogs, and sleepers that run 1 ms. */
import { loadWorkload, type Workload } from "../../src/index.js";

export interface Mix {
  readonly tasks: number;
  readonly cpus: number;
  readonly hz: number;
  readonly duration: string;
  /** How long a sleeper sleeps, ns. */
  readonly sleepNs: number;
  /** When the hogs start, ns; the sleepers start at random within one of their rounds. */
  readonly hogsStartNs: number;
  /**
   * Sleepers start at 0 and timers go off with ticks: then everything happens on them (where 1 ms is a whole number of
   * them).
   */
  readonly onTicks?: boolean;
}

/**
 * Half of the tasks never block; the others run 1 ms and sleep, off the tick grid by their random starts unless
 * `onTicks`.
 */
export function hogsAndSleepers({ tasks, cpus, hz, duration, sleepNs, hogsStartNs, onTicks = false }: Mix): Workload {
  const hogs = tasks >> 1;
  return loadWorkload({
    name: `${hogs} hogs, ${tasks - hogs} sleepers`,
    machine: { cpus, hz, timers: onTicks ? "jiffies" : "hrtimer" },
    duration,
    seed: 1,
    tasks: [
      { name: "hog", count: hogs, start: hogsStartNs, program: [{ run: "1s" }] },
      {
        name: "sleeper",
        count: tasks - hogs,
        start: onTicks ? 0 : { uniform: [0, RUN_NS + sleepNs] },
        program: [{ run: RUN_NS }, { sleep: sleepNs }],
      },
    ],
  });
}

const RUN_NS = 1_000_000;
