/** JSON, JSON5, YAML and plain objects are one format in four notations. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { stringify } from "yaml";
import { compileWorkload, loadWorkload } from "../../src/workload/index.js";
import { anyWorkload } from "./arbitrary-workload.js";
import { messageOf, problemsOf, text } from "./problems.js";

const HOG = { tasks: [{ program: [{ run: 1 }] }] };

/** JSON5 that is not JSON: bare keys where they can be, single quotes, a comment, a trailing comma. */
function toJson5(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => `${toJson5(item)},`).join(" ")}]`;
  if (typeof value === "string")
    return `'${JSON.stringify(value).slice(1, -1).replace(/\\"/g, '"').replace(/'/g, "\\'")}'`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([key, child]) => {
    return `${/^(?!true$)[a-z]+$/.test(key) ? key : JSON.stringify(key)}: ${toJson5(child)}, // ${key.length}\n`;
  });
  return `{${members.join("")}}`;
}

describe("the four notations", { timeout: 60_000 }, () => {
  it("give the same image", () => {
    fc.assert(
      fc.property(anyWorkload, (document) => {
        const image = compileWorkload(loadWorkload(document));
        const json = JSON.stringify(document, null, 1);
        expect(compileWorkload(loadWorkload(json, { format: "json" }))).toEqual(image);
        expect(compileWorkload(loadWorkload(json, { format: "json5" }))).toEqual(image);
        expect(compileWorkload(loadWorkload(json, { format: "yaml" }))).toEqual(image);
        expect(compileWorkload(loadWorkload(toJson5(document), { format: "json5" }))).toEqual(image);
        expect(compileWorkload(loadWorkload(stringify(document), { format: "yaml" }))).toEqual(image);
      }),
      { numRuns: 60 },
    );
  });

  it("are chosen by the file's ending, before the content", () => {
    const json5 = "{tasks: [{program: [{run: 1}]}], /* all */}";
    expect(loadWorkload(json5, { file: "a.json5" }).tasks).toHaveLength(1);
    expect(messageOf(json5, { file: "a.json" })).toContain("not valid JSON");
    expect(messageOf("tasks: [{program: [{run: 1}]}]", { file: "a.JSON" })).toContain("not valid JSON");
    for (const file of ["a.yaml", "b.yml", "c.YAML"]) {
      expect(loadWorkload("tasks: [{program: [{run: 1}]}]", { file }).tasks).toHaveLength(1);
    }
  });

  it("are chosen by an explicit format before anything else", () => {
    expect(loadWorkload(JSON.stringify(HOG), { file: "a.txt", format: "json" }).tasks).toHaveLength(1);
    expect(messageOf("tasks: []", { file: "a.yaml", format: "json" })).toContain("not valid JSON");
  });

  it.each([
    ["JSON", JSON.stringify(HOG)],
    ["JSON after a byte order mark", `\ufeff${JSON.stringify(HOG)}`],
    ["JSON5 after a comment", "// hogs\n/* two\nlines */ {tasks: [{program: [{run: 1,}]}]}"],
    ["YAML", "tasks: [{program: [{run: 1}]}]"],
    ["YAML in braces", "{tasks: [{program: [{run: 1 ns}, yield]}]}"],
    ["YAML after a comment", "# hogs\n---\ntasks: [{program: [{run: 1}]}]"],
    ["YAML with Windows line ends", "tasks:\r\n  - program:\r\n      - run: 1\r\n"],
  ])("are told apart by content without a file: %s", (_name, source) => {
    expect(loadWorkload(source, { file: "-" }).tasks).toHaveLength(1);
  });

  it("take a loaded workload as it is, but not with overrides", () => {
    const workload = loadWorkload(HOG);
    expect(loadWorkload(workload)).toBe(workload);
    expect(messageOf(workload, { set: [{ path: "seed", value: 1 }] })).toContain("has already been loaded");
  });

  it("survive the journey to a worker", () => {
    const workload = loadWorkload({ machine: { cpus: 2 }, tasks: [{ affinity: [1], program: [{ run: 1 }] }] });
    expect(compileWorkload(structuredClone(workload))).toEqual(compileWorkload(workload));
  });
});

