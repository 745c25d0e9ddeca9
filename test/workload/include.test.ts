/** `include`: documents of several files. */
import { describe, expect, it } from "vitest";
import { SchedlabError } from "../../src/errors.js";
import { type LoadOptions, loadWorkload, WorkloadError } from "../../src/workload/index.js";

/** Loads the first file; paths are looked up as they stand. */
function load(files: Readonly<Record<string, string>>, options: LoadOptions = {}) {
  const [[file, text] = ["", ""]] = Object.entries(files);
  const asked: [string, string | undefined][] = [];
  const workload = loadWorkload(text, {
    file,
    readInclude: (path, includedFrom) => {
      asked.push([path, includedFrom]);
      const included = files[path];
      if (included === undefined) throw new SchedlabError(`cannot read ${path}: no such file`);
      return { file: path, text: included };
    },
    ...options,
  });
  return { workload, asked };
}

function refusal(files: Readonly<Record<string, string>>): string {
  try {
    load(files);
  } catch (error) {
    if (error instanceof WorkloadError) return error.message;
    throw error;
  }
  throw new Error("expected the workload to be refused");
}

const hogs = "tasks: [{name: hog, count: 2, program: [{run: 10ms}]}]";

describe("including files", () => {
  it("puts tasks behind the document's own, in the order of the list, whatever notation they are in", () => {
    const { workload, asked } = load({
      "main.yaml": "include: [b.json5, c.json]\ntasks: [{name: a, program: [{run: 1}]}]",
      "b.json5": "{tasks: [{name: 'b', program: [{run: 1}]}], include: ['hogs.yaml']}",
      "c.json": '{"tasks": [{"name": "c", "program": [{"run": 1}]}]}',
      "hogs.yaml": hogs,
    });
    expect(workload.tasks.map(({ name }) => name)).toEqual(["a", "b", "hog", "c"]);
    expect(asked).toEqual([
      ["b.json5", "main.yaml"],
      ["hogs.yaml", "b.json5"],
      ["c.json", "main.yaml"],
    ]);
  });

  it("lets the document say its own, and what is included first go before what comes later", () => {
    const { workload } = load({
      "main.yaml":
        "name: main\ninclude: [b.yaml, c.yaml]\nchannels: {x: {initial: 1}}\nduration: 1s\ntasks: [{program: [{recv: x}, {recv: y}, {down: s}]}]",
      "b.yaml": "name: b\nduration: 2s\nmachine: {cpus: 2}\nchannels: {x: {initial: 5}, y: {initial: 2}}",
      "c.yaml": "machine: {cpus: 3}\nchannels: {y: {initial: 7}}\nsemaphores: {s: {initial: 4}}",
    });
    expect(workload).toMatchObject({ name: "main", durationNs: 1e9, machine: { cpus: 2 } });
    expect(workload.channels.map(({ name, initial }) => [name, initial])).toEqual([
      ["x", 1],
      ["y", 2],
    ]);
    expect(workload.semaphores).toEqual([{ name: "s", initial: 4 }]);
  });

  it("may bring all the tasks, and include a file once", () => {
    const { workload } = load({
      "main.yaml": "include: [b.yaml, hogs.yaml, b.yaml]",
      "b.yaml": "include: hogs.yaml",
      "hogs.yaml": hogs,
    });
    expect(workload.tasks).toHaveLength(1);
  });

  it("comes before overrides", () => {
    const set = [{ path: "tasks.hog.count", value: 7 }];
    const { workload } = load({ "main.yaml": "include: [hogs.yaml]", "hogs.yaml": hogs }, { set });
    expect(workload.tasks[0]?.count).toBe(7);
    const including = { set: [{ path: "include", value: "[x.yaml]" }] };
    expect(() => load({ "main.yaml": hogs }, including)).toThrow('an override gives "include"');
  });

  it("changes nothing in how the tasks draw", () => {
    const all = "tasks: [{name: a, program: [{run: 1}]}, {name: hog, count: 2, program: [{run: 10ms}]}]";
    const { workload } = load({
      "main.yaml": "include: [hogs.yaml]\ntasks: [{name: a, program: [{run: 1}]}]",
      "hogs.yaml": hogs,
    });
    expect(workload).toEqual(loadWorkload(all));
  });
});

describe("mistakes in included files", () => {
  it("are told with the name of the file and the place in it", () => {
    const files = {
      "main.yaml": "include: [b.yaml]\ntasks: [{nice: 99, program: [{run: 1}]}]",
      "b.yaml": "tasks:\n  - program: [{rum: 1}]\nmashine: {}",
    };
    expect(refusal(files)).toBe(
      [
        "main.yaml:2:16: error: tasks[0].nice: found 99; expected a nice value: a whole number from -20 to 19",
        'b.yaml:2:16: error: tasks[1].program[0].rum: unknown operation "rum"\n  hint: did you mean "run"?',
        'b.yaml:3:1: error: mashine: unknown key "mashine" in a workload\n  hint: did you mean "machine"?',
      ].join("\n"),
    );
  });

  it("are told where the text is in no notation", () => {
    const message = refusal({ "main.yaml": "include: [b.json]", "b.json": '{"tasks": [}' });
    expect(message).toMatch(/^b\.json:1:12: error: /);
  });

  it.each([
    [
      "a file that is not there",
      "include: [gone.yaml]",
      "main.yaml:1:11: error: include[0]: cannot read gone.yaml: no such file",
    ],
    [
      "a number",
      "include: [5]",
      "main.yaml:1:11: error: include[0]: found 5; expected the names of files to include: a list of texts",
    ],
    [
      "a mapping",
      "include: {a: 1}",
      "main.yaml:1:10: error: include: found a mapping; expected the names of files to include: a list of texts",
    ],
    [
      "a list of tasks",
      "include: [list.yaml]",
      "list.yaml:1:1: error: found a list; expected a workload, or parts of one: a mapping",
    ],
    [
      "itself",
      "include: [main.yaml]",
      "main.yaml:1:11: error: include[0]: the files include each other in a circle: main.yaml, main.yaml",
    ],
    [
      "a circle",
      "include: [b.yaml]",
      "b.yaml:1:11: error: include[0]: the files include each other in a circle: b.yaml, c.yaml, b.yaml",
    ],
  ])("such as %s", (_title, text, message) => {
    const others = { "list.yaml": "- {name: a}", "b.yaml": "include: [c.yaml]", "c.yaml": "include: [b.yaml]" };
    const said = refusal({ "main.yaml": text, ...others }).split("\n")[0];
    expect(said).toBe(message.replace("b.yaml:1:11", "c.yaml:1:11"));
  });
});
