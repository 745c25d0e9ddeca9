import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { textWidth } from "../../src/cli/text-width.js";
import { resultSchema, type SimulationResult } from "../../src/result/index.js";
import { parseEventLine } from "../../src/trace/index.js";
import { schedlab, temporaryFolder } from "./schedlab.js";

const massiveIntr = "examples/02-massive-intr.yaml";

function results(args: readonly string[]): SimulationResult[] {
  const { status, stdout, stderr } = schedlab(["run", ...args, "--format", "json"]);
  expect(stderr).toBe("");
  expect(status).toBe(0);
  return [JSON.parse(stdout)].flat();
}

describe("schedlab run", () => {
  it("shows that two of ten equal tasks take nearly all of the CPU", () => {
    const [result] = results([massiveIntr]);
    const shares = result!.tasks.map(({ share }) => share).sort((left, right) => right - left);
    expect(shares.length).toBe(10);
    expect(shares[0]! + shares[1]!).toBeGreaterThan(0.85);
    const { status, stdout } = schedlab(["run", massiveIntr]);
    expect(status).toBe(0);
    expect(stdout).toMatch(/^o1-2\.6\.22 · massive-intr · 1 CPU · HZ 1000 · timers on the tick · 10 s · seed 1$/m);
    expect(stdout.match(/^intr\/\d /gm)?.length).toBe(10);
    expect(stdout).toContain(result!.traceDigest);
  });

  it("prints one object for one scheduler and an array for several, as the schema says", () => {
    const validate = new Ajv2020({ strict: false }).compile(resultSchema);
    const one = JSON.parse(schedlab(["run", massiveIntr, "--format", "json"]).stdout);
    const several = JSON.parse(schedlab(["run", massiveIntr, "-s", "o1-2.6.0,o1", "--format", "json"]).stdout);
    expect(Array.isArray(one)).toBe(false);
    expect(several.map(({ scheduler }: SimulationResult) => scheduler)).toEqual(["o1-2.6.0", "o1-2.6.22"]);
    for (const result of [one, ...several]) expect(validate(result), JSON.stringify(validate.errors)).toBe(true);
  });

  it("prints an array for several also where only one of them can run the workload", () => {
    const args = [
      "run",
      massiveIntr,
      "--cpus",
      "2",
      "-s",
      "cfs-2.6.24,cfs-5*",
      "--duration",
      "10ms",
      "--format",
      "json",
    ];
    const { stdout, stderr } = schedlab(args);
    expect(stderr).toContain("left out: cfs-5.19 cannot run on 2 CPUs");
    expect(JSON.parse(stdout).map(({ scheduler }: SimulationResult) => scheduler)).toEqual(["cfs-2.6.24"]);
  });

  it("prints a line of CSV for each task of each scheduler", () => {
    const { stdout } = schedlab(["run", massiveIntr, "-s", "o1-2.6.0", "-s", "o1-2.6.6", "--format", "csv"]);
    const lines = stdout.trimEnd().split("\r\n");
    expect(lines.length).toBe(1 + 2 * 10);
    expect(lines[0]).toMatch(/^scheduler,provenance,workload,seed,pid,name/);
    expect(lines[11]).toMatch(/^o1-2\.6\.6,recorded,massive-intr,1,1,intr\/0/);
  });

  it("puts several schedulers side by side in one table of 80 columns", () => {
    const { stdout } = schedlab(["run", massiveIntr, "--scheduler", "o1-2.6.0", "--scheduler", "o1-2.6.22"]);
    expect(stdout).toMatch(/^ +o1-2\.6\.0 +o1-2\.6\.22$/m);
    expect(stdout.match(/^intr\/\d .*%.*%/gm)?.length).toBe(10);
    expect(stdout).toMatch(/^o1-2\.6\.0 +\d/m);
    expect(stdout).toMatch(/[▲▼]/);
    for (const line of stdout.split("\n")) expect(textWidth(line), line).toBeLessThanOrEqual(80);
  });

  it("runs all schedulers, or those of a pattern, that can run the workload, and names the others once", () => {
    const run = (scheduler: string, ...args: string[]) => {
      const command = ["run", massiveIntr, "-s", scheduler, "--duration", "100ms", "--format", "json", ...args];
      const { status, stdout, stderr } = schedlab(command);
      expect(status, stderr).toBe(0);
      const ids = (JSON.parse(stdout) as SimulationResult[]).map((result) => result.scheduler);
      return { ids, stderr };
    };
    const listed: { id: string; maxCpus: number }[] = JSON.parse(
      schedlab(["list", "schedulers", "--format", "json"]).stdout,
    );
    expect(run("all")).toEqual({ ids: listed.map(({ id }) => id), stderr: "" });
    const { ids, stderr } = run("all", "--cpus", "4");
    expect(ids).toEqual(listed.filter(({ maxCpus }) => maxCpus >= 4).map(({ id }) => id));
    const unable = listed.filter(({ maxCpus }) => maxCpus < 4).map(({ id }) => id);
    expect(stderr).toMatch(/^schedlab: left out: .* cannot run on 4 CPUs: expected at most 1.*\n$/);
    expect(unable.filter((id) => !stderr.includes(id))).toEqual([]);
    expect(run("cfs-*", "--cpus", "4", "--quiet")).toEqual({ ids: ["cfs-2.6.23", "cfs-2.6.24"], stderr: "" });
  });

  it("says which schedulers decided alike", () => {
    const { stdout } = schedlab(["run", "examples/01-one-hog.yaml", "-s", "o1-2.6.*"]);
    expect(stdout).toMatch(/^decided alike, event for event: .*o1-2\.6\.\d+, o1-2\.6\.\d+/m);
  });

  it("gives groups rows where there are more than twenty tasks", () => {
    const { stdout } = schedlab(["run", massiveIntr, "--set", "tasks.intr.count=200", "--cpus", "2"]);
    expect(stdout).toMatch(/^group +tasks/m);
    expect(stdout).toMatch(/^intr +200 +0 /m);
  });

  it("cuts a long table and says how much is left out", () => {
    const tasks = Array.from({ length: 70 }, (_, index) => ({ name: `task${index}`, program: [{ run: "1ms" }] }));
    const { stdout } = schedlab(["run", "-"], { input: JSON.stringify({ name: "many", duration: "1s", tasks }) });
    expect(stdout.match(/^task\d+ /gm)?.length).toBe(50);
    expect(stdout).toContain("… 20 more groups left out; --format json has all");
  });

  it("takes a workload from standard input, in each of the three formats", () => {
    const yaml = "name: piped\nduration: 1s\ntasks:\n  - name: hog\n    program:\n      - run: 10ms\n";
    const json = '{"name": "piped", "duration": "1s", "tasks": [{"name": "hog", "program": [{"run": "10ms"}]}]}';
    const json5 = "{name: 'piped', duration: '1s', tasks: [{name: 'hog', program: [{run: '10ms'},]},]} // json5";
    const outputs = [yaml, json, json5].map((input) => schedlab(["run", "-"], { input }));
    expect(outputs.map(({ stderr }) => stderr)).toEqual(["", "", ""]);
    expect(new Set(outputs.map(({ stdout }) => stdout)).size).toBe(1);
    expect(outputs[0]!.stdout).toContain("piped");
  });

  it("lets options change the machine, the time, the seed and any part of the workload", () => {
    const [result] = results([
      massiveIntr,
      ...["--cpus", "2", "--hz", "250", "--duration", "3s", "--seed", "18446744073709551615"],
      ...["--set", "tasks.intr.count=3", "--set", "tasks[0].program[1].sleep=2ms", "--set", "machine.timers=hrtimer"],
    ]);
    expect(result).toMatchObject({
      machine: { cpus: 2, hz: 250, timers: "hrtimer" },
      durationNs: 3e9,
      seed: "18446744073709551615",
      totals: { tasks: 3 },
    });
  });

  it("computes with the kernel's long in 32 bits where asked to", () => {
    expect(results([massiveIntr, "--long", "32"])[0]!.longBits).toBe(32);
    expect(results([massiveIntr])[0]!.longBits).toBe(64);
  });

  it("is fair where nobody counts as interactive", () => {
    const [result] = results([massiveIntr, "--set", "tasks.intr.nice=19"]);
    expect(result!.totals.jainIndex).toBeGreaterThan(0.95);
  });

  it("gives the same result for the same seed and another for another", () => {
    const digest = (seed: string) => results(["examples/11-distributions.yaml", "--seed", seed])[0]!.traceDigest;
    expect(digest("1")).toBe(digest("1"));
    expect(digest("1")).not.toBe(digest("2"));
  });

  it("draws a timeline below the table", () => {
    const { stdout } = schedlab(["run", massiveIntr, "--timeline"]);
    expect(stdout).toMatch(/^o1-2\.6\.22: who ran when\n +0 +10 s\nCPU 0 /m);
    for (const line of stdout.split("\n")) expect(textWidth(line), line).toBeLessThanOrEqual(80);
  });

  it("keeps to results on stdout when it is quiet", () => {
    const input = "name: w\nduration: 1s\ntasks: [{name: t, program: [{run: 1ms}, {recv: nobody}]}]\n";
    expect(schedlab(["run", "-"], { input }).stderr).toMatch(/warning/);
    expect(schedlab(["run", "-", "--quiet"], { input }).stderr).toBe("");
  });
});

