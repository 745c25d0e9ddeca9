/** The import rules hold for every source file, and would be noticed if they did not. */
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { inProject } from "../../scripts/build/files.mjs";
import { importsOf, violations } from "./import-rules.js";

function sourcesIn(folder: string): [path: string, text: string][] {
  return readdirSync(inProject(folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => `${folder}/${name.replaceAll("\\", "/")}`)
    .map((path) => [path, readFileSync(inProject(path), "utf8")]);
}

const of = (file: string, text: string) => violations(new Map([[file, text]]));

describe("the sources of this project", () => {
  const sources = new Map([...sourcesIn("src"), ...sourcesIn("assembly")]);

  test("are all read", () => {
    expect(sources.has("src/index.ts")).toBe(true);
    expect(sources.has("assembly/index.ts")).toBe(true);
    expect([...sources.values()].flatMap(importsOf).length).toBeGreaterThan(100);
  });

  test("keep the import rules", () => {
    expect(violations(sources)).toEqual([]);
  });

  test("know the loader in exactly one file", () => {
    const knowing = [...sources].filter(([, text]) => importsOf(text).some((name) => name.includes("@assemblyscript")));
    expect(knowing.map(([file]) => file)).toEqual(["src/engine/load.ts"]);
  });
});

describe("the rules notice", () => {
  test.each([
    ["a structure that knows the machine", "assembly/structures/list.ts", 'import { Task } from "../machine/task";'],
    ["a machine that knows a policy", "assembly/machine/run.ts", 'import { O1 } from "../schedulers/o1-2.6";'],
    ["a machine that knows a balancer", "assembly/machine/run.ts", 'import "../schedulers/balancing/o1-2.6";'],
    ["a scheduler that knows another", "assembly/schedulers/cfs.ts", 'import { O1 } from "./o1-2.6";'],
    ["a part of one scheduler that knows another", "assembly/schedulers/cfs/tree.ts", 'import "../o1-2.6/rules";'],
    [
      "a scheduler that knows what drives it",
      "assembly/schedulers/cfs.ts",
      'import { run } from "../machine/timeline";',
    ],
    ["a balancer that knows a scheduler", "assembly/schedulers/balancing/o1-2.6.ts", 'import { O1 } from "../o1-2.6";'],
    ["a core that imports a package", "assembly/index.ts", 'import { x } from "some-package";'],
    ["a core that imports the host", "assembly/index.ts", 'import { x } from "../src/errors";'],
    ["a host that imports the core", "src/engine/engine.ts", 'import { x } from "../../assembly/index.js";'],
    [
      "a workload that knows the engine's code",
      "src/workload/load.ts",
      'import { Engine } from "../engine/engine.js";',
    ],
    ["a trace that knows results", "src/trace/tsv.ts", 'import { Histogram } from "../result/histogram.js";'],
    ["an engine that knows workloads", "src/engine/engine.ts", 'import type { W } from "../workload/index.js";'],
    ["a library that knows the command line", "src/index.ts", 'export { run } from "./cli/run.js";'],
    ["a result that knows the command line", "src/result/index.ts", 'export * from "../cli/table.js";'],
    [
      "a second file that knows the loader",
      "src/engine/engine.ts",
      'import { instantiate } from "@assemblyscript/loader";',
    ],
    ["Node's modules in the library", "src/workload/load.ts", 'import { readFileSync } from "node:fs";'],
    [
      "Node's modules reached by a detour",
      "src/engine/load.ts",
      'import { fetchEngine } from "./read-engine.node.js";',
    ],
    ["a dynamic import", "src/simulation.ts", 'const { run } = await import("./cli/run.js");'],
    ["an import of a type in place", "src/engine/engine.ts", 'type W = import("../workload/index.js").Workload;'],
    ["an import over several lines", "src/engine/engine.ts", 'import {\n  a,\n  type B,\n} from "../result/index.js";'],
    ["an import of what is built", "src/engine/load.ts", 'import engine from "../../build/engine.wasm";'],
    ["a file in a new place", "src/somewhere/new.ts", 'import { x } from "../errors.js";'],
  ])("%s", (_what, file, text) => {
    expect(of(file, text)).toHaveLength(1);
  });
});

describe("the rules allow", () => {
  test.each([
    [
      "a scheduler the interface, structures, records and shared pieces",
      "assembly/schedulers/o1-2.6.ts",
      ["./scheduler", "./realtime", "./shared/weights", "./balancing/o1-2.6", "../structures/list", "../machine/task"],
    ],
    ["a scheduler of several files its own files", "assembly/schedulers/o1-2.6/pick.ts", ["./rules", "../scheduler"]],
    ["the entries of the core everything in it", "assembly/index.ts", ["./schedulers/o1-2.6", "./machine/machine"]],
    ["a workload the types of the engine", "src/workload/compile.ts", ["../engine/image.js", "../errors.js", "yaml"]],
    [
      "the command line everything",
      "src/cli/run.ts",
      ["../simulation.js", "../trace/index.js", "node:fs", "commander"],
    ],
  ])("%s", (_what, file, specifiers) => {
    expect(of(file, specifiers.map((name) => `import { x } from "${name}";`).join("\n"))).toEqual([]);
  });
});

test("only statements count: no comments, no strings, no words that look alike", () => {
  const text = `
    // import { a } from "./comment.js";
    /* export * from "./block.js"; */
    const url = "http://example.org"; import b from "./real.js";
    const reimport = ["./array.js"]; const important = "./string.js";
    export const from = "./constant.js";
    export { c } from './quoted.js';
    import "./effect.js";
  `;
  expect(importsOf(text)).toEqual(["./real.js", "./quoted.js", "./effect.js"]);
});
