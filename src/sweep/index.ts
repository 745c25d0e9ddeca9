/** Sweeps: many points of one plan, on all cores. Nothing here touches files or knows of Node. */
export { type Measure, type MeasureUnit, standardMeasures } from "./measures.js";
export type { Axis, Parameter, ParameterValue, SweepPlan, WorkloadSource } from "./plan.js";
export { type ReadPlanOptions, readPlan } from "./read-plan.js";
export { DEFAULT_MEMORY_LIMIT, type SweepOptions, type SweepPoint, sweep } from "./sweep.js";
