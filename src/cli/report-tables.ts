/** The reports as the writers see them: rows that come one by one, or at the end. */

import type { RecordedEvent } from "../recording/index.js";
import {
  type LatencyOptions,
  LatencyReport,
  type LatencySortKey,
  latencyFields,
  latencyLines,
  latencyRecord,
  type MapOptions,
  MapReport,
  type MapRow,
  mapFields,
  mapLine,
  mapRecord,
  type ReportRecord,
  type SummaryOptions,
  summaryFields,
  summaryLines,
  summaryRecord,
  summaryTotals,
  type TaskHistory,
  type TaskLatency,
  Timehist,
  type TimehistColumns,
  type TimehistOptions,
  type TimehistRow,
  TimehistText,
  timehistFields,
  timehistRecord,
} from "../report/index.js";

export interface Report<Row = unknown> {
  readonly fields: readonly string[];
  /** The row that an event makes, if it makes one that is to be shown. */
  add(event: RecordedEvent): Row | null;
  /** Rows that are known only at the end. */
  last(): Iterable<Row>;
  record(row: Row): ReportRecord;
  /** What else a program may want to know: members of the JSON beside the rows. */
  totals(): object;
  /** Text before the first row, with its newline. */
  readonly head: string;
  /** Of rows that are known before the end. */
  line(row: Row): string;
  /** Lines behind the last row, without newlines. */
  tail(): Iterable<string>;
}

export interface TimehistView extends TimehistOptions, TimehistColumns {
  /** Behind the rows. */
  readonly summary: SummaryOptions | null;
}

export function timehistReport(view: TimehistView): Report<TimehistRow> {
  const history = new Timehist(view);
  const text = new TimehistText(view);
  const { summary } = view;
  return {
    fields: timehistFields,
    add(event) {
      const row = history.add(event);
      if (row === null || row.kind === "switch") return row;
      return (row.kind === "wakeup" ? view.wakeups : view.migrations) === true ? row : null;
    },
    last: () => [],
    record: timehistRecord,
    totals: () =>
      summary === null ? {} : { summary: history.tasks().map(summaryRecord), totals: summaryTotals(history, summary) },
    head: `${text.head()}\n`,
    line: (row) => text.line(row) ?? "",
    tail: () => (summary === null ? [] : summaryLines(history, summary)),
  };
}

export function summaryReport(options: TimehistOptions, summary: SummaryOptions): Report<TaskHistory> {
  const history = new Timehist(options);
  return {
    fields: summaryFields,
    add(event) {
      history.add(event);
      return null;
    },
    last: () => history.tasks(),
    record: summaryRecord,
    totals: () => ({ totals: summaryTotals(history, summary) }),
    head: "",
    line: () => "",
    tail: () => summaryLines(history, summary),
  };
}

export interface LatencyView extends LatencyOptions {
  readonly byPid: boolean;
  readonly sort: readonly LatencySortKey[];
}

export function latencyReport(view: LatencyView): Report<TaskLatency> {
  const waits = new LatencyReport(view);
  return {
    fields: latencyFields,
    add(event) {
      waits.add(event);
      return null;
    },
    last: () => waits.rows(view),
    record: latencyRecord,
    totals: () => ({}),
    head: "",
    line: () => "",
    tail: () => latencyLines(waits.rows(view)),
  };
}

export function mapReport(options: MapOptions): Report<MapRow> {
  const map = new MapReport(options);
  return {
    fields: mapFields,
    add: (event) => map.add(event),
    last: () => [],
    record: mapRecord,
    totals: () => ({}),
    head: "",
    line: (row) => mapLine(row, options),
    tail: () => [],
  };
}
