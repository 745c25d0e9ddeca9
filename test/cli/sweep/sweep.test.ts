import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { textWidth } from "../../../src/cli/text-width.js";
import { schedlab, shell } from "../schedlab.js";
import { planFolder, resultsIn, standardPlan } from "./sweeps.js";

const sweep = (cwd: string, ...args: string[]) => schedlab(["sweep", ...args], { cwd });

describe("schedlab sweep", () => {
  it("prints a table that fits, and writes a folder of results", () => {
    const folder = planFolder();
    const { status, stdout, stderr } = sweep(folder, "plan.yaml");
    expect(stderr).toBe("schedlab: wrote 90 points to small.sweep\n");
    expect(status).toBe(0);
    expect(stdout).toMatch(/^small · 90 points · 15 configurations of up to 6 runs$/m);
    expect(stdout).toMatch(/^latency\.p99 \(time\)$/m);
    expect(stdout).toMatch(/^vanilla-2\.4.* (clearly|very likely|likely) (more|less)$/m);
    expect(stdout).toContain("the baseline");
    for (const line of stdout.split("\n")) expect(textWidth(line), line).toBeLessThanOrEqual(80);
    expect(Object.keys(resultsIn(join(folder, "small.sweep")))).toEqual([
      "plan.yaml",
      "points.parquet",
      "summary.json",
      "workloads/mix.yaml",
    ]);
    const summary = JSON.parse(readFileSync(join(folder, "small.sweep/summary.json"), "utf8"));
    expect(summary).toMatchObject({ name: "small", rows: 90, failed: 0, configurationCount: 15 });
    expect(summary.configurations[0].figures[1].sample.count).toBe(6);
  });

  it("refuses a folder of results that is a file", () => {
    const { status, stderr } = sweep(planFolder(), "plan.yaml", "--out", "mix.yaml");
    expect(stderr).toBe("schedlab: cannot create mix.yaml: a file of this name is there\n");
    expect(status).toBe(2);
  });

  it("runs a workload with what it includes, and keeps both in one file", () => {
    const folder = planFolder(
      "name: small\nworkload: whole.yaml\nvary: {tasks.hog.count: [1, 2]}\nmeasure: longestWait\n",
    );
    writeFileSync(join(folder, "whole.yaml"), "include: mix.yaml\ntasks: [{name: own, program: [{run: 1ms}]}]\n");
    const { status, stdout, stderr } = sweep(folder, "plan.yaml", "--workers", "2");
    expect(stderr).toBe("schedlab: wrote 2 points to small.sweep\n");
    expect(status).toBe(0);
    const whole = JSON.parse(readFileSync(join(folder, "small.sweep/workloads/whole.json"), "utf8"));
    expect(whole.tasks.map(({ name }: { name: string }) => name)).toEqual(["own", "intr", "hog"]);
    const again = sweep(folder, "small.sweep/plan.yaml", "--out", "again");
    expect(again.stdout).toBe(stdout);
    expect(again.status).toBe(0);
  });

  it("writes the same bytes with any number of workers, and when it is asked again", () => {
    const folder = planFolder();
    const [one, two, again] = [
      sweep(folder, "plan.yaml", "-o", "one", "--workers", "1"),
      sweep(folder, "plan.yaml", "-o", "two", "--workers", "3", "--csv", "--jsonl"),
      sweep(folder, "plan.yaml", "-o", "one", "--workers", "2"),
    ];
    expect([one.status, two.status, again.status]).toEqual([0, 0, 0]);
    expect(two.stdout).toBe(one.stdout);
    expect(again.stdout).toBe(one.stdout);
    const { "points.csv": csv, "points.jsonl": lines, ...rest } = resultsIn(join(folder, "two"));
    expect(rest).toEqual(resultsIn(join(folder, "one")));
    const rows = Buffer.from(csv!, "base64").toString().trimEnd().split("\r\n");
    expect(rows.length).toBe(91);
    expect(rows[0]).toBe(
      "point,digest,scheduler,tasks.intr.count,seed,tasks.intr.share.jain,latency.p99,longestWait,marks.loop.rate,totals.contextSwitches,error",
    );
    const objects = Buffer.from(lines!, "base64")
      .toString()
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(objects.length).toBe(90);
    expect(rows[1]).toBe(
      Object.values(objects[0])
        .map((value) => value ?? "")
        .join(","),
    );
  });

  it("can be run again from its own folder", () => {
    const folder = planFolder();
    sweep(folder, "plan.yaml", "-o", "first");
    const { status } = sweep(join(folder, "first"), "plan.yaml", "-o", "again");
    expect(status).toBe(0);
    const [first, again] = ["first", "first/again"].map((name) => resultsIn(join(folder, name))["points.parquet"]);
    expect(again).toBe(first);
  });

  it("splits over machines, and merges to the same bytes", () => {
    const folder = planFolder();
    expect(sweep(folder, "plan.yaml", "-o", "whole").status).toBe(0);
    const parts = ["1/3", "2/3", "3/3"].map((shard, index) => {
      expect(sweep(folder, "plan.yaml", "--shard", shard, "-o", `part${index}`).status).toBe(0);
      return `part${index}`;
    });
    const merge = (...args: string[]) => schedlab(["merge", ...args, "-o", "merged"], { cwd: folder });
    const incomplete = merge(parts[0]!, parts[2]!);
    expect(incomplete).toMatchObject({ status: 2, stdout: "" });
    expect(incomplete.stderr).toBe("schedlab: of 3 parts one is missing: --shard 2/3\n");
    expect(merge(parts[0]!, parts[0]!).stderr).toMatch(/both have point 0: give each part once/);
    expect(existsSync(join(folder, "merged"))).toBe(false);
    expect(merge(parts[2]!, parts[0]!, parts[1]!)).toMatchObject({
      status: 0,
      stderr: "schedlab: wrote 90 points to merged\n",
    });
    expect(resultsIn(join(folder, "merged"))).toEqual(resultsIn(join(folder, "whole")));
    writeFileSync(join(folder, "other.yaml"), standardPlan.replace("count: 6", "count: 7"));
    expect(sweep(folder, "other.yaml", "--shard", "2/3", "-o", "other").status).toBe(0);
    expect(merge(parts[0]!, "other", parts[2]!).stderr).toBe("schedlab: other is of another plan than part0\n");
  });

  it("shows with --dry-run what it would do, and does nothing", () => {
    const folder = planFolder(`${standardPlan}where: tasks.intr.count >= machine.cpus\n`);
    const { status, stdout, stderr } = sweep(folder, "plan.yaml", "--dry-run", "--workers", "2");
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout).toMatch(/^small: 72 points$/m);
    expect(stdout).toMatch(/^about .* with 2 workers: .* a point, by 16 probes$/m);
    expect(stdout).toMatch(/^ {2}0 {2}scheduler=o1-2\.6\.0 tasks\.intr\.count=2 seed=1$/m);
    expect(readdirSync(folder).sort()).toEqual(["mix.yaml", "plan.yaml"]);
  });

  it("runs the others where some points fail, names the command for each that does, and exits with 1", () => {
    const folder = planFolder(
      standardPlan.replace("scheduler: [o1-2.6.0, o1-2.6.22, vanilla-2.4.17]", "scheduler: [o1-2.6.22, cfs-5.19]"),
    );
    const { status, stdout, stderr } = sweep(folder, "plan.yaml", "-o", "out");
    expect(status).toBe(1);
    expect(stdout).toContain("small · 60 points");
    expect(stderr).toContain(
      "schedlab: 30 points of 60 failed\n  point 30: scheduler=cfs-5.19 tasks.intr.count=1 seed=1\n",
    );
    expect(stderr).toContain("and 20 others; summary.json and points.parquet have all");
    const [command = ""] = stderr.match(/schedlab run .*/) ?? [];
    expect(command).toBe("schedlab run out/workloads/mix.yaml --scheduler cfs-5.19 --seed 1 --set tasks.intr.count=1");
    const alone = shell(`cd '${folder}' && ${command}`);
    expect(alone).toMatchObject({ status: 2, stderr: "schedlab: cfs-5.19 cannot run on 2 CPUs: expected at most 1\n" });
    const summary = JSON.parse(readFileSync(join(folder, "out/summary.json"), "utf8"));
    expect(summary.failed).toBe(30);
    expect(summary.failures[0]).toMatchObject({
      point: 30,
      error: "cfs-5.19 cannot run on 2 CPUs: expected at most 1",
    });
  });

  it("gives the command that runs a point alone, with the same figures", () => {
    const folder = planFolder(
      standardPlan.replace(
        "vary:\n",
        "vary:\n  'tasks.intr.program[0].run': [1ms, 2500us]\n  machine.timers: [jiffies]\n",
      ),
    );
    const { stderr } = sweep(folder, "plan.yaml", "-o", "out", "--jsonl", "--assert", "longestWait < 0", "--quiet");
    const [command = ""] = stderr.match(/schedlab run .*/) ?? [];
    expect(command).toContain("--set 'tasks[0].program[0].run=1000000'".replace("tasks[0]", "tasks.intr"));
    const alone = JSON.parse(shell(`cd '${folder}' && ${command} --format json`).stdout);
    const [first = "{}"] = readFileSync(join(folder, "out/points.jsonl"), "utf8").split("\n");
    expect(JSON.parse(first)).toMatchObject({
      longestWait: alone.totals.longestWaitNs,
      "latency.p99": alone.totals.wakeupLatencyNs.p99,
      "totals.contextSwitches": alone.totals.contextSwitches,
    });
  });

  it("is a gate: --assert names the points that do not hold, and exits with 1", () => {
    const folder = planFolder();
    expect(sweep(folder, "plan.yaml", "-o", "out", "--assert", "latency.p99 < 10s", "--quiet")).toMatchObject({
      status: 0,
      stderr: "",
    });
    const failing = schedlab(["sweep", "--from", "out", "--assert", "tasks.intr.share.jain > 0.9 or seed != 3"], {
      cwd: folder,
    });
    expect(failing.status).toBe(1);
    expect(failing.stderr).toMatch(/--assert "tasks.intr.share.jain > 0.9 or seed != 3": \d+ points? of 90 do not/);
    const points = [...failing.stderr.matchAll(/^ {2}point \d+: .* seed=(\d)$/gm)];
    expect(points.length).toBeGreaterThan(0);
    expect(points.filter(([, seed]) => seed !== "3")).toEqual([]);
    expect(sweep(folder, "--from", "out", "--assert", "latency.p98 < 1s")).toMatchObject({ status: 2 });
    expect(sweep(folder, "--from", "out", "--assert", "latency.p98 < 1s").stderr).toContain(
      'did you mean "latency.p95"?'.replace("p95", "p99"),
    );
  });

  it("tells programs how far it is, line by line", () => {
    const folder = planFolder();
    const { stderr } = sweep(folder, "plan.yaml", "--json-progress");
    const lines = stderr
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(lines.at(-1)).toMatchObject({ event: "end", done: 90, total: 90, failed: 0 });
    expect(lines.at(-1).simulatedSecondsPerSecond).toBeGreaterThan(0);
  });

  it("takes over points of other plans where nothing about them has changed", () => {
    const folder = planFolder();
    writeFileSync(join(folder, "more.yaml"), standardPlan.replace("count: 6", "count: 8").replace("latency.p99, ", ""));
    expect(sweep(folder, "plan.yaml", "-o", "a", "--cache", "cache").status).toBe(0);
    const more = sweep(folder, "more.yaml", "-o", "b", "--cache", "cache");
    expect(more.stderr).toContain("schedlab: 90 points taken over from sweeps before\n");
    expect(sweep(folder, "more.yaml", "-o", "fresh").status).toBe(0);
    expect(resultsIn(join(folder, "b"))).toEqual(resultsIn(join(folder, "fresh")));
    // What nobody measured is not known.
    writeFileSync(join(folder, "other.yaml"), standardPlan.replace("latency.p99", "latency.p50"));
    expect(sweep(folder, "other.yaml", "-o", "c", "--cache", "cache").stderr).not.toContain("taken over");
    // Another workload, in whatever detail, is another workload.
    writeFileSync(join(folder, "mix.yaml"), readFileSync(join(folder, "mix.yaml"), "utf8").replace("10ms", "11ms"));
    expect(sweep(folder, "plan.yaml", "-o", "d", "--cache", "cache").stderr).not.toContain("taken over");
    // One that only reads differently is the same.
    writeFileSync(join(folder, "mix.yaml"), `# a comment\n${readFileSync(join(folder, "mix.yaml"), "utf8")}`);
    expect(sweep(folder, "plan.yaml", "-o", "e", "--cache", "cache").stderr).toContain("90 points taken over");
  });

  it("refuses a second process on the same folder, and takes over from one that is gone", () => {
    const folder = planFolder();
    expect(sweep(folder, "plan.yaml", "-o", "out").status).toBe(0);
    const here = (holder: object) => writeFileSync(join(folder, "out/.lock"), JSON.stringify(holder));
    const stat = readFileSync(`/proc/${process.pid}/stat`, "utf8");
    const started = stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19];
    const host = shell("hostname").stdout.trim();
    here({ pid: process.pid, host, started });
    expect(sweep(folder, "plan.yaml", "-o", "out")).toMatchObject({
      status: 2,
      stderr: `schedlab: out is in use by process ${process.pid}: wait for it, or end it\n`,
    });
    here({ pid: process.pid, host: "another-host", started });
    expect(sweep(folder, "plan.yaml", "-o", "out").stderr).toContain("if it does not, remove out/.lock");
    // A pid that has come again, and one that is gone.
    here({ pid: process.pid, host, started: "1" });
    expect(sweep(folder, "plan.yaml", "-o", "out").status).toBe(0);
    here({ pid: 2 ** 22 - 1, host, started: "1" });
    expect(sweep(folder, "plan.yaml", "-o", "out").status).toBe(0);
    writeFileSync(join(folder, "out/.lock"), "{ torn");
    expect(sweep(folder, "plan.yaml", "-o", "out").status).toBe(0);
    expect(existsSync(join(folder, "out/.lock"))).toBe(false);
  });

  it.each([
    [["gone.yaml"], "cannot read gone.yaml: no such file"],
    [[], "expected a plan, or --from with a folder of results"],
    [["plan.yaml", "--workers", "0"], "--workers 0: expected a whole number from 1 to 1024"],
    [["plan.yaml", "--shard", "3/2"], "--shard 3/2: expected I/N"],
    [["--from", "gone"], "cannot read gone/points.parquet: no such folder"],
    [["plan.yaml", "--from", "x"], "it does not go with a plan"],
    [["plan.yaml", "-o", "mix.yaml"], "cannot create mix.yaml"],
    [["mix.yaml"], 'mix.yaml:2:1: error: machine: unknown key "machine" in a plan'],
  ])("refuses %j with one message", (args, message) => {
    const { status, stdout, stderr } = sweep(planFolder(), ...args);
    expect(stderr).toContain(message);
    expect(stderr).not.toMatch(/\n {4}at /);
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
  });

  it("refuses results that are none", () => {
    const folder = planFolder();
    writeFileSync(join(folder, "points.parquet"), "no parquet at all");
    expect(sweep(folder, "--from", ".").stderr).toContain("points.parquet: not a Parquet file, or not a whole one");
  });
});

