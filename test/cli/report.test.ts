/** `schedlab report` end to end: kinds of files, formats, headings, and what is refused. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { inProject } from "../../scripts/build/files.mjs";
import { schedlab, shell, temporaryFolder, terminal } from "./schedlab.js";

const workload = "examples/20-token-passing.yaml";
const sample = "test/report/perf-samples/perf-6.1-script.txt";
const recording = "test/report/perf-recording/sched-pipe.perf.txt.gz";
const kinds = ["timehist", "latency", "map", "summary"] as const;

function ok(args: readonly string[], input?: Uint8Array): string {
  const { status, stdout, stderr } = schedlab(args, input === undefined ? {} : { input });
  expect({ status, stderr }, args.join(" ")).toEqual({ status: 0, stderr: "" });
  return stdout;
}

describe("a report", () => {
  it.each(kinds)("%s is the same of a workload and of the trace of its run", (kind) => {
    const folder = temporaryFolder();
    const path = join(folder, "run.tsv.gz");
    ok(["run", workload, "--trace", path, "--quiet"]);
    // A .tsv has pids for names.
    const unnamed = (text: string) => text.replaceAll(/(left-hand|right-hand|pid \d+)(\[\d\]|:\d)/g, "?$2");
    const plain = (text: string) => unnamed(text).replaceAll(/ +/g, " ");
    expect(plain(ok(["report", kind, path]))).toBe(plain(ok(["report", kind, workload])));
  });

  it.each(kinds)("%s reads standard input, compressed or not, and several files with headings", (kind) => {
    const bytes = readFileSync(inProject(sample));
    const once = ok(["report", kind, sample]);
    expect(ok(["report", kind, "-"], bytes)).toBe(once);
    expect(ok(["report", kind, "-"], gzipSync(bytes))).toBe(once);
    const several = ok(["report", kind, sample, workload, "--scheduler", "o1,cfs"]);
    expect(several.match(/^==> .* <==$/gm)).toEqual([
      `==> ${sample} <==`,
      `==> ${workload} · o1-2.6.22 <==`,
      `==> ${workload} · cfs-2.6.24 <==`,
    ]);
    expect(several.startsWith(`==> ${sample} <==\n${once}\n==>`)).toBe(true);
  });

  it.each(kinds)("%s says that it infers CPUs where a recording has none, and then tells the same", (kind) => {
    const folder = temporaryFolder();
    const told = join(folder, "told.perf.txt");
    const untold = join(folder, "untold.perf.txt");
    ok(["run", "examples/12-hackbench.yaml", "--cpus", "3", "--duration", "50ms", "--trace", told, "--quiet"]);
    writeFileSync(untold, readFileSync(told, "utf8").replaceAll(/ \[\d{3}\]/g, ""));
    const { status, stdout, stderr } = schedlab(["report", kind, untold]);
    expect(stderr).toMatch(/events without a CPU: inferred from who leaves and who comes, 3 CPUs in all/);
    expect({ status, stdout }).toEqual({ status: 0, stdout: ok(["report", kind, told]) });
  });

  it.each(kinds)("%s comes as JSON and CSV with the same figures", (kind) => {
    const json = JSON.parse(ok(["report", kind, workload, "--format", "json"]));
    expect(json).toMatchObject({ schema: "schedlab-report/1", report: kind, file: workload, scheduler: "o1-2.6.22" });
    const [header = "", ...lines] = ok(["report", kind, workload, "--format", "csv"]).trimEnd().split("\r\n");
    const fields = header.split(",").slice(2);
    expect(lines.length).toBe(json.rows.length);
    expect(lines.length).toBeGreaterThan(0);
    lines.forEach((line, index) => {
      const values = Object.fromEntries(
        line
          .split(",")
          .slice(2)
          .map((value, column) => [fields[column], value]),
      );
      for (const [field, value] of Object.entries(json.rows[index])) expect(values[field]).toBe(String(value ?? ""));
    });
    const both = JSON.parse(ok(["report", kind, workload, sample, "--format", "json"]));
    expect(both.map(({ file }: { file: string }) => file)).toEqual([workload, sample]);
    expect(both[0]).toEqual(json);
  });

  it("of a recording says how complete that is", () => {
    const { stdout, stderr, status } = schedlab(["report", "summary", recording]);
    expect(status).toBe(0);
    expect(stdout).toContain("sched-pipe[8334]");
    expect(stderr).toContain("95 switches from another task than the last one went to");
    expect(schedlab(["report", "summary", recording, "--quiet"]).stderr).toBe("");
  });

  it("goes through a pipe that is closed early", () => {
    const { stdout, stderr, status } = shell(
      `set -o pipefail; schedlab report timehist ${workload} --duration 100s | head -1`,
    );
    expect({ stderr, status }).toEqual({ stderr: "", status: 0 });
    expect(stdout.split("\n").length).toBe(2);
  });

  it("is coloured on terminals only", () => {
    const command = `schedlab report map ${workload} --color-pids 1 --color-cpus 1`;
    expect(shell(command).stdout).not.toContain("\u001b[");
    expect(terminal(command, 80).stdout).toContain("\u001b[32m");
  });
});

describe("options", () => {
  const rows = (...args: string[]) =>
    ok(["report", "timehist", workload, ...args])
      .split("\n")
      .slice(3, -1);

  it("narrow a history down by time, CPU, task and name", () => {
    const all = rows();
    expect(rows("--cpu", "1")).toEqual(all.filter((line) => line.includes("[0001]")));
    expect(rows("--tid", "2")).toEqual(all.filter((line) => line.includes("[2]")));
    expect(rows("--comm", "right*")).toEqual(all.filter((line) => line.includes("right-hand")));
    const part = rows("--time", "0.002,0.004");
    expect(part.length).toBeGreaterThan(0);
    for (const line of part) expect(Number(line.slice(0, 15))).toBeGreaterThanOrEqual(0.002);
    for (const line of part) expect(Number(line.slice(0, 15))).toBeLessThanOrEqual(0.004);
  });

  it("simulate otherwise than the file says", () => {
    expect(rows("--duration", "1ms").length).toBeLessThan(rows().length);
    expect(ok(["report", "summary", workload, "--cpus", "4"])).toContain("(x 4)");
    expect(ok(["report", "map", workload, "--set", "machine.cpus=4", "--cpus", "0,3"])).toMatch(/^ {2}\*/);
  });

  it("put the summary behind the history", () => {
    const both = ok(["report", "timehist", workload, "--with-summary"]);
    expect(both).toBe(ok(["report", "timehist", workload]) + ok(["report", "summary", workload]));
    expect(ok(["report", "timehist", workload, "--summary", "--state"])).toContain("Wait-time summary");
    const { summary, totals } = JSON.parse(ok(["report", "timehist", workload, "-S", "--format", "json"]));
    expect(summary.length).toBe(totals.tasks);
  });
});

