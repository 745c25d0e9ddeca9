/** Recorded traces in the command: imported, run, cut to a window, and compared with what was recorded. */
import { spawnSync } from "node:child_process";
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { inProject } from "../../scripts/build/files.mjs";
import { environment, schedlab, shell, temporaryFolder } from "./schedlab.js";

const android = "test/inputs/android_systrace.txt";

const workload = `
name: shop
machine: {cpus: 2}
duration: 300ms
tasks:
  - {name: hog, program: [{run: 30ms}, {sleep: 1ms}]}
  - {name: server, count: 2, program: [{recv: req}, {run: {exponential: 300us}}, {send: rsp}]}
  - {name: client, count: 4, nice: 5, program: [{run: 200us}, {send: req}, {recv: rsp}, {sleep: {exponential: 2ms}}]}
  - name: make
    loop: 20
    program:
      - run: 100us
      - fork: {name: cc, loop: false, program: [{run: 3ms}, {io: 1ms}, {run: 1ms}]}
      - io: 10ms
`;

describe("a simulated run, written as kernels do and imported again", () => {
  const folder = () => {
    const path = temporaryFolder();
    writeFileSync(join(path, "shop.yaml"), workload);
    return path;
  };

  test.each(["ftrace.txt", "ftrace.txt.gz", "perf.txt", "tsv", "json", "pftrace"])(
    "as .%s gives every task its CPU time to the nanosecond",
    (ending) => {
      const cwd = folder();
      schedlab(["run", "shop.yaml", "-s", "cfs-2.6.24", "-q", "--trace", `shop.${ending}`], { cwd });
      const { status, stdout } = schedlab(
        ["import", `shop.${ending}`, "-q", "--fidelity", "-s", "cfs-2.6.24", "--format", "json"],
        { cwd },
      );
      expect(status).toBe(0);
      const report = JSON.parse(stdout);
      expect(report).toMatchObject({ schema: "schedlab-fidelity/1", scheduler: "cfs-2.6.24", exactTasks: 28 });
      expect(report.tasks).toHaveLength(28);
      expect(report.total.runNs.simulated).toBe(report.total.runNs.recorded);
      expect(report.total.runNs.recorded).toBeGreaterThan(480e6);
    },
  );

  test("is scheduled again as it was, where the text tells interrupts from tasks", () => {
    const cwd = folder();
    schedlab(["run", "shop.yaml", "-s", "cfs-2.6.24", "-q", "--trace", "shop.ftrace.txt"], { cwd });
    const { stdout } = schedlab(
      ["import", "shop.ftrace.txt", "-q", "--fidelity", "-s", "cfs-2.6.24", "--format", "json"],
      { cwd },
    );
    const { total, sleeps, doneNs, recordedNs } = JSON.parse(stdout);
    expect(total.sliceNs.simulated).toEqual(total.sliceNs.recorded);
    expect(doneNs).toBe(recordedNs);
    expect(sleeps).toEqual({ byTasks: 790, timed: 474, withoutWakeup: 0 });
  });
});

test("the report of fidelity is a table with a verdict", () => {
  const { status, stdout, stderr } = schedlab(["import", android, "--fidelity"]);
  expect(status).toBe(0);
  expect(stderr).toContain("understood as ftrace");
  expect(stdout).toContain("android_systrace as recorded, and simulated again under cfs-5.19 · 1 CPU");
  expect(stdout).toContain("CPU time: exact, all 11 tasks to the nanosecond");
  expect(stdout).toMatch(/sleeps: 15 ended by another task, and still are; 15 by a timer or interrupt, now timed/);
});

test("a trace runs as its imported workload does", () => {
  const cwd = temporaryFolder();
  const output = join(cwd, "android.yaml");
  const { status, stdout, stderr } = schedlab(["import", android, "-o", output]);
  expect([status, stdout]).toEqual([0, ""]);
  expect(stderr).toContain("15 ended by another task (messages), 15 by a timer or interrupt");
  expect(readFileSync(output, "utf8")).toContain("send to adbd-14584 from adbd-14582");
  const digest = (file: string) =>
    JSON.parse(schedlab(["run", file, "-q", "--format", "json"]).stdout).traceDigest as string;
  expect(digest(android)).toBe(digest(output));
});

test("a window and names choose what is imported", () => {
  const { status, stdout } = schedlab(["import", android, "-q", "--window", "10ms..60ms", "--tasks", "kworker*"]);
  expect(status).toBe(0);
  expect(stdout).toContain("duration: 50ms");
  expect([...stdout.matchAll(/^ {2}- name: (.*)$/gm)].map(([, name]) => name)).toEqual(["kworker/0:0-13696"]);
});

describe("mistakes", () => {
  test.each([
    [["--window", "5s..2s"], "--window 5s..2s: it ends before it begins"],
    [["--window", "5s"], "--window 5s: expected A..B, such as 2s..5s"],
    [["--window", "5s..9s"], "the window lies outside of the recording, which lasts 0.119915 s"],
    [["--tasks", "bash"], "none of its 11 tasks is wanted"],
    [["--format", "json"], "--format goes with --fidelity"],
    [["--fidelity", "--scheduler", "nobody"], 'unknown scheduler "nobody"'],
  ])("%j", (options, message) => {
    const { status, stdout, stderr } = schedlab(["import", android, ...options]);
    expect(status).toBe(2);
    expect(stdout).toBe("");
    expect(stderr).toContain(message);
  });

  test("fidelity of what was not recorded", () => {
    const { status, stderr } = schedlab(["import", "test/inputs/mp3-short.json", "-q", "--fidelity"]);
    expect(status).toBe(2);
    expect(stderr).toContain("only what was recorded can be compared");
  });
});

describe("what the pages say", () => {
  const blocks = (page: string, language: string) =>
    [...readFileSync(inProject(`docs/${page}`), "utf8").matchAll(/^```(\w+)\n(.*?)^```/gms)]
      .filter(([, name]) => name === language)
      .map(([, , text = ""]) => text);

  test("from a recording to the trace of another scheduler", () => {
    const cwd = temporaryFolder();
    copyFileSync(inProject("test/inputs/perf_script_hackbench_6.18.txt"), join(cwd, "trace.txt"));
    const [commands = ""] = blocks("real-traces.md", "sh");
    const own = commands.split("\n").filter((line) => line.startsWith("schedlab "));
    expect(own).toHaveLength(2);
    for (const line of own) {
      const { status, stderr } = schedlab(line.split(" ").slice(1), { cwd });
      expect([line, status], stderr).toEqual([line, 0]);
    }
    expect(readFileSync(join(cwd, "o1.pftrace")).length).toBeGreaterThan(500);
  });

  test("about importing: commands", () => {
    const [commands = ""] = blocks("import-traces.md", "sh");
    for (const line of commands.trim().split("\n")) expect([line, shell(line).status]).toEqual([line, 0]);
  });

  test("about importing: the library", () => {
    const [program = ""] = blocks("import-traces.md", "js");
    const options = { cwd: inProject("."), env: environment(), encoding: "utf8" } as const;
    const { stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "--eval", program], options);
    expect(stderr).toBe("");
    expect(stdout).toBe(blocks("import-traces.md", "text")[0]);
  });
});
