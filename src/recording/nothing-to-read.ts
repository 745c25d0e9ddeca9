/** What to say of a file that holds no scheduling events: what it seems to be, and how to come to one that does. */
import { SchedlabError } from "../errors.js";
import type { RecordingFindings } from "./findings.js";
import { foreignText, HOW_TO_RECORD } from "./foreign.js";

const SLICES_OF_CPUS =
  "expected slices on tracks with names such as `CPU 0`, or of a process that is called `CPUs`, the names first";

export function nothingToRead(findings: RecordingFindings, file: string): SchedlabError {
  const { otherEvents, skipped } = findings;
  const examples = [...skipped.values()].map(({ example }) => example);
  const known = foreignText(examples);
  const others = [...otherEvents].sort(([, a], [, b]) => b - a);
  const names = others.slice(0, 4).map(([name]) => name);
  if (names.length < others.length) names.push("…");
  if (known !== null) {
    return new SchedlabError(
      `${file}: this is ${known}; it holds no scheduling events that can be read; ${HOW_TO_RECORD}`,
    );
  }
  if (names.length > 0) {
    const what = `a trace of other events: ${names.join(", ")}`;
    const way = findings.kind === "chrome" ? SLICES_OF_CPUS : HOW_TO_RECORD;
    return new SchedlabError(`${file}: this is ${what}; it holds no scheduling events; ${way}`);
  }
  const expected =
    "expected a trace of ftrace, trace-cmd, perf script, systrace, Perfetto or Chrome with scheduling events";
  return new SchedlabError(`${file}: ${whatIsThere(findings, examples[0])}; ${expected}`);
}

function whatIsThere({ kind, wrappings, lines, bytesRead }: RecordingFindings, example: string | undefined): string {
  if (kind === "chrome")
    return "this is JSON without slices of CPUs (an array traceEvents with tracks named `CPU 0` …)";
  if (kind === "perfetto") return "this is a trace of Perfetto without events of ftrace";
  if (example !== undefined)
    return `this is no trace; the first line that was not understood is ${JSON.stringify(example.slice(0, 80))}`;
  if (lines === 0 && wrappings.includes("HTML")) return "this is a page without a trace in it";
  return bytesRead === 0 ? "the file is empty" : `there are ${lines} lines, and no event in them`;
}
