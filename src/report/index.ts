/** Reports on who ran when and who waited: over recordings, real and simulated. */
export { compareRuns, type RunComparison, type TaskComparison } from "./compare-runs.js";
export { FiguresOfRecording, type RecordingBounds } from "./figures-of-recording.js";
export { figuresOfResult } from "./figures-of-result.js";
export { choosesTasks, type ReportFilter } from "./filter.js";
export {
  type LatencyFigures,
  type LatencyOptions,
  LatencyReport,
  type LatencySortKey,
  latencySortKeys,
  type TaskLatency,
} from "./latency.js";
export { latencyLines } from "./latency-text.js";
export { type MapColours, type MapOptions, MapReport, type MapRow, mapLine } from "./map.js";
export {
  latencyFields,
  latencyRecord,
  mapFields,
  mapRecord,
  type ReportRecord,
  summaryFields,
  summaryRecord,
  timehistFields,
  timehistRecord,
} from "./records.js";
export type { RunFigures, RunTotals, TaskFigures } from "./run-figures.js";
export { RunStatistics, type RunSummary } from "./run-statistics.js";
export type { ShownTask } from "./spelling.js";
export {
  type HistoryTotals,
  type MigrationRow,
  type SwitchRow,
  type TaskHistory,
  Timehist,
  type TimehistOptions,
  type TimehistRow,
  type WakeupRow,
} from "./timehist.js";
export {
  type SummaryKind,
  type SummaryOptions,
  type SummaryTotals,
  summaryLines,
  summaryTotals,
} from "./timehist-summary.js";
export { type TimehistColumns, TimehistText } from "./timehist-text.js";
