/** Plans for tests: a small workload, and ways to read plans and their complaints. */
import { loadEngine, type SweepPlan } from "../../src/index.js";
import { readPlan } from "../../src/sweep/read-plan.js";

/** Draws, so that seeds matter. Takes about a millisecond. */
export const workload = {
  name: "mix",
  machine: { cpus: 2 },
  duration: "100ms",
  tasks: [
    { name: "intr", count: 4, program: [{ run: "2ms" }, { sleep: { uniform: ["1ms", "3ms"] } }, { mark: "loop" }] },
    { name: "kernel-build", count: 1, program: [{ run: "10ms" }] },
  ],
};

export async function read(plan: string | object): Promise<SweepPlan> {
  return readPlan(plan, await loadEngine(), { file: "plan.yaml" });
}

/** The plan around `rest`, in YAML. */
export function yaml(rest: string): string {
  return `workload: ${JSON.stringify(workload)}\n${rest}`;
}

export async function complaint(rest: string): Promise<string> {
  try {
    await read(yaml(rest));
  } catch (error) {
    if (error instanceof Error) return error.message;
  }
  return "no complaint";
}
