/** schedlab: what would that scheduler have done? The public API, the same in Node and in browsers. */

export type * from "./engine/inspect.js";
export type { EngineModule, EngineSource } from "./engine/load.js";
export { loadEngine } from "./engine/load.js";
export type * from "./engine/types.js";
export { SchedlabError } from "./errors.js";
export * from "./result/index.js";
export {
  type Inspection,
  type SimulateOptions,
  Simulation,
  type SimulationOptions,
  schedulers,
  simulate,
} from "./simulation.js";
export type { Snapshot } from "./snapshot.js";
export * from "./trace/index.js";
export { version } from "./version.js";
export * from "./workload/index.js";
