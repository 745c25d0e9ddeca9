/** The workers of the Node builds: threads of the bundle beside this one (see default-workers.ts). */
import type { Assignment, Pool } from "./batch.js";
import { createThreadPool } from "./workers/thread-pool.js";

export { usualWorkers } from "./workers/thread-pool.js";

export function createPool(assignment: Assignment, workers: number): Promise<Pool> {
  return createThreadPool(new URL("./sweep-worker.js", import.meta.url), assignment, workers);
}
