/**
 * Where the workers of a sweep come from: as with the engine's default source, the one point in which the builds of the
 * library differ, and `scripts/build.mjs` swaps this file for the variant of each build:
 *
 *   default-workers.ts            the source tree (tests, benches): worker threads of the bundle in dist/
 *   default-workers.node.ts       dist/index.js and dist/cli.js: worker threads of the bundle beside them
 *   default-workers.browser.ts    dist/index.browser.js: Web Workers of the bundle beside it
 *   default-workers.embedded.ts   dist/schedlab.embedded.js: Web Workers of a bundle inside the bundle
 */
import type { Assignment, Pool } from "./batch.js";
import { createThreadPool } from "./workers/thread-pool.js";

export { usualWorkers } from "./workers/thread-pool.js";

export function createPool(assignment: Assignment, workers: number): Promise<Pool> {
  return createThreadPool(new URL("../../dist/sweep-worker.js", import.meta.url), assignment, workers);
}
