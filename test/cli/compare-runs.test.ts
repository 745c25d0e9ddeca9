/** `schedlab compare` end to end: what can be compared with what, formats, and what is refused. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { schedlab, temporaryFolder } from "./schedlab.js";

const workload = "examples/20-token-passing.yaml";
const intr = ["examples/02-massive-intr.yaml", "--set", "tasks.intr.count=4", "--duration", "2s"];
const sample = "test/report/perf-samples/perf-6.1-script.txt";

function ok(args: readonly string[]): string {
  const { status, stdout, stderr } = schedlab(["compare", ...args]);
  expect({ status, stderr }, args.join(" ")).toEqual({ status: 0, stderr: "" });
  return stdout;
}

const json = (...args: string[]) => JSON.parse(ok([...args, "--format", "json"]));

describe("compare", () => {
  it("puts the most affected tasks first, in a table that fits", () => {
    const lines = ok([...intr, "--scheduler", "o1-2.6.0,cfs"]).split("\n");
    for (const line of lines) expect(line.length, line).toBeLessThanOrEqual(80);
    const effects = lines.filter((line) => line.startsWith("intr/")).map((line) => Number(/([\d.]+)%/.exec(line)?.[1]));
    expect(effects.length).toBe(4);
    expect(effects).toEqual([...effects].sort((left, right) => right - left));
  });

  it("comes to the same figures from workloads, results and traces", () => {
    const folder = temporaryFolder();
    const results = ["o1", "cfs"].map((scheduler) => {
      const path = join(folder, `${scheduler}.json`);
      const trace = ["--trace", join(folder, `${scheduler}.tsv`), "--quiet"];
      const { stdout } = schedlab(["run", ...intr, "-s", scheduler, "--format", "json", ...trace]);
      writeFileSync(path, stdout);
      return path;
    });
    const simulated = json(...intr, "--scheduler", "o1,cfs");
    const read = json(...results);
    type Figures = { key: string; a: number; b: number }[];
    const withoutLag = (figures: Figures) => figures.filter(({ key }) => key !== "maxLag");
    expect(withoutLag(read.totals)).toEqual(withoutLag(simulated.totals));
    const figures = ({ tasks }: { tasks: { name: string; figures: Figures }[] }) =>
      tasks.map((task) => ({ ...task, figures: withoutLag(task.figures) }));
    expect(figures(read)).toEqual(figures(simulated));
    expect(simulated.totals.find(({ key }: { key: string }) => key === "maxLag").a).toBeGreaterThan(0);

    // A trace has no names, and ends with its last event.
    const traces = json(join(folder, "o1.tsv"), join(folder, "cfs.tsv"));
    expect(traces.tasks.length).toBe(4);
    const pidsOf = ({ tasks }: { tasks: { pidA: number }[] }) => tasks.map(({ pidA }) => pidA).sort();
    expect(pidsOf(traces)).toEqual(pidsOf(simulated));
  });

  it("takes one scheduler for both files, or one for each", () => {
    const same = json(workload, workload, "--scheduler", "cfs");
    expect([same.a.scheduler, same.b.scheduler]).toEqual(["cfs-2.6.24", "cfs-2.6.24"]);
    expect(same.tasks.map(({ effect }: { effect: number }) => effect)).toEqual([0, 0]);
    const each = json(workload, workload, "--scheduler", "vanilla-2.4.27,cfs");
    expect([each.a.scheduler, each.b.scheduler]).toEqual(["vanilla-2.4.27", "cfs-2.6.24"]);
    const migrations = each.totals.find(({ key }: { key: string }) => key === "migrations");
    expect([migrations.a, migrations.b]).toEqual([1, 0]);
  });

  it("compares a recording with a run, and names whom only one of them has", () => {
    const { a, b, tasks, onlyInA, onlyInB } = json(sample, workload);
    expect([a.scheduler, b.scheduler]).toEqual([null, "o1-2.6.22"]);
    expect([tasks.length, onlyInA.length, onlyInB.length]).toEqual([0, 2, 2]);
    const table = ok([sample, workload]);
    expect(table).toContain("only in A (2): sched-pipe");
    expect(table).toContain("only in B (2): left-hand, right-hand");
  });

  it("compares a recording with what becomes of it under a scheduler", () => {
    const { a, b, tasks } = JSON.parse(
      schedlab(["compare", sample, "--scheduler", "cfs", "--format", "json", "--quiet"]).stdout,
    );
    expect([a.scheduler, b.scheduler]).toEqual([null, "cfs-2.6.24"]);
    expect(tasks.map(({ pidA }: { pidA: number }) => pidA).sort()).toEqual([3118, 3121]);
  });

  it("prints a line of CSV for each figure", () => {
    const [header, ...lines] = ok([workload, workload, "--format", "csv"]).trimEnd().split("\r\n");
    expect(header).toBe("task,pidA,pidB,effect,figure,unit,a,b");
    const { totals, tasks } = json(workload, workload);
    const figures = tasks.flatMap((task: { figures: unknown[] }) => task.figures);
    expect(lines.length).toBe(totals.length + figures.length);
  });

  it("has help with examples that fits 80 columns", () => {
    const stdout = ok(["--help"]);
    expect(stdout).toContain("Examples:\n  schedlab compare ");
    for (const line of stdout.split("\n")) expect(line.length, line).toBeLessThanOrEqual(80);
  });
});

describe("what cannot be compared is refused:", () => {
  const write = (name: string, content: string) => {
    const path = join(temporaryFolder(), name);
    writeFileSync(path, content);
    return path;
  };

  it.each<[string, () => string[], string]>([
    ["nothing", () => [], "missing required argument 'files'"],
    ["one workload alone", () => [workload], "--scheduler o1,cfs"],
    ["one under three", () => [workload, "-s", "o1,cfs,bfs"], "these are 3 schedulers"],
    ["three files", () => [workload, workload, workload], "two runs are compared, not 3"],
    ["a recording alone", () => [sample], "--scheduler to simulate"],
    ["schedulers for recordings", () => [sample, sample, "-s", "o1,cfs"], "none of the files is a workload"],
    ["two schedulers for one of two", () => [sample, workload, "-s", "o1,cfs"], "one of the files is a workload"],
    ["a missing file", () => [workload, "nowhere.yaml"], "no such file"],
    ["half a result", () => [workload, write("half.json", '{"schema": "schedlab-result/1", "ta')], "not complete JSON"],
    ["a hollow result", () => [workload, write("hollow.json", '{"schema":"schedlab-result/1"}')], "not a whole result"],
    ["a broken workload", () => [workload, write("broken.yaml", "tasks: 7")], "broken.yaml:1:"],
  ])("%s", (_, args, message) => {
    const { status, stdout, stderr } = schedlab(["compare", ...args()]);
    expect(stderr).toContain(message);
    expect(stderr).not.toMatch(/^\s+at |internal error/m);
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
  });
});