describe("what is refused", () => {
  it.each([
    [["timehist"], "missing required argument 'files'"],
    [["timehist", workload, "--summary", "--next"], "--next does not go with it"],
    [["timehist", workload, "-S", "--format", "csv"], "does not go with --format csv"],
    [["timehist", workload, "--time", "1"], "expected START,STOP"],
    [["timehist", workload, "--time", "2,1"], "STOP is not later than START"],
    [["timehist", workload, "--time", "x,1"], 'found "x"'],
    [["timehist", workload, "--cpu", "3-1"], "expected CPUs with commas"],
    [["timehist", workload, "--pid", "ping"], "expected pids with commas"],
    [["latency", workload, "--sort", "maxi"], "did you mean max?"],
    [["latency", workload, "--scheduler", "o2"], "no such scheduler"],
    [["summary", "no-such-file.txt"], "no such file"],
    [["summary", "examples"], "it is a directory"],
    [["histogram", workload], "unknown command"],
    [["map", "package.json"], "package.json:"],
  ])("%j", (args, message) => {
    const { status, stdout, stderr } = schedlab(["report", ...args]);
    expect(stderr).toContain(message);
    expect(stderr).not.toMatch(/^\s+at |internal error/m);
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
  });

  it("a result, an empty file, a cut one, and binary recordings", () => {
    const folder = temporaryFolder();
    const refused = (name: string, content: string | Uint8Array, message: string) => {
      const path = join(folder, name);
      writeFileSync(path, content);
      const { status, stdout, stderr } = schedlab(["report", "timehist", path]);
      expect(stderr).toContain(message);
      expect({ status, stdout }, name).toEqual({ status: 2, stdout: "" });
    };
    refused("result.json", ok(["run", workload, "--format", "json"]), "does not tell what happened when");
    refused("empty.txt", "", "empty");
    refused("perf.data", "PERFILE2\0\0\0\0", "perf script");
    refused("cut.gz", gzipSync(readFileSync(inProject(sample))).subarray(0, 200), "damaged or cut off");
    refused("foreign.txt", "# tracer: function_graph\n 0)   1.2 us    |  foo();\n", "foreign.txt");
  });
});

describe("help", () => {
  it.each(["", ...kinds])("on report %s has examples and fits 80 columns", (kind) => {
    const stdout = ok(["report", ...(kind === "" ? [] : [kind]), "--help"]);
    expect(stdout).toContain("Examples:\n  schedlab report ");
    for (const line of stdout.split("\n")) expect(line.length, line).toBeLessThanOrEqual(80);
  });
});
