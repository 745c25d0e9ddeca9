/** Workloads: reading, checking and compiling them. Nothing here touches files or knows of Node. */
export { compileWorkload } from "./compile/compile.js";
export type { IncludedFile, ReadInclude } from "./include.js";
export { type LoadOptions, loadWorkload } from "./load.js";
export { type MachineChanges, withMachine } from "./machine-changes.js";
export type { Override } from "./overrides/apply.js";
export { formatProblem, type Problem, WorkloadError } from "./problem.js";
export { formatOfFile, type WorkloadFormat } from "./source/format.js";
export { parseDuration } from "./values/duration.js";
export * from "./workload.js";
