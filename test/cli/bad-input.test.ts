import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { schedlab, temporaryFolder } from "./schedlab.js";

const oneHog = "examples/01-one-hog.yaml";

/** Status 2, nothing on stdout, one clear message without a stack trace. */
function refused(args: readonly string[], cwd?: string): string {
  const { status, stdout, stderr } = schedlab(args, cwd === undefined ? {} : { cwd });
  expect(stderr).not.toMatch(/^\s+at |internal error|node:/m);
  expect({ status, stdout }, stderr).toEqual({ status: 2, stdout: "" });
  return stderr;
}

describe("an option with a wrong value", () => {
  it.each([
    [["--cpus", "0"], "--cpus 0: expected a whole number from 1 to 64"],
    [["--cpus", "65"], "--cpus 65: expected a whole number from 1 to 64"],
    [["--cpus", "1.5"], "--cpus 1.5: expected a whole number from 1 to 64"],
    [["--cpus="], "--cpus"],
    [["--hz", "300"], "--hz 300"],
    [["--duration", "-1s"], "negative"],
    [["--duration", "0"], "more than 0"],
    [["--duration", "1 fortnight"], "unknown unit"],
    [["--seed", "x"], "--seed x"],
    [["--seed", "-1"], "--seed -1"],
    [["--long", "48"], "expected 32 or 64"],
    [["--format", "xml"], "Allowed choices are table, json, csv"],
    [["--scheduler", "o1-2.6.21"], "did you mean o1-2.6."],
    [["--scheduler", "cfq-*"], "no such scheduler"],
    [["--scheduler", "zaphod", "--cpus", "2"], "zaphod cannot run on 2 CPUs: expected at most 1"],
    [
      ["--scheduler", "spa-*", "--cpus", "2"],
      "none is left to run one-hog: spa-nofrills, spa-ws, spa-svr cannot run on",
    ],
    [["--tunable", "nonsense=1"], "has no such tunable"],
    [["--tunable", "nonsense"], "expected NAME=VALUE"],
    [["--set", "taks.hog.nice=1"], "did you mean tasks.hog.nice?"],
    [["--set", "tasks.hog.nice=99"], "-20 to 19"],
    [["--set", "tasks.hog.nice"], "expected PATH=VALUE"],
    [["--trace", "x.txt"], "ends in .tsv, .json, .pftrace, .ftrace.txt, .perf.txt, or one of these with .gz behind"],
    [["--trace", "no/such/folder/x.tsv"], "no such file or directory"],
    [["--timeline", "--format", "json"], "--timeline"],
    [["--cpu", "2"], "Did you mean --cpus?"],
    [["--cpus"], "argument missing"],
  ])("%j is refused", (options, message) => {
    expect(refused(["run", oneHog, ...options])).toContain(message);
  });

  it("points to the help of its command", () => {
    expect(refused(["run", oneHog, "--cpus", "0"])).toMatch(/\nsee `schedlab run --help`\n$/);
  });
});

describe("a command line without sense", () => {
  it.each([
    [[], "Usage: schedlab"],
    [["rum", oneHog], "Did you mean run?"],
    [[oneHog], `to run it: schedlab run ${oneHog}`],
    [["run"], "missing required argument 'file'"],
    [["run", oneHog, oneHog], "too many arguments"],
    [["list", "shedulers"], "Allowed choices are schedulers, examples"],
    [["verify"], "missing required argument 'dir'"],
  ])("%j is refused", (args, message) => {
    expect(refused(args)).toContain(message);
  });
});

describe("a file that is no workload", () => {
  it.each([
    ["empty.yaml", "", "empty"],
    ["blank.json", " \n\t\n", "empty"],
    [
      "binary.yaml",
      Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 0, 1]),
      "this is a program or core dump (ELF), which cannot be read",
    ],
    ["broken.yaml", "name: [a\ntasks:\n  - {", "broken.yaml:"],
    ["broken.json", '{"name": "a",\n "tasks": [}', "broken.json:2:"],
    ["list.yaml", "- 1\n- 2\n", "list.yaml:1:1"],
    ["number.json", "7", "number.json:1:1"],
    ["typo.yaml", "name: a\nduration: 1s\ntasks:\n  - name: t\n    progam: [{run: 1ms}]\n", 'did you mean "program"?'],
    ["nothing.yaml", "name: a\nduration: 1s\ntasks: []\n", "tasks"],
  ])("%s is refused with its name and place", (name, content, message) => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, name), content);
    const stderr = refused(["run", name], folder);
    expect(stderr).toContain(name);
    expect(stderr).toContain(message);
  });

  it("may be missing or a directory", () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, "dir"));
    writeFileSync(join(folder, "workload.yaml"), "");
    expect(refused(["run", "dir"], folder)).toContain("it is a directory");
    expect(refused(["run", "workload.yml"], folder)).toContain("did you mean workload.yaml?");
  });

  it("on standard input is named so", () => {
    const { status, stderr } = schedlab(["run", "-"], { input: "tasks: 7" });
    expect(status).toBe(2);
    expect(stderr).toContain("standard input:1:");
    expect(schedlab(["run", "-"], { input: "" })).toMatchObject({ status: 2, stdout: "" });
  });

  it("shows several mistakes at once", () => {
    const input = "name: a\nduration: 1x\nmachine: {cpus: 99}\ntasks: [{name: t, nice: 40, program: [{run: 1ms}]}]\n";
    const { stderr } = schedlab(["run", "-"], { input });
    expect(stderr.match(/error:/g)?.length).toBe(3);
  });

  it("leaves no trace file behind", () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "w.yaml"), "tasks: 7");
    refused(["run", "w.yaml", "--trace", "t.tsv"], folder);
    expect(readdirSync(folder)).toEqual(["w.yaml"]);
  });
});
