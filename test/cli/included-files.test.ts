/** Workloads of several files, and runs that end because of what their tasks do, end to end. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { schedlab } from "./schedlab.js";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "schedlab-include-"));
  mkdirSync(join(folder, "parts"));
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

describe("included files", () => {
  it("are found from the folder of the file that names them", () => {
    const main = write(
      "main.yaml",
      "include: [parts/a.json]\nduration: 10ms\ntasks: [{name: m, program: [{run: 1ms}]}]",
    );
    write("parts/a.json", '{"include": ["b.json5"], "tasks": [{"name": "a", "program": [{"run": "1ms"}]}]}');
    write("parts/b.json5", "{tasks: [{name: 'b', program: [{run: '1ms'}]}]}");
    const { status, stdout, stderr } = schedlab(["run", main, "--format", "json", "--set", "tasks.b.count=2"]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(JSON.parse(stdout).tasks.map(({ name }: { name: string }) => name)).toEqual(["m", "a", "b/0", "b/1"]);
  });

  it("are named in messages, whether they are not there or hold a mistake", () => {
    const main = write("main.yaml", "include: [parts/a.yaml, parts/gone.yaml]\ntasks: [{program: [{run: 1ms}]}]");
    write("parts/a.yaml", "tasks: [{nice: 99, program: [{run: 1ms}]}]");
    write("parts/gane.yaml", "");
    const gone = schedlab(["run", main]);
    expect(gone.status).toBe(2);
    expect(gone.stdout).toBe("");
    expect(gone.stderr).toContain(
      `${main}:1:25: error: include[1]: cannot read ${join(folder, "parts/gone.yaml")}: no such file`,
    );
    write("parts/gone.yaml", "{}");
    const mistaken = schedlab(["run", main]);
    expect(mistaken.status).toBe(2);
    expect(mistaken.stderr).toContain(`${join(folder, "parts/a.yaml")}:1:16: error: tasks[1].nice: found 99`);
  });
});

describe("a run that its tasks end", () => {
  it("says why in one line, with exit status 2, and leaves no half-written trace", () => {
    const half = (first: string, second: string) =>
      `{program: [{lock: ${first}}, {sleep: 1ms}, {lock: ${second}}, {unlock: ${second}}, {unlock: ${first}}]}`;
    const file = write("deadlock.yaml", `tasks: [${half("a", "b")}, ${half("b", "a")}]`);
    const { status, stdout, stderr } = schedlab(["run", file, "--trace", join(folder, "trace.tsv")]);
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr).toBe(
      'schedlab: the simulation stopped at 1000000 ns: deadlock: task1 (pid 2) → mutex "a", held by task0 (pid 1) → mutex "b", held by task1 (pid 2)\n',
    );
    expect(readdirSync(folder).sort()).toEqual(["deadlock.yaml", "parts"]);
  });

  it("warns of who waits for ever, and of what a scheduler does not give", () => {
    const file = write(
      "w.yaml",
      "duration: 5ms\ntasks: [{name: r, slice: 3ms, program: [{recv: c}]}, {loop: 1, program: [{run: 1ms}, {send: c}]}]",
    );
    const { status, stderr } = schedlab(["run", file, "--scheduler", "eevdf"]);
    expect(status).toBe(0);
    expect(stderr.split("\n")).toEqual([
      'schedlab: eevdf-6.12: task r: eevdf-6.12 gives no time slices on request; "slice" has no effect',
      'schedlab: eevdf-6.12: r (pid 1) waits for ever: "recv" on the channel "c"',
      "",
    ]);
  });
});