describe("JSON", () => {
  it.each([
    ['{"tasks": [}', 'x.json:1:12: error: not valid JSON: unexpected "}"'],
    ['{"tasks": [\n', 'x.json:1:11: error: "[" is never closed; the JSON text ends too soon'],
    ['{"name": "a', 'x.json:1:1: error: "{" is never closed; the JSON text ends too soon'],
    ["", "x.json:1:1: error: the text is empty; expected a workload"],
    ['{"a": NaN}', 'x.json:1:7: error: not valid JSON: unexpected character "N"'],
    ['{"a": "\t"}', "x.json:1:7: error: a string holds a raw control character"],
    ['{"a": 1} {"b": 2}', 'x.json:1:10: error: not valid JSON: unexpected "{"'],
    ['{"a": 1,}', "  hint: comments, trailing commas, single quotes and bare keys are JSON5: name the file .json5"],
    ['{"a": {"b": 1, "b": 2}}', 'x.json:1:16: error: a.b: the key "b" stands here twice (first in line 1)'],
  ])("is checked strictly: %j", (source, message) => {
    expect(messageOf(source, { file: "x.json" })).toContain(message);
  });

  it("keeps numbers that JavaScript's would round", () => {
    const document = (run: string) => `{"tasks": [{"program": [{"run": ${run}}]}]}`;
    expect(messageOf(document("9007199254740992.5"), { file: "x.json" })).toContain(
      "found 9007199254740992.5, which is not a whole",
    );
    expect(messageOf(document("9007199254740993"), { file: "x.json" })).toContain(
      "found 9007199254740993, which is longer",
    );
    expect(loadWorkload(document("1e3"), { file: "x.json" }).tasks[0]?.program).toEqual([{ op: "run", span: 1000 }]);
    const seed = loadWorkload(`{"seed": 18446744073709551615, ${document("1").slice(1)}`, { file: "x.json" }).seed;
    expect(seed).toBe(2n ** 64n - 1n);
    const asText = loadWorkload(`{"seed": "18446744073709551615", ${document("1").slice(1)}`, { file: "x.json" }).seed;
    expect(asText).toBe(seed);
  });

  it("knows JSON5's numbers", () => {
    const run = (written: string) =>
      loadWorkload(`{tasks: [{program: [{run: ${written}}]}]}`, { file: "x.json5" }).tasks[0]?.program[0];
    expect(run("0x1F")).toEqual({ op: "run", span: 31 });
    expect(run("+5.")).toEqual({ op: "run", span: 5 });
    expect(messageOf("{tasks: [{program: [{run: -Infinity}]}]}", { file: "x.json5" })).toContain(
      "found -Infinity; expected a duration",
    );
  });
});

describe("YAML", () => {
  it("merges mappings without letting them override what is written", () => {
    const workload = loadWorkload(
      text`
        tasks:
          - &a {name: a, nice: 3, program: [{run: 1}]}
          - &b {name: b, nice: 4, count: 2, program: [{run: 1}]}
          - {<<: *a, name: c}
          - {name: d, <<: [*a, *b]}
      `,
      { format: "yaml" },
    );
    expect(workload.tasks.map((task) => [task.name, task.nice, task.count])).toEqual([
      ["a", 3, 1],
      ["b", 4, 2],
      ["c", 3, 1],
      ["d", 3, 2],
    ]);
  });

  it.each([
    ["a: *b", '1:4: error: the alias "*b" has no anchor before it'],
    ["a: &a [*a]", '1:8: error: the alias "*a" stands inside what it names'],
    ["<<: 5", '1:1: error: the merge key "<<" needs a mapping, or a list of mappings'],
    ["a: 1\n---\nb: 2", "2:1: error: a second YAML document begins here; expected one workload in a file"],
    ["a: 1\n\tb: 2", "2:1: error: not valid YAML: tabs are not allowed as indentation\n  hint: indent with spaces"],
    ["a: !mine 3", "1:4: error: not valid YAML: unresolved tag: !mine"],
    ["[1, 2]: 3", "1:1: error: a key is not a plain text; expected a name"],
    ["a: 'b", "1:6: error: not valid YAML: missing closing 'quote"],
    ["a: b: c", "1:4: error: not valid YAML: nested mappings are not allowed in compact mappings"],
    ["a: 1\na: 2", '2:1: error: a: the key "a" stands here twice (first in line 1)'],
  ])("is checked: %j", (source, message) => {
    expect(messageOf(source, { file: "x.yaml" })).toContain(`x.yaml:${message}`);
  });

  it("means the same whichever version a text calls itself", () => {
    const workload = loadWorkload("%YAML 1.1\n---\nname: no\ntasks: [{program: [{run: 1}]}]", { format: "yaml" });
    expect(workload.name).toBe("no");
  });
});

describe("plain objects", () => {
  it("may leave keys undefined and hold big integers", () => {
    const workload = loadWorkload({
      name: undefined,
      seed: 2n ** 63n,
      tasks: [{ nice: undefined, program: [{ run: 5n }] }],
    });
    expect(workload.seed).toBe(2n ** 63n);
    expect(workload.tasks[0]?.nice).toBe(0);
  });

  it.each([
    [{ run: () => 1 }, "found a function"],
    [{ run: new Date(0) }, "found an object of a special kind"],
    [{ run: Symbol("x") }, "found a symbol"],
    [{ run: Number.NaN }, "found NaN"],
    [{ run: new Map() }, "found an object of a special kind"],
  ])("may not hold %j", (operation, message) => {
    expect(problemsOf({ tasks: [{ program: [operation] }] })[0]?.message).toContain(message);
  });

  it("may not contain themselves", () => {
    const task: { program: unknown[] } = { program: [{ run: 1 }] };
    task.program.push(task);
    expect(problemsOf({ tasks: [task] })[0]?.message).toContain("found an object that contains itself");
  });
});
