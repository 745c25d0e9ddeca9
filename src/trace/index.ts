/** Traces as text: the golden format and back, Chrome's format, comparison, and a picture for terminals. */
export { type ChromeTraceContext, createChromeTraceWriter } from "./chrome.js";
export { compareTraces, formatDifference, linesOf, TraceComparison, type TraceDifference } from "./compare.js";
export { formatEvent, parseEventLine } from "./event-line.js";
export { createFtraceWriter, type FtraceContext } from "./kernel/ftrace.js";
export { createPerfScriptWriter } from "./kernel/perf-script.js";
export { createPerfettoWriter, type PerfettoContext } from "./perfetto/perfetto.js";
export {
  type TaskTimelineRow,
  type Timeline,
  TimelineCollector,
  type TimelineOptions,
  type TimelineRow,
} from "./timeline.js";
export { formatTimeline, type TimelinePart, type TimelineTextOptions } from "./timeline-text.js";
export { createTsvWriter } from "./tsv.js";
export type { BinaryTraceWriter, TraceWriter } from "./writer.js";
