/**
 * The workers of the browser build: the bundle beside this one (see default-workers.ts). Bundlers know the pattern
 * `new Worker(new URL("…", import.meta.url))` and carry the file along.
 */
import type { Assignment, Pool } from "./batch.js";
import { createWebPool } from "./workers/web-pool.js";

export { usualWorkers } from "./workers/web-pool.js";

export async function createPool(assignment: Assignment, workers: number): Promise<Pool> {
  const start = () => new Worker(new URL("./sweep-worker.browser.js", import.meta.url), { type: "module" });
  return createWebPool(start, assignment, workers);
}
