/** What runs in a Web Worker: the assignment comes first, then batches of points, and each is answered. */
import type { Assignment } from "../batch.js";
import { PointRunner } from "../point-runner.js";

export type Request = { readonly assignment: Assignment } | { readonly points: readonly number[] };

let runner: PointRunner | undefined;

addEventListener("message", async ({ data }: MessageEvent<Request>) => {
  if ("assignment" in data) runner = new PointRunner(data.assignment);
  else if (runner !== undefined) postMessage(await runner.run(data.points));
});
