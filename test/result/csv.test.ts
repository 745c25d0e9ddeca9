import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { buildResult, type resultCsvLines, writeResultCsv } from "../../src/result/index.js";
import { madeUpRun } from "./made-up-run.js";

/** A small reader of RFC 4180, to check the writer against. */
function parseCsv(text: string): string[][] {
  const records: string[][] = [];
  let at = 0;
  while (at < text.length) {
    const record: string[] = [];
    for (;;) {
      let field = "";
      if (text[at] === '"') {
        at += 1;
        while (text[at] !== '"' || text[at + 1] === '"') {
          field += text[at];
          at += text[at] === '"' ? 2 : 1;
        }
        at += 1;
      } else {
        while (at < text.length && text[at] !== "," && text[at] !== "\r") field += text[at++];
      }
      record.push(field);
      if (text[at] !== ",") break;
      at += 1;
    }
    expect(text.slice(at, at + 2)).toBe("\r\n");
    at += 2;
    records.push(record);
  }
  return records;
}

function csvOf(...results: Parameters<typeof resultCsvLines>[0]): string {
  let text = "";
  writeResultCsv(results, (chunk) => {
    text += chunk;
  });
  return text;
}

describe("CSV", () => {
  it("has the scheduler first, a line for each task of each run, and one number of fields", () => {
    const tasks = [
      { document: 0, cpuTimeNs: 300, latenciesNs: [10, 20] },
      { document: 0, cpuTimeNs: 100 },
    ];
    const text = csvOf(
      buildResult(madeUpRun({ tasks, marks: [], scheduler: "o1-2.6.0" })),
      buildResult(madeUpRun({ tasks, marks: [] })),
    );
    const [header, ...rows] = parseCsv(text);
    expect(header?.slice(0, 5)).toEqual(["scheduler", "provenance", "workload", "seed", "pid"]);
    expect(rows.map((row) => [row[0], row[4]])).toEqual([
      ["o1-2.6.0", "1"],
      ["o1-2.6.0", "2"],
      ["o1-2.6.22", "1"],
      ["o1-2.6.22", "2"],
    ]);
    for (const row of rows) expect(row).toHaveLength(header?.length ?? 0);
    const field = (row: number, name: string) => rows[row]?.[header?.indexOf(name) ?? -1];
    expect(field(0, "cpuTimeNs")).toBe("300");
    expect(field(0, "wakeupLatencyMeanNs")).toBe("15");
    expect(field(1, "wakeupLatencyMeanNs")).toBe("");
    expect(field(1, "exitedNs")).toBe("");
  });

  it("quotes names so that any reader gets them back", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('"', ",", "\r", "\n", " ", "a", "é") }), (name) => {
        const run = madeUpRun({ documents: [{ name, count: 1 }], tasks: [{ document: 0, cpuTimeNs: 1 }] });
        const [header, row] = parseCsv(csvOf(buildResult(run)));
        expect(row?.[header?.indexOf("name") ?? -1]).toBe(name);
        expect(row?.[header?.indexOf("group") ?? -1]).toBe(name);
      }),
    );
  });

  it("gives each mark its columns, empty for tasks that do not set it", () => {
    const tasks = [
      { document: 0, cpuTimeNs: 1, intervalsNs: [5, 7] },
      { document: 0, cpuTimeNs: 1 },
    ];
    const [header, marked, unmarked] = parseCsv(csvOf(buildResult(madeUpRun({ tasks, marks: ["frame"] }))));
    const at = header?.indexOf("mark.frame.count") ?? -1;
    expect(header?.slice(at)).toEqual(
      ["count", "perSecond", "intervalMeanNs", "intervalP50Ns", "intervalP99Ns", "intervalMaxNs"].map(
        (name) => `mark.frame.${name}`,
      ),
    );
    expect(marked?.slice(at)).toEqual(["3", "3", "6", "5", "7", "7"]);
    expect(unmarked?.slice(at)).toEqual(["", "", "", "", "", ""]);
  });
});