describe("schedlab run --trace", () => {
  const short = [massiveIntr, "--duration", "200ms"];

  it("writes the same events in all kinds of files", () => {
    const folder = temporaryFolder();
    const write = (name: string) => {
      const path = join(folder, name);
      const { status, stderr } = schedlab(["run", ...short, "--trace", path]);
      expect(status).toBe(0);
      expect(stderr).toBe(`schedlab: wrote ${events} events to ${path}\n`);
      return readFileSync(path);
    };
    const events = results(short)[0]!.traceEvents;
    const tsv = write("t.tsv");
    expect(gunzipSync(write("t.tsv.gz")).equals(tsv)).toBe(true);
    const json = write("t.json");
    expect(gunzipSync(write("t.json.gz")).equals(json)).toBe(true);

    const lines = tsv.toString().split("\n");
    expect(lines.pop()).toBe("");
    expect(lines.length).toBe(events);
    expect(lines.map(parseEventLine)[0]).toMatchObject({ kind: "new", timeNs: 0, cpu: 0, pid: 1 });
    const chrome = JSON.parse(json.toString());
    const names = chrome.traceEvents.filter(({ name }: { name: string }) => name === "thread_name");
    const shown = names.map(({ args }: { args: { name: string } }) => args.name);
    expect(shown).toEqual(expect.arrayContaining(["CPU 0", "intr/0", "intr/9"]));
    const marks = chrome.traceEvents.filter(({ cat }: { cat: string }) => cat === "mark");
    expect(marks.length).toBeGreaterThan(0);

    const count = (text: string, part: RegExp) => text.match(part)?.length ?? 0;
    const switches = count(tsv.toString(), /^switch/gm);
    for (const name of ["t.ftrace.txt", "t.perf.txt"]) {
      const text = write(name).toString();
      expect(count(text, /\bsched_switch: /g)).toBe(switches);
      expect(count(text, /\bsched_wakeup: /g)).toBe(count(tsv.toString(), /^wakeup/gm));
      expect(count(text, /\btracing_mark_write: I\|\d+\|loop$/gm)).toBe(marks.length);
      expect(gunzipSync(write(`${name}.gz`)).toString()).toBe(text);
    }
    const perfetto = write("t.pftrace");
    expect(count(perfetto.toString("latin1"), /massive-intr, o1-2\.6\.22/g)).toBe(1);
    expect(gunzipSync(write("t.pftrace.gz")).equals(perfetto)).toBe(true);
  });

  it("writes one file for each of several schedulers", () => {
    const folder = temporaryFolder();
    const path = join(folder, "t.tsv");
    schedlab(["run", ...short, "-s", "o1-2.6.0,o1", "--trace", path]);
    const [old, recent] = ["o1-2.6.0", "o1-2.6.22"].map((id) => readFileSync(join(folder, `t.${id}.tsv`), "utf8"));
    expect(old).toMatch(/^new\t0\t0\t1\t/);
    expect(recent).toMatch(/^new\t0\t0\t1\t/);
  });

  it("names forked children in a Chrome trace", () => {
    const path = join(temporaryFolder(), "t.json");
    schedlab(["run", "examples/06-kernel-build.yaml", "--duration", "500ms", "--trace", path]);
    expect(readFileSync(path, "utf8")).toContain('"cc/0"');
  });

  it("leaves the old file alone where the run fails", () => {
    const path = join(temporaryFolder(), "t.tsv");
    writeFileSync(path, "old");
    expect(schedlab(["run", ...short, "--hz", "1", "--trace", path]).status).toBe(2);
    expect(readFileSync(path, "utf8")).toBe("old");
  });
});
