/** Explanations of waits in recordings: who ran instead, counted anew from the events. */
import { describe, expect, it } from "vitest";
import { explainRecording, explanationLines } from "../../src/explain/index.js";
import type { RecordedEvent } from "../../src/recording/index.js";
import { inputBytes, readAll } from "../recording/read.js";

/** Waits of one task by the plainest reading of the events: [from, to] and who ran on its CPU, ns. */
function waitsOf(events: readonly RecordedEvent[], pid: number) {
  const waits: { fromNs: number; toNs: number; ran: Record<number, number> }[] = [];
  let waiting: { fromNs: number; cpu: number; ran: Record<number, number> } | null = null;
  let lastNs = 0;
  const running: Record<number, number> = {};
  let runs = false;
  for (const event of events) {
    if (waiting !== null) {
      const runner = running[waiting.cpu];
      if (runner !== undefined) waiting.ran[runner] = (waiting.ran[runner] ?? 0) + event.timeNs - lastNs;
    }
    lastNs = event.timeNs;
    if (event.kind === "switch" && event.cpu !== null) {
      running[event.cpu] = event.nextPid;
      if (event.nextPid === pid) {
        if (waiting !== null && event.timeNs > waiting.fromNs) waits.push({ ...waiting, toNs: event.timeNs });
        waiting = null;
        runs = true;
      }
      if (event.previousPid === pid) {
        runs = false;
        if (event.previousState === "R") waiting = { fromNs: event.timeNs, cpu: event.cpu, ran: {} };
      }
    } else if (event.kind === "waking" || event.kind === "wakeup" || event.kind === "new") {
      if (event.pid === pid && waiting === null && !runs) {
        waiting = { fromNs: event.timeNs, cpu: event.targetCpu ?? event.cpu ?? 0, ran: {} };
      }
    } else if (event.kind === "migrate" && event.pid === pid && waiting !== null) {
      waiting.cpu = event.toCpu;
    }
  }
  return waits.sort((a, b) => b.toNs - b.fromNs - (a.toNs - a.fromNs));
}

describe("a recording of hackbench by perf", async () => {
  const { events } = await readAll(inputBytes("perf_script_hackbench_6.18.txt"));
  const pids = [...new Set(events.flatMap((event) => (event.kind === "switch" ? [event.nextPid] : [])))];

  it("is explained as the events have it, for each of its tasks", async () => {
    let explained = 0;
    for (const pid of pids.filter((each) => each !== 0)) {
      const expected = waitsOf(events, pid);
      if (expected.length === 0) continue;
      const { waits, waitCount, scheduler } = await explainRecording([events], { task: String(pid), waits: 5 }, "hb");
      expect(scheduler).toBeNull();
      const whole = waits.filter(({ ranAgain }) => ranAgain);
      expect(waitCount - expected.length).toBe(waits.length - whole.length);
      for (const [index, wait] of whole.entries()) {
        const { fromNs, toNs, ran } = expected[index]!;
        expect(wait.toNs - wait.fromNs).toBe(toNs - fromNs);
        if (wait.fromNs !== fromNs) continue;
        const found = Object.fromEntries(
          wait.ran.filter(({ ranNs }) => ranNs > 0).map((each) => [each.pid, each.ranNs]),
        );
        expect(found).toEqual(Object.fromEntries(Object.entries(ran).filter(([, ns]) => ns > 0)));
        explained += 1;
      }
      expect(waits.every(({ reasons }) => reasons.length === 0)).toBe(true);
    }
    expect(explained).toBeGreaterThan(5);
  });

  it("is explained in sentences, by name", async () => {
    const lines = explanationLines(await explainRecording([events], { task: "hackbench", waits: 2 }, "hb.txt"));
    expect(lines[0]).toMatch(/^hb\.txt: hackbench waited \d+ times, [\d.]+ [mµ]?s in all$/);
    expect(lines.join("\n")).toMatch(/hackbench \(pid \d+\) waited .* on CPU \d, from 1390\.\d+ s to 1390\.\d+ s\./);
    expect(lines.join("\n")).toContain("Meanwhile ran ");
  });

  it("has no task of another name", async () => {
    await expect(explainRecording([events], { task: "nobody" }, "hb.txt")).rejects.toThrow(
      /no task nobody in hb\.txt: it has .*hackbench.*; give a name or a pid/,
    );
  });
});
