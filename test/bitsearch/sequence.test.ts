/**
 * What an O(1) scheduler does to its bitmaps is recorded to the last operation, and replayed so that every search
 * finds the same.
 */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { inProject } from "../../scripts/build/files.mjs";
import { ExpectedFolds, sliceRounds } from "../../src/bitsearch/expected-folds.js";
import { recordSequence, runBitsearch } from "../../src/bitsearch/index.js";
import { interactiveMaps } from "../../src/bitsearch/interactive-maps.js";
import { sequenceOf } from "../../src/bitsearch/sequence.js";
import { loadRecorder } from "../../src/engine/load.js";
import { simulate } from "../../src/simulation.js";
import { everySubject } from "./every-subject.js";

const example = (name: string) => readFileSync(inProject(`examples/${name}`), "utf8");
const transcode = example("18-transcode-and-dd.yaml");

describe("the recording engine", () => {
  test.each(["o1-2.5.2", "o1-2.6.22"])("decides like the normal one: %s", async (scheduler) => {
    const engine = await loadRecorder();
    const options = { scheduler, cpus: 4, duration: "2s" };
    const recorded = await simulate(transcode, { ...options, engine });
    expect(recorded.traceDigest).toBe((await simulate(transcode, options)).traceDigest);
  });

  test("knows the O(1) schedulers alone", async () => {
    await expect(recordSequence(transcode, { scheduler: "cfs-2.6.23" })).rejects.toThrow(
      /^unknown scheduler "cfs-2.6.23"/,
    );
  });
});

describe("a recording", () => {
  test("is that of the scheduler: as many inserts as enqueues, and every search finds what is queued", async () => {
    const workload = {
      name: "two that alternate",
      duration: "100ms",
      tasks: [{ name: "sleeper", count: 2, program: [{ run: "1ms" }, { sleep: "3ms" }] }],
    };
    const recording = await recordSequence(workload, { scheduler: "o1-2.6.22" });
    const { totals } = await simulate(workload, { scheduler: "o1-2.6.22" });
    expect(recording.lists).toBe(140);
    const count = (kind: string) => recording.operations.filter((operation) => operation.kind === kind).length;
    // Nothing expires and nothing is requeued here: a task is enqueued when it starts and when it is woken.
    expect(count("insert")).toBe(2 + totals.wakeups);
    expect(count("search")).toBeGreaterThan(totals.wakeups / 2);
    expect(recording).toEqual(await recordSequence(workload, { scheduler: "o1-2.6.22" }));
  });

  test("goes round: it begins and ends with empty maps, with the lists of other maps too", async () => {
    const recording = await recordSequence(transcode, { scheduler: "o1-2.6.22", operations: 5000 });
    expect(recording.operations).toHaveLength(5000);
    for (const lists of [140, 168, 2048]) {
      const { operations, answers, counts } = sequenceOf(recording, lists);
      expect(operations.length).toBe(counts.insert + counts.remove + counts.search);
      expect(answers.filter((answer) => answer >= 0)).toHaveLength(counts.search);
      const subjects = (await everySubject(lists)).filter(
        ({ id, isControl }) => !isControl && id !== "inv-64-3-rth" && id !== "big-endian-bug",
      );
      const sequence = sequenceOf(recording, lists);
      for (const subject of subjects) {
        subject.reserve(sequence.logMaps);
        for (let map = 0; map < 1 << sequence.logMaps; map++) subject.fill(map, [], lists);
        subject.setOperations(sequence.operations);
        for (const loop of ["replayThroughput", "replayLatency"] as const) {
          const expected = ExpectedFolds.ofSequence(sequence);
          subject.begin(1);
          // Three times round and some more; the next loop begins with what is left, empty again after a whole round.
          for (let slice = 0; slice < 4; slice++) subject.run(loop, sliceRounds);
          expect(subject.fold(), `${subject.id} ${loop}`).toBe(expected.after(4));
          for (let map = 0; map < 1 << sequence.logMaps; map++) subject.fill(map, [], lists);
        }
      }
    }
  });

  test("does not fit fewer lists than the scheduler has", async () => {
    const sequence = await recordSequence(transcode, { scheduler: "o1-2.5.2", operations: 100 });
    const run = runBitsearch({ bits: 140, inputs: ["sequence"], sequence });
    await expect(run).rejects.toThrow("the sequence of o1-2.5.2 has 168 lists; expected at most 140, as the maps");
  });

  test("without a search cannot be replayed", async () => {
    const idle = { name: "idle", duration: "10ms", tasks: [{ name: "late", start: "1s", program: [{ run: "1ms" }] }] };
    const sequence = await recordSequence(idle, { scheduler: "o1-2.6.22" });
    const run = runBitsearch({ inputs: ["sequence"], sequence });
    await expect(run).rejects.toThrow("o1-2.6.22 searched nothing in idle: there is nothing to replay");
  });

  test("is measured like the other inputs", async () => {
    const sequence = await recordSequence(transcode, { scheduler: "o1-2.5.2" });
    const report = await runBitsearch({ inputs: ["sequence"], sequence, timeNs: 1000, rounds: 2 });
    const [input] = report.inputs;
    expect(input?.about).toMatch(/^transcode.* under o1-2\.5\.2, 168 lists: \d+ inserts, \d+ removes, \d+ searches/);
    expect(input?.rankings.map(({ measure }) => measure)).toEqual(["throughput", "latency"]);
    const withheld = input?.figures.filter((one) => one.withheld !== null).map(({ variant }) => variant);
    expect(new Set(withheld)).toEqual(new Set(["big-endian-bug"]));
    expect(input?.rankings[0]?.ranks.map(({ variant }) => variant)).toContain("cached-min");
  });
});

test("the maps of the input `interactive` are those that the examples give", async () => {
  const files = ["06-kernel-build.yaml", "07-irman2.yaml", "18-transcode-and-dd.yaml", "21-editor-and-hog.yaml"];
  const maps: number[][] = [];
  for (const file of files) {
    const { operations } = await recordSequence(example(file), { scheduler: "o1-2.5.2" });
    const arrays: Set<number>[] = [];
    const counts = new Map<string, number>();
    for (const { kind, map, priority } of operations) {
      arrays[map] ??= new Set();
      const queued = arrays[map];
      if (kind === "insert") queued.add(priority);
      else if (kind === "remove") queued.delete(priority);
      else if (queued.size >= 2 && queued.size <= 5 && Math.min(...queued) >= 128) {
        const distances = [...queued].sort((a, b) => a - b).map((one) => 168 - one);
        counts.set(distances.join(" "), (counts.get(distances.join(" ")) ?? 0) + 1);
      }
    }
    const frequent = [...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).slice(0, 16);
    maps.push(...frequent.map(([distances]) => distances.split(" ").map(Number)));
  }
  expect(interactiveMaps).toEqual(maps);
});
