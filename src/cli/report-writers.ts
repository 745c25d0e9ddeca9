/** Reports as text, JSON and CSV, written as the events come: a history of ten million rows is never in memory. */
import { csvLine } from "../result/csv-line.js";
import type { ReportSource } from "./report-source.js";
import type { Report } from "./report-tables.js";

/** What one of the reports does with one source. */
export interface ReportKind {
  readonly name: string;
  /** The report on one source, before its first event. */
  begin(source: ReportSource): Promise<Report> | Report;
}

/** One after another, with headings where there are several. */
export async function* textChunks(sources: readonly ReportSource[], kind: ReportKind): AsyncGenerator<string> {
  for (const [index, source] of sources.entries()) {
    const report = await kind.begin(source);
    const heading = sources.length > 1 ? `${index > 0 ? "\n" : ""}==> ${sourceLabel(source)} <==\n` : "";
    // Not before the first events: of a file that cannot be read nothing is printed.
    let text = heading + report.head;
    for await (const rows of rowsOf(source, report)) {
      for (const row of rows) text += `${report.line(row)}\n`;
      yield text;
      text = "";
    }
    for (const line of report.tail()) text += `${line}\n`;
    yield text;
  }
}

/** A file, and the scheduler if it is simulated. */
export function sourceLabel({ file, scheduler }: Pick<ReportSource, "file" | "scheduler">): string {
  return scheduler === null ? file : `${file} · ${scheduler}`;
}

/** One object for one source, a list for several. */
export async function* jsonChunks(sources: readonly ReportSource[], kind: ReportKind): AsyncGenerator<string> {
  const several = sources.length > 1;
  for (const [index, source] of sources.entries()) {
    const report = await kind.begin(source);
    const { file, scheduler } = source;
    const begin = JSON.stringify({ schema: "schedlab-report/1", report: kind.name, file, scheduler });
    const opening = several && index === 0 ? "[\n" : "";
    let text = `${opening}${begin.slice(0, -1)},"rows":[`;
    let separator = "\n";
    for await (const rows of rowsOf(source, report)) {
      for (const row of rows) {
        text += separator + JSON.stringify(report.record(row));
        separator = ",\n";
      }
      yield text;
      text = "";
    }
    for (const row of report.last()) {
      text += separator + JSON.stringify(report.record(row));
      separator = ",\n";
    }
    const totals = JSON.stringify(report.totals()).slice(1, -1);
    const closing = several ? (index < sources.length - 1 ? "," : "\n]") : "";
    yield `${text}\n]${totals === "" ? "" : `,\n${totals}`}}${closing}\n`;
  }
}

/** One header, however many sources. */
export async function* csvChunks(sources: readonly ReportSource[], kind: ReportKind): AsyncGenerator<string> {
  for (const [index, source] of sources.entries()) {
    const report = await kind.begin(source);
    const { file, scheduler } = source;
    const { fields } = report;
    const line = (row: unknown) => {
      const record = report.record(row);
      return csvLine([file, scheduler, ...fields.map((field) => record[field])]);
    };
    let text = index === 0 ? csvLine(["file", "scheduler", ...fields]) : "";
    for await (const rows of rowsOf(source, report)) {
      yield text + rows.map(line).join("");
      text = "";
    }
    yield text + [...report.last()].map(line).join("");
  }
}

/** The rows of each batch of events. */
async function* rowsOf(source: ReportSource, report: Report): AsyncGenerator<readonly unknown[]> {
  for await (const events of source.events()) {
    const rows: unknown[] = [];
    for (const event of events) {
      const row = report.add(event);
      if (row !== null) rows.push(row);
    }
    yield rows;
  }
}
