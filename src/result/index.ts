/** From the core's figures to results: as objects, JSON, CSV and side-by-side comparisons. */
export { buildResult, type ResultInput } from "./build.js";
export { reconstructedMark } from "./column-labels.js";
export {
  type Comparison,
  type ComparisonColumn,
  type ComparisonRow,
  type ComparisonSection,
  type ComparisonUnit,
  compareResults,
} from "./comparison.js";
export { resultCsvLines, writeResultCsv } from "./csv.js";
export { Histogram, HistogramBuilder } from "./histogram.js";
export { resultJsonChunks, writeResultJson } from "./json.js";
export { eachTask } from "./lazy-result.js";
export { resultSchema } from "./schema.js";
export { kernelTaskName, taskName } from "./task-name.js";
export type {
  CpuResult,
  GroupResult,
  MarkResult,
  PercentilesOf,
  Punctuality,
  QualifiedSpanSummary,
  SimulationResult,
  SpanSummary,
  Spread,
  SwitchCounts,
  TaskResult,
  Totals,
} from "./types.js";
