/** Whole simulated runs as ftrace's and perf's text: read back, and as other tools' expressions read them. */
import { describe, expect, it } from "vitest";
import type { RecordedEvent } from "../../src/recording/index.js";
import { readRecording } from "../../src/recording/index.js";
import { createFtraceWriter, createPerfScriptWriter, type TraceWriter } from "../../src/trace/index.js";
import { type SimulatedTrace, simulatedTrace } from "./simulated.js";

const runs: Readonly<Record<string, () => Promise<SimulatedTrace>>> = {
  "forks and marks on two CPUs": () => simulatedTrace("06-kernel-build.yaml", { duration: "2s" }),
  "migrations by kernel threads": () =>
    simulatedTrace("10-affinity-imbalance.yaml", { cpus: 4, scheduler: "o1-2.6.12", duration: "2s" }),
  "priorities below 0": () => simulatedTrace("02-massive-intr.yaml", { scheduler: "hamq", duration: "1s" }),
  "times to the nanosecond": () => simulatedTrace("11-distributions.yaml", { scheduler: "cfs", duration: "1s" }),
};

function written(writer: TraceWriter<RecordedEvent>, events: readonly RecordedEvent[], batch = 100): string {
  let text = "";
  for (let at = 0; at < events.length; at += batch) text += writer.write(events.slice(at, at + batch));
  return text + writer.end();
}

async function readBack(text: string): Promise<{ events: RecordedEvent[]; skipped: number }> {
  const recording = readRecording([new TextEncoder().encode(text)]);
  const events: RecordedEvent[] = [];
  for await (const batch of recording) events.push(...batch);
  return { events, skipped: Object.keys(recording.findings.skipped).length };
}

/** What the text can not tell: pids below 0, and that an `R` without `+` was no preemption. */
function asWritten(event: RecordedEvent): object {
  const pid = (value: number | null) => (value !== null && value < 0 ? 1_999_999_999 - value : value);
  const fields = Object.entries(event).map(([name, value]) => [name, /pid$/i.test(name) ? pid(value) : value]);
  const copy = Object.fromEntries(fields);
  const untold = event.kind === "switch" && event.previousState === "R" && !event.preempted;
  return untold ? { ...copy, preempted: null } : copy;
}

describe.each(Object.entries(runs))("a run with %s", (_, run) => {
  it("is read back from ftrace's text as it was, to the nanosecond", async () => {
    const { cpus, recorded } = await run();
    expect(recorded.length).toBeGreaterThan(100);
    const { events, skipped } = await readBack(written(createFtraceWriter({ cpus }), recorded));
    expect(skipped).toBe(0);
    expect(events).toEqual(recorded.map(asWritten));
  });

  it("is read back from perf's text as it was, but for who was interrupted", async () => {
    const { recorded } = await run();
    const { events, skipped } = await readBack(written(createPerfScriptWriter(), recorded));
    expect(skipped).toBe(0);
    const untold = (event: object) => ("inInterrupt" in event ? { ...event, inInterrupt: null } : event);
    const idle = (event: object) =>
      "wakerName" in event && "wakerPid" in event && event.wakerPid === 0 ? { ...event, wakerName: "swapper" } : event;
    expect(events).toEqual(recorded.map(asWritten).map(untold).map(idle));
  });

  it("is read by Perfetto's and by trappy's expressions for lines of ftrace, each line whole", async () => {
    const { cpus, recorded } = await run();
    const text = written(createFtraceWriter({ cpus }), recorded);
    expect(text.startsWith("# tracer: nop\n")).toBe(true);
    const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
    expect(lines.length).toBe(recorded.length);
    for (const [index, line] of lines.entries()) {
      const event = recorded[index]!;
      const seconds = (event.timeNs / 1e9).toFixed(9);
      const perfetto = perfettoLine.exec(line);
      expect(perfetto?.slice(3).map(String)).toEqual([
        String(event.cpu).padStart(3, "0"),
        expect.stringMatching(/^(\.\.[.h]\. +|undefined)$/),
        seconds,
        expect.stringMatching(/^(sched_\w+|tracing_mark_write)$/),
      ]);
      const trappy = trappyLine.exec(line);
      expect(trappy?.groups).toMatchObject({ cpu: perfetto?.[3], timestamp: seconds, pid: perfetto?.[1] });
      expect(trappy?.groups?.comm).toBe(line.slice(0, perfetto?.index).trim());
    }
  });
});

/** As documented by these projects' sources: systrace importer of Perfetto, raw text parser of trappy. */
const perfettoLine = /-(\d+)\s+\(?\s*(\d+|-+)?\)?\s?\[(\d+)\]\s*([a-zA-Z.]{3}[0-9a-f.]{1,2}\s*)?(\d+\.\d+):\s+(\S+):/;
const trappyLine =
  /^\s*(?<comm>.+)-(?<pid>\d+)(?:\s+\(.*\))?\s+\[(?<cpu>\d+)\](?:\s+....)?\s+(?<timestamp>\d+\.\d+): (?:\w+:\s+)+(?<data>.+)/;

describe("the end of a simulated trace as text", () => {
  it("depends neither on batches nor on whether text or bytes are asked for", async () => {
    const { cpus, recorded } = await simulatedTrace("05-ping-pong.json", { duration: "100ms" });
    const whole = written(createFtraceWriter({ cpus }), recorded, recorded.length);
    expect(written(createFtraceWriter({ cpus }), recorded, 7)).toBe(whole);
    expect(new TextDecoder().decode(createFtraceWriter({ cpus }).encode(recorded))).toBe(whole);
    expect(new TextDecoder().decode(createPerfScriptWriter().encode(recorded))).toBe(
      written(createPerfScriptWriter(), recorded, 7),
    );
  });

  it("is a header alone where nothing happened", () => {
    expect(written(createFtraceWriter({ cpus: 2 }), [])).toMatch(/^# tracer: nop\n#\n# +#P:2\n(#.*\n)+$/);
    expect(written(createPerfScriptWriter(), [])).toBe("");
  });
});
