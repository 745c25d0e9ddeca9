/** schedlab: what would that scheduler have done? The public API, the same in Node and in browsers. */

export * from "./bitsearch/index.js";
export type * from "./engine/inspection/bfs.js";
export type * from "./engine/inspection/cfs-2.6.js";
export type * from "./engine/inspection/cfs-5.19.js";
export type * from "./engine/inspection/eevdf-6.12.js";
export type * from "./engine/inspection/goodness.js";
export type * from "./engine/inspection/nicksched.js";
export type * from "./engine/inspection/o1-2.5.js";
export type * from "./engine/inspection/o1-2.6.js";
export type * from "./engine/inspection/schedulers.js";
export type * from "./engine/inspection/spa.js";
export type * from "./engine/inspection/staircase.js";
export type * from "./engine/inspection/staircase-deadline.js";
export type * from "./engine/inspection/types.js";
export type { EngineModule, EngineSource } from "./engine/load.js";
export { loadEngine } from "./engine/load.js";
export type * from "./engine/types.js";
export { SchedlabError } from "./errors.js";
export * from "./explain/index.js";
export {
  type Compared,
  type FidelityFigures,
  type FidelityOptions,
  type FidelityReport,
  measureFidelity,
  type SpanFigures,
} from "./fidelity.js";
// This loadWorkload, which imports what is not in our own format, comes before that of the workload itself.
export {
  formatWorkload,
  type Imported,
  type ImportFact,
  type ImportKind,
  type ImportOptions,
  type ImportSource,
  type ImportWindow,
  type ImportWorkloadOptions,
  importWorkload,
  loadWorkload,
  type RecordedBehaviour,
  type TaskBehaviour,
  type WorkloadDocument,
} from "./import/index.js";
export * from "./recording/index.js";
export * from "./report/index.js";
export * from "./result/index.js";
export {
  isInspectionOf,
  type SimulateOptions,
  Simulation,
  type SimulationOptions,
  schedulers,
  simulate,
} from "./simulation.js";
export type { Snapshot } from "./snapshot.js";
export * from "./sweep/index.js";
export * from "./trace/index.js";
export { version } from "./version.js";
export * from "./workload/index.js";
