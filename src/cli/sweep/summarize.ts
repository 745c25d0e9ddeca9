/** `schedlab summarize`: the configurations of a sweep, as a table, as JSON, or as a report for a browser. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type SummaryOptions, summarize } from "../../sweep/summary.js";
import { exitCodes } from "../exit-codes.js";
import { OutputFile } from "../output-file.js";
import { writeErr, writeOut } from "../process-life.js";
import { coloursFor, columnsOf } from "../terminal.js";
import { PLAN_FILE, prefixOf, readResults } from "./results.js";
import { summaryLines } from "./summary-table.js";
import { pathList } from "./sweep-options.js";

export interface TypedSummarizeOptions {
  readonly by?: readonly string[];
  readonly figure?: readonly string[];
  readonly format: "table" | "json";
  readonly html?: string;
}

export async function summarizeResults(folder: string, typed: TypedSummarizeOptions): Promise<number> {
  const by = pathList(typed.by);
  const figures = pathList(typed.figure);
  const options: SummaryOptions = {
    ...(by === undefined ? {} : { by }),
    ...(figures === undefined ? {} : { figures }),
  };
  const table = await readResults(folder);
  if (typed.html !== undefined) {
    const { reportDocument } = await import("./report.js");
    const planFile = join(folder, PLAN_FILE);
    const plan = existsSync(planFile) ? readFileSync(planFile, "utf8") : null;
    const file = new OutputFile(typed.html);
    try {
      file.write(Buffer.from(await reportDocument(table, options, { plan, prefix: prefixOf(folder) })));
      file.commit();
    } finally {
      file.abandon();
    }
    writeErr(`schedlab: wrote ${typed.html}\n`);
    return exitCodes.success;
  }
  if (typed.format === "json") {
    const { by: parameters, configurations } = summarize(table, options);
    const { name, plan, baseline } = table.head;
    writeOut(
      `${JSON.stringify({ name, plan, baseline, by: parameters.map(({ path }) => path), configurations }, null, 1)}\n`,
    );
    return exitCodes.success;
  }
  const view = { width: columnsOf(process.stdout), colours: coloursFor(process.stdout) };
  writeOut(`${summaryLines(table, options, view).join("\n")}\n`);
  return exitCodes.success;
}
