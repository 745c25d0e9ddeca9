/** Worker threads of Node, kept by tinypool: it queues, notices threads that end, and starts others in their place. */
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import type { Assignment, BatchOutcome, Pool } from "../batch.js";

/** What JavaScript may take in a worker beside the engine's memory; a point needs a few MiB. */
const HEAP_MIB = 512;

/** @param script the bundle of worker.node.ts */
export async function createThreadPool(script: URL, assignment: Assignment, workers: number): Promise<Pool> {
  const { Tinypool } = await import("tinypool");
  const pool = new Tinypool({
    filename: fileURLToPath(script),
    minThreads: workers,
    maxThreads: workers,
    workerData: assignment,
    // What Node was started with (--input-type, --watch …) is not meant for workers, and some of it stops them.
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MIB },
    // A worker that waits in Atomics.wait does not compile and collect in its pauses.
    useAtomics: false,
  });
  return {
    workers,
    run: (points) => pool.run(points) as Promise<BatchOutcome>,
    close: () => pool.destroy(),
  };
}

export function usualWorkers(): number {
  return availableParallelism();
}
