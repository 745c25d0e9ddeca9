/** Web Workers: each has one batch at a time, and whoever is free takes the next one. One that ends is replaced. */
import type { Assignment, BatchOutcome, Pool } from "../batch.js";
import type { Request } from "./worker.browser.js";

interface Waiting {
  readonly points: readonly number[];
  readonly resolve: (outcome: BatchOutcome) => void;
  readonly reject: (error: Error) => void;
}

/** @param start starts the bundle of worker.browser.ts */
export function createWebPool(start: () => Worker, assignment: Assignment, workers: number): Pool {
  const queue: Waiting[] = [];
  const idle: Worker[] = [];
  const all = new Set<Worker>();

  const hire = () => {
    const worker = start();
    worker.postMessage({ assignment } satisfies Request);
    all.add(worker);
    idle.push(worker);
  };

  const next = () => {
    while (queue.length > 0 && idle.length > 0) {
      const waiting = queue.shift();
      const worker = idle.pop();
      if (waiting !== undefined && worker !== undefined) give(worker, waiting);
    }
  };

  const give = (worker: Worker, { points, resolve, reject }: Waiting) => {
    worker.onmessage = ({ data }: MessageEvent<BatchOutcome>) => {
      idle.push(worker);
      resolve(data);
      next();
    };
    worker.onerror = (event) => {
      event.preventDefault();
      worker.terminate();
      all.delete(worker);
      hire();
      reject(new Error(event.message || "it could not be started"));
      next();
    };
    worker.postMessage({ points } satisfies Request);
  };

  for (let count = 0; count < workers; count++) hire();
  return {
    workers,
    run: (points) =>
      new Promise((resolve, reject) => {
        queue.push({ points, resolve, reject });
        next();
      }),
    async close() {
      for (const worker of all) worker.terminate();
      for (const { reject } of queue.splice(0)) reject(new Error("the pool was closed"));
    },
  };
}

export function usualWorkers(): number {
  return navigator.hardwareConcurrency;
}
