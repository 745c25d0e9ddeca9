import { describe, expect, it } from "vitest";
import { version } from "../../src/version.js";
import { schedlab, shell } from "./schedlab.js";

const manyTasks = "schedlab run examples/02-massive-intr.yaml --set tasks.intr.count=5000 --duration 100ms";

describe("a closed pipe", () => {
  it.each(["json", "csv"])("is no error: %s | head -1", (format) => {
    const { stdout, stderr, status } = shell(`set -o pipefail; ${manyTasks} --format ${format} | head -1`);
    expect({ stderr, status }).toEqual({ stderr: "", status: 0 });
    expect(stdout.split("\n").length).toBe(2);
  });

  it("is no error where nobody reads at all", () => {
    for (const command of [manyTasks, "schedlab list", "schedlab --help", "schedlab verify test/cli/golden"]) {
      const { stderr, status } = shell(`set -o pipefail; ${command} --format json | true`);
      expect(stderr, command).toBe("");
      expect([0, 2], command).toContain(status);
    }
  });

  it("of stderr does not stop the results", () => {
    const { stdout, status } = shell("schedlab run examples/01-one-hog.yaml --format json 2>&-");
    expect(status).toBe(0);
    expect(JSON.parse(stdout).workload).toBe("one-hog");
  });

  it("that is read slowly gets all of a long output", () => {
    const { stdout } = shell(`${manyTasks} --format json | (sleep 1; cat)`);
    expect(JSON.parse(stdout).tasks.length).toBe(5000);
    const csv = shell(`${manyTasks} --format csv | (sleep 1; cat)`).stdout;
    expect(csv.trimEnd().split("\r\n").length).toBe(5001);
  });

  it("is another matter than a full disk", () => {
    for (const format of ["table", "json", "csv"]) {
      expect(shell(`schedlab run examples/01-one-hog.yaml --format ${format} > /dev/full`)).toEqual({
        status: 2,
        stdout: "",
        stderr: "schedlab: cannot write standard output: no space is left on the device\n",
      });
    }
  });
});

describe("help", () => {
  it.each(["run", "explain", "list", "verify", "sweep", "merge", "summarize", "plot"])(
    "on %s has examples and fits 80 columns",
    (command) => {
      const { status, stdout, stderr } = schedlab([command, "--help"]);
      expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
      expect(stdout).toContain(`Usage: schedlab ${command}`);
      expect(stdout).toContain("Examples:\n  schedlab ");
      for (const line of stdout.split("\n")) expect(line.length, line).toBeLessThanOrEqual(80);
      expect(schedlab(["help", command]).stdout).toBe(stdout);
    },
  );

  it("on the whole names the commands and the exit statuses", () => {
    const { status, stdout } = schedlab(["--help"]);
    expect(status).toBe(0);
    expect(stdout).toMatch(/run \[options\] <file>/);
    expect(stdout).toMatch(/130 {2}interrupted/);
    for (const line of stdout.split("\n")) expect(line.length, line).toBeLessThanOrEqual(80);
  });

  it("tells the version", () => {
    expect(schedlab(["--version"])).toEqual({ status: 0, stdout: `${version}\n`, stderr: "" });
  });
});

describe("schedlab list", () => {
  it("lists every scheduler with its strengths, weaknesses and origin", () => {
    const { status, stdout } = schedlab(["list", "schedulers"]);
    expect(status).toBe(0);
    const listed = JSON.parse(schedlab(["list", "schedulers", "--format", "json"]).stdout);
    expect(listed.length).toBeGreaterThanOrEqual(6);
    const text = stdout.replaceAll(/\s+/g, " ");
    for (const { id, goodAt, badAt, provenance } of listed) {
      for (const part of [id, goodAt, badAt, provenance.source]) expect(text).toContain(part);
    }
  });

  it("lists every example with what it is about", () => {
    const { examples, schedulers } = JSON.parse(schedlab(["list", "--format", "json"]).stdout);
    expect(schedulers.length).toBeGreaterThanOrEqual(6);
    expect(examples[1]).toMatchObject({ name: "02-massive-intr", path: "examples/02-massive-intr.yaml" });
    const { stdout } = schedlab(["list", "examples"]);
    for (const { path, about } of examples) {
      expect(about).not.toBe("");
      expect(stdout).toContain(path);
    }
  });
});
