/** Every example runs, under every scheduler, and shows what its comment says. */
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { inProject } from "../../scripts/build/files.mjs";
import type { SimulationResult, TaskResult } from "../../src/result/index.js";
import { schedlab, shell } from "./schedlab.js";

/** Plans of sweeps, which lie in a folder of their own, have a test of their own. */
const files = readdirSync(inProject("examples"))
  .filter((file) => file !== "plans")
  .sort();

function run(file: string, ...args: string[]): SimulationResult {
  return JSON.parse(schedlab(["run", `examples/${file}`, "--format", "json", ...args]).stdout);
}

function task(result: SimulationResult, name: string): TaskResult {
  const found = result.tasks.find((candidate) => candidate.name === name);
  if (found === undefined) throw new Error(`no task ${name}`);
  return found;
}

describe("the examples", () => {
  it("are numbered without gaps and come in all three formats", () => {
    expect(files.map((file) => Number(file.slice(0, 2)))).toEqual(files.map((_, index) => index + 1));
    for (const ending of [".yaml", ".json", ".json5"]) expect(files.some((file) => file.endsWith(ending))).toBe(true);
  });

  it.each(files)("%s runs under every scheduler", (file) => {
    // Older schedulers warn of policies that they do not know.
    const args = ["run", `examples/${file}`, "--scheduler", "*", "--format", "json", "--quiet"];
    const { status, stdout, stderr } = schedlab(args);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    for (const { totals, machine, durationNs, finished } of JSON.parse(stdout) as SimulationResult[]) {
      expect(finished).toBe(true);
      expect(totals.busyNs + totals.idleNs).toBe(machine.cpus * durationNs);
      expect(totals.busyNs).toBeGreaterThan(0);
    }
  });

  it.each(files)("%s says what to look at, and the commands in its comment work", (file) => {
    const text = readFileSync(inProject(`examples/${file}`), "utf8");
    expect(text).toMatch(/Look at:/);
    const commands = text.match(/(?<=^(?:#|\/\/) {3})schedlab .*/gm) ?? [];
    for (const command of commands.filter((line) => !line.includes("--trace"))) {
      const { status, stderr } = shell(command);
      expect({ status, stderr }, command).toEqual({ status: 0, stderr: "" });
    }
  });
});

describe("what the comments of the examples promise", () => {
  it("01: a lone hog is never kept waiting", () => {
    expect(run("01-one-hog.yaml").totals).toMatchObject({ contextSwitches: 1, longestWaitNs: 0, idleNs: 0 });
  });

  it("04: share follows nice", () => {
    const shares = run("04-nice-levels.yaml").tasks.map(({ share }) => share);
    expect(shares).toEqual([...shares].sort((left, right) => right - left));
  });

  it("07: the victim gets far less than the third that it should have", () => {
    expect(task(run("07-irman2.yaml"), "victim").share).toBeLessThan(0.05);
  });

  it("09: the audio task is never late", () => {
    expect(task(run("09-real-time-mix.yaml"), "audio").longestWaitNs).toBe(0);
  });

  it("10: a pinned task never moves", () => {
    const result = run("10-affinity-imbalance.yaml");
    for (const name of ["pinned/0", "pinned/1", "pinned/2"]) {
      expect(task(result, name)).toMatchObject({ migrations: 0, cpu: 0 });
    }
  });

  it("10: two free hogs share a CPU with the sleeper while another has one to itself", () => {
    const result = run("10-affinity-imbalance.yaml");
    const shares = [0, 1, 2, 3, 4].map((free) => task(result, `free/${free}`).share).sort();
    expect(shares[0]).toBeLessThan(0.4);
    expect(shares[4]).toBeGreaterThan(0.8);
  });

  it("12: every message arrives", () => {
    const result = run("12-hackbench.yaml");
    expect(result.marks.message?.count).toBe(2 * 20 * 2000);
    expect(result.totals.exited).toBe(80);
  });

  it("13: parent and child get half each, in ever longer turns", () => {
    const [first, last] = ["o1-2.6.0", "o1-2.6.22"].map((id) => run("13-starved-parent.yaml", "-s", id));
    for (const result of [first!, last!]) expect(task(result, "parent").share).toBeGreaterThan(0.45);
    expect(first!.totals.contextSwitches).toBeGreaterThan(50 * last!.totals.contextSwitches);
  });

  it("14: the bystander waits for seconds", () => {
    expect(task(run("14-thud.yaml"), "bystander").longestWaitNs).toBeGreaterThan(3e9);
  });

  it("16: the ring gets nearly all under O(1), and half where sleep earns nothing", () => {
    const shareOfHog = (id: string) => task(run("16-ring-and-hog.yaml", "-s", id), "hog").share;
    expect(shareOfHog("o1")).toBeLessThan(0.05);
    expect(shareOfHog("eevdf")).toBeCloseTo(0.5, 1);
  });

  it("17: naps gain the busy task nothing under CFS, and nearly everything under 2.6.12", () => {
    const shareOfBusy = (id: string) => task(run("17-busy-and-hog.yaml", "-s", id), "busy").share;
    expect(shareOfBusy("cfs")).toBeCloseTo(0.5, 1);
    expect(shareOfBusy("o1-2.6.12")).toBeGreaterThan(0.9);
  });

  it("18: dd takes 8 s where nobody hinders it", () => {
    const alone = [
      "--set",
      "tasks.shell.program[2].fork.program[1].run=0",
      "--set",
      "tasks.shell.program[3].fork.program[1].run=0",
    ];
    const dd = task(run("18-transcode-and-dd.yaml", ...alone), "dd/0");
    expect(dd.lifetimeNs / 1e9).toBeCloseTo(8.2, 0);
    expect(task(run("18-transcode-and-dd.yaml", "-s", "o1-2.6.12"), "dd/0").lifetimeNs).toBeGreaterThan(
      3 * dd.lifetimeNs,
    );
  });

  it("19: the foolers make dd take minutes under O(1), and not a moment longer under nicksched", () => {
    const seconds = (id: string) => task(run("19-two-foolers.yaml", "-s", id), "dd/0").lifetimeNs / 1e9;
    expect(seconds("o1-2.6.12")).toBeGreaterThan(100);
    expect(seconds("nicksched")).toBeLessThan(4.2);
  });

  it("22: the bus manager misses rounds because of a task that never touches the bus", () => {
    const inverted = task(run("22-priority-inversion.yaml"), "bus");
    expect(inverted.rounds?.missed).toBeGreaterThan(0);
    expect(inverted.longestWaitNs).toBe(0);
    const alone = run("22-priority-inversion.yaml", "--set", "tasks.communication.count=0");
    expect(task(alone, "bus").rounds).toMatchObject({ missed: 0, maxLatenessNs: null });
  });

  it("23: O(1) misses few rounds by much, CFS next to none, EEVDF the sound by no more than a slice", () => {
    const of = (id: string) => run("23-periodic-deadlines.yaml", "-s", id);
    const [o1, cfs, eevdf] = [of("o1-2.6.22"), of("cfs-2.6.24"), of("eevdf")];
    expect(o1.totals.rounds?.missed).toBeLessThan(20);
    expect(o1.totals.rounds?.maxLatenessNs).toBeGreaterThan(100e6);
    expect(cfs.totals.rounds?.missed).toBeLessThan(3);
    expect(task(eevdf, "sound").rounds?.maxLatenessNs).toBeLessThanOrEqual(700_000);
    expect(task(eevdf, "video").rounds?.missed).toBeGreaterThan(200);
  });

  it("24: switching takes some of the CPUs' time, and more messages go round without costs", () => {
    const example = "24-price-of-switching.yaml";
    const costly = run(example);
    const free = run(example, "--set", "costs.contextSwitch=0", "--set", "costs.migration=0");
    expect(costly.totals.overheadNs).toBeGreaterThan(100e6);
    expect(free.totals.overheadNs).toBe(0);
    expect(free.marks.round!.count).toBeGreaterThan(costly.marks.round!.count);
  });
});
