/** What runs in a worker thread of Node: tinypool calls the default export for each batch. */
import type {} from "tinypool";
import type { Assignment, BatchOutcome } from "../batch.js";
import { PointRunner } from "../point-runner.js";

const runner = new PointRunner(process.__tinypool_state__.workerData as Assignment);

export default function run(points: readonly number[]): Promise<BatchOutcome> {
  return runner.run(points);
}
