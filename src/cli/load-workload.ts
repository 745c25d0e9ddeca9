/** From a file (or standard input) and the options that change it to a workload. */
import { loadWorkload, type Override, type Workload } from "../workload/index.js";
import { readInput } from "./read-input.js";

/** Throws SchedlabError where the file cannot be read, and WorkloadError where it is no workload. */
export async function loadWorkloadFile(path: string, set: readonly Override[]): Promise<Workload> {
  const { text, name } = await readInput(path);
  return loadWorkload(text, { file: name, set });
}