describe("schedlab summarize and plot", () => {
  it("summarize by whatever is asked for, as table and as JSON", () => {
    const folder = planFolder();
    sweep(folder, "plan.yaml", "-o", "out");
    const run = (...args: string[]) => schedlab(args, { cwd: folder });
    const { stdout } = run("summarize", "out", "--by", "scheduler", "--figure", "longestWait");
    expect(stdout).toContain("3 configurations of up to 30 runs");
    expect(stdout).not.toContain("latency.p99");
    const json = JSON.parse(run("summarize", "out", "--by", "scheduler", "--format", "json").stdout);
    expect(json.by).toEqual(["scheduler"]);
    expect(json.configurations.map(({ points }: { points: number }) => points)).toEqual([30, 30, 30]);
    expect(run("summarize", "out", "--by", "schedular").stderr).toContain("(did you mean scheduler?)");
    expect(run("summarize", "out", "--figure", "latency").stderr).toMatch(
      /^schedlab: the sweep has no figure "latency"/,
    );
  });

  it("plot lines, small multiples and heat maps, the same every time", () => {
    const folder = planFolder(standardPlan.replace("vary:\n", "vary:\n  machine.hz: [100, 1000]\n"));
    sweep(folder, "plan.yaml", "-o", "out");
    const draw = (name: string, ...args: string[]) => {
      const { status, stderr } = schedlab(["plot", "out", ...args, "-o", name], { cwd: folder });
      expect({ status, stderr }).toEqual({ status: 0, stderr: `schedlab: wrote ${name}\n` });
      return readFileSync(join(folder, name), "utf8");
    };
    const lines = ["--x", "tasks.intr.count", "--y", "latency.p99", "--by", "scheduler", "--facet", "machine.hz"];
    const svg = draw("lines.svg", ...lines);
    expect(svg).toMatch(/^<svg [^>]*xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
    for (const text of ["o1-2.6.22", "machine.hz 100", "latency.p99 (ms)", "tasks.intr.count"])
      expect(svg).toContain(text);
    // A line and a band for each of three schedulers in two pictures.
    expect(svg.match(/<path [^>]*d="M/g)?.length).toBeGreaterThanOrEqual(12);
    expect(svg).not.toContain("NaN");
    expect(draw("again.svg", ...lines)).toBe(svg);
    const heat = draw(
      "heat.svg",
      "--x",
      "tasks.intr.count",
      "--y",
      "machine.hz",
      "--fill",
      "tasks.intr.share.jain",
      "--facet",
      "scheduler",
    );
    expect(heat.match(/<rect [^>]*fill="#[0-9a-f]{6}"/g)?.length).toBeGreaterThanOrEqual(30);
    expect(draw("log.svg", ...lines, "--log", "y", "--linear", "x")).not.toBe(svg);
  });

  it("refuse pictures that cannot be drawn", () => {
    const folder = planFolder();
    sweep(folder, "plan.yaml", "-o", "out");
    const draw = (...args: string[]) => schedlab(["plot", "out", ...args], { cwd: folder });
    expect(draw("--x", "tasks.intr.cont", "--y", "latency.p99", "-o", "a.svg").stderr).toContain(
      "did you mean tasks.intr.count?",
    );
    expect(draw("--x", "tasks.intr.count", "--y", "latency.p99", "-o", "a.png").stderr).toContain(
      "expected a name that ends in .svg",
    );
    expect(draw("--x", "tasks.intr.count", "--y", "latency.p99", "--log", "z", "-o", "a.svg").stderr).toContain(
      "--log z: expected x, y or x,y",
    );
    expect(readdirSync(folder)).not.toContain("a.svg");
  });

  it("make a report that needs nothing beside it", () => {
    const folder = planFolder();
    sweep(folder, "plan.yaml", "-o", "out");
    expect(schedlab(["summarize", "out", "--html", "report.html"], { cwd: folder }).status).toBe(0);
    const html = readFileSync(join(folder, "report.html"), "utf8");
    expect(html.match(/<svg role="img"/g)?.length).toBe(5);
    expect(html.match(/<table>/g)?.length).toBe(5);
    expect(html).toContain("schedlab sweep out/plan.yaml");
    expect(html).toContain(
      "schedlab run out/workloads/mix.yaml --scheduler o1-2.6.0 --seed 1 --set tasks.intr.count=1",
    );
    expect(html).toContain("baseline:");
    expect(html).not.toMatch(/(src|href)=/);
  });
});
