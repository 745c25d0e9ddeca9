/** Plans in a folder of their own, and the results of sweeping them. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../schedlab.js";

/** Draws, so that seeds matter; a point takes about a millisecond. */
const workload = `name: mix
machine: { cpus: 2 }
duration: 100ms
tasks:
  - { name: intr, count: 4, program: [{ run: 2ms }, { sleep: { uniform: [1ms, 3ms] } }, { mark: loop }] }
  - { name: hog, program: [{ run: 10ms }] }
`;

export const standardPlan = `name: small
workload: mix.yaml
vary:
  scheduler: [o1-2.6.0, o1-2.6.22, vanilla-2.4.17]
  tasks.intr.count: {from: 1, to: 16, steps: 5, scale: log}
seed: {count: 6}
measure: [tasks.intr.share.jain, latency.p99, longestWait, marks.loop.rate, totals.contextSwitches]
baseline: {scheduler: o1-2.6.22}
`;

/** A folder with `mix.yaml` and `plan.yaml`; without one that is given it is gone after the test. */
export function planFolder(plan: string = standardPlan, folder: string = temporaryFolder()): string {
  writeFileSync(join(folder, "mix.yaml"), workload);
  writeFileSync(join(folder, "plan.yaml"), plan);
  return folder;
}

/** All files of results but the journal, by name. */
export function resultsIn(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
  const kept = paths.filter((path) => !path.startsWith("journal/") && path !== ".lock").sort();
  return Object.fromEntries(kept.map((path) => [path, readFileSync(join(folder, path)).toString("base64")]));
}
