/** Runs in the browser: a sweep by a page, with Web Workers. */
import * as library from "schedlab";
import * as embedded from "schedlab/embedded";

const builds = { library, embedded };

/** The points of a plan as JSON, how many workers were started, and in which order `onPoint` saw them. */
async function sweep(build: keyof typeof builds, plan: object, workers: number) {
  let started = 0;
  const Original = globalThis.Worker;
  globalThis.Worker = class extends Original {
    constructor(...args: ConstructorParameters<typeof Worker>) {
      super(...args);
      started += 1;
    }
  };
  try {
    const points: string[] = [];
    const seen: number[] = [];
    const onPoint = ({ index }: library.SweepPoint) => seen.push(index);
    for await (const point of builds[build].sweep(plan, { workers, onPoint })) points.push(JSON.stringify(point));
    return { points, started, seen };
  } finally {
    globalThis.Worker = Original;
  }
}

/** Gives up after the first point. */
async function giveUp(plan: object): Promise<string> {
  const controller = new AbortController();
  try {
    for await (const _ of library.sweep(plan, { workers: 2, signal: controller.signal })) {
      controller.abort(new Error("enough"));
    }
    return "not given up";
  } catch (error) {
    return String(error);
  }
}

async function complaint(plan: object): Promise<string> {
  try {
    for await (const _ of library.sweep(plan)) return "no complaint";
    return "no points";
  } catch (error) {
    return error instanceof library.WorkloadError ? error.message : String(error);
  }
}

export const pageFunctions = { sweep, giveUp, complaint };
Object.assign(globalThis, { schedlabPage: pageFunctions });
