/** Operations as lines of text, and sequences as words: they say what mappings and lists say. */
import { describe, expect, it } from "vitest";
import { loadWorkload } from "../../src/workload/index.js";
import { problemsOf } from "./problems.js";

const programOf = (program: unknown) => loadWorkload({ tasks: [{ program }] }).tasks[0]?.program;

describe("lines of text", () => {
  const mappings = [
    { run: "8ms" },
    { sleep: 2500 },
    { io: "1.5ms" },
    { send: "to a task, from b" },
    { recv: "to a task, from b" },
    "yield",
    { nice: -5 },
    { mark: "turn" },
    { affinity: "0" },
    "exit",
  ];
  const lines = [
    "run 8ms\nsleep 2500\n io  1.5ms\n\nsend to a task, from b\r",
    "recv to a task, from b\nyield\nnice -5\nmark turn\naffinity 0\nexit\n",
  ].join("\n");

  it("are the same as mappings: a whole program", () => {
    expect(programOf(lines)).toEqual(programOf(mappings));
  });

  it("are the same as mappings: items of a program, one or several in each", () => {
    expect(programOf(lines.split("\n"))).toEqual(programOf(mappings));
    expect(programOf(["run 8ms", { repeat: { count: 2, program: "sleep 1ms\nyield" } }, "exit"])).toEqual(
      programOf([{ run: "8ms" }, { repeat: { count: 2, program: [{ sleep: "1ms" }, "yield"] } }, "exit"]),
    );
  });

  it("are blocks in YAML", () => {
    const yaml = "tasks:\n  - program: |\n      run 8ms\n      sleep 1ms\n";
    expect(loadWorkload(yaml).tasks[0]?.program).toEqual(programOf([{ run: "8ms" }, { sleep: "1ms" }]));
  });

  it.each([
    ["run 8ms\nslep 1ms", "tasks[0].program[1]", 'unknown operation "slep"'],
    ["run 8ms\nsleep 1 msec", "tasks[0].program[1].sleep", 'found "1 msec", which has the unknown unit "msec"'],
    ["run", "tasks[0].program", 'found "run" alone; this operation needs a value'],
    ["run 8ms\nyield now", "tasks[0].program[1].yield", 'found "now"; expected true: "yield" takes no value'],
    ["run 1ms\nrepeat 3", "tasks[0].program[1].repeat", "found 3; expected a mapping with count, program"],
  ])("are named in messages: %j", (program, path, message) => {
    const [problem] = problemsOf({ tasks: [{ program }] });
    expect(problem?.path).toBe(path);
    expect(problem?.message).toContain(message);
  });
});

describe("a sequence as words", () => {
  it("is the same as a list", () => {
    const words = programOf([{ run: { sequence: "8ms 250us\n 7  1.5us" } }]);
    expect(words).toEqual(programOf([{ run: { sequence: ["8ms", "250us", 7, "1.5us"] } }]));
  });

  it.each([
    ["8ms 9 ms", "tasks[0].program[0].run.sequence[2]", 'found "ms"; expected a duration'],
    ["8ms 9", "", ""],
    ["  ", "tasks[0].program[0].run.sequence", "found no value"],
    ["99999999999s", "tasks[0].program[0].run.sequence[0]", "longer than 2^53 - 1 ns"],
  ])("is checked word by word: %j", (sequence, path, message) => {
    const document = { tasks: [{ program: [{ run: { sequence } }] }] };
    if (path === "") expect(loadWorkload(document).warnings).toEqual([]);
    else
      expect(problemsOf(document)).toEqual([
        expect.objectContaining({ path, message: expect.stringContaining(message) }),
      ]);
  });
});
