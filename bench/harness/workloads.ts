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
}

/** Half of the tasks never block; the others run 1 ms and sleep, off the tick grid by their random starts. */
export function hogsAndSleepers({ tasks, cpus, hz, duration, sleepNs, hogsStartNs }: Mix): Workload {
  const hogs = tasks >> 1;
  return loadWorkload({
    name: `${hogs} hogs, ${tasks - hogs} sleepers`,
    machine: { cpus, hz, timers: "hrtimer" },
    duration,
    seed: 1,
    tasks: [
      { name: "hog", count: hogs, start: hogsStartNs, program: [{ run: "1s" }] },
      {
        name: "sleeper",
        count: tasks - hogs,
        start: { uniform: [0, RUN_NS + sleepNs] },
        program: [{ run: RUN_NS }, { sleep: sleepNs }],
      },
    ],
  });
}

const RUN_NS = 1_000_000;
