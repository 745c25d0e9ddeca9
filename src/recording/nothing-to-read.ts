/** What to say of a file that holds no scheduling events: what it seems to be, and how to come to one that does. */
import { SchedlabError } from "../errors.js";
import type { RecordingFindings } from "./findings.js";

const howToRecord =
  "record the scheduler's events: trace-cmd record -e sched (then trace-cmd report), or " +
  "perf sched record (then perf script)";

/** Formats of text that are known by their lines, and not read. */
const foreign: readonly { readonly line: RegExp; readonly what: string }[] = [
  { line: /\}, \{ .*=|\{ cpu_id = \d+ \}/, what: "an LTTng trace as babeltrace2 prints it" },
  { line: /^Attach(ed|ing)( to)? \d+ probe|^@\w*[[:]/, what: "the output of bpftrace" },
  { line: /^\s*\d+\)\s.*\|/, what: "a function graph" },
  { line: /^# tracer: (function|wakeup|irqsoff|preemptoff)/, what: "the output of another tracer" },
];

export function nothingToRead(findings: RecordingFindings, file: string): SchedlabError {
  const { otherEvents, skipped } = findings;
  const examples = [...skipped.values()].map(({ example }) => example);
  const known = foreign.find(({ line }) => examples.some((example) => line.test(example)));
  const others = [...otherEvents].sort(([, a], [, b]) => b - a);
  const names = others.slice(0, 4).map(([name]) => name);
  if (names.length < others.length) names.push("…");
  if (known !== undefined) {
    return new SchedlabError(
      `${file}: this is ${known.what}; it holds no scheduling events that can be read; ${howToRecord}`,
    );
  }
  if (names.length > 0) {
    const what = `a trace of other events (${names.join(", ")})`;
    return new SchedlabError(`${file}: this is ${what}; it holds no scheduling events; ${howToRecord}`);
  }
  const expected =
    "expected a trace of ftrace, trace-cmd, perf script, systrace, Perfetto or Chrome with scheduling events";
  return new SchedlabError(`${file}: ${whatIsThere(findings, examples[0])}; ${expected}`);
}

function whatIsThere({ kind, lines, bytesRead }: RecordingFindings, example: string | undefined): string {
  if (kind === "chrome")
    return "this is JSON without slices of CPUs (an array traceEvents with tracks named `CPU 0` …)";
  if (kind === "perfetto") return "this is a trace of Perfetto without events of ftrace";
  if (example !== undefined)
    return `this is no trace; the first line that was not understood is ${JSON.stringify(example.slice(0, 80))}`;
  return bytesRead === 0 ? "the file is empty" : `there are ${lines} lines, and no event in them`;
}
