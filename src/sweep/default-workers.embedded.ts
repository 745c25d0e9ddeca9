/** The workers of the single-file build: their script is inside the bundle (see default-workers.ts). */
import script from "../../build/sweep-worker.browser.txt";
import type { Assignment, Pool } from "./batch.js";
import { createWebPool } from "./workers/web-pool.js";

export { usualWorkers } from "./workers/web-pool.js";

export async function createPool(assignment: Assignment, workers: number): Promise<Pool> {
  const url = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
  return createWebPool(() => new Worker(url, { type: "module" }), assignment, workers);
}
