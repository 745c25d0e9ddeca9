/** No workers: the points run where the caller is, one after the other, with turns for everybody else in between. */
import type { Assignment, Pool } from "../batch.js";
import { PointRunner } from "../point-runner.js";

export function runInPlace(assignment: Assignment): Pool {
  const runner = new PointRunner(assignment);
  let last: Promise<unknown> = Promise.resolve();
  return {
    workers: 1,
    run(points) {
      const outcome = last.then(async () => {
        await new Promise((resolve) => setTimeout(resolve, 0));
        return runner.run(points);
      });
      last = outcome.catch(() => undefined);
      return outcome;
    },
    async close() {},
  };
}
