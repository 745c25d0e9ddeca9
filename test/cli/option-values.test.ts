import { describe, expect, it } from "vitest";
import { chooseSchedulers, leaveOutUnable } from "../../src/cli/choose-schedulers.js";
import {
  assignment,
  cpuCount,
  duration,
  longWidth,
  seedValue,
  tickRate,
  tunableValue,
} from "../../src/cli/option-values.js";
import { parseTracePath, traceTargetFor } from "../../src/cli/trace-file.js";
import { matchesPattern } from "../../src/scheduler-patterns.js";
import { loadWorkload } from "../../src/workload/index.js";
import { aScheduler } from "../result/made-up-run.js";

describe("--cpus", () => {
  it.each(["0", "65", "1.5", "-1", "four", "", "1e1", "99999999999999999999"])("refuses %j", (text) => {
    expect(() => cpuCount(text)).toThrow(`--cpus ${text}: expected a whole number from 1 to 64`);
  });

  it("takes 1 to 64", () => {
    expect([cpuCount("1"), cpuCount("64")]).toEqual([1, 64]);
  });
});

describe("--hz", () => {
  it.each(["0", "7", "300.5", "-100", "x"])("refuses %j", (text) => {
    expect(() => tickRate(text)).toThrow(`--hz ${text}`);
  });

  it("takes what divides a second into whole nanoseconds", () => {
    expect([tickRate("100"), tickRate("250"), tickRate("1000")]).toEqual([100, 250, 1000]);
    expect(() => tickRate("300")).toThrow("that divide 1000000000");
  });
});

describe("--duration", () => {
  it.each([
    ["10s", 10e9],
    ["2.5ms", 2_500_000],
    ["1.5 us", 1_500],
    ["3µs", 3_000],
    ["1min", 60e9],
    ["1000", 1_000],
    ["9007199254740991", 2 ** 53 - 1],
  ])("takes %s", (text, ns) => {
    expect(duration(text)).toBe(ns);
  });

  it.each([
    ["-1s", "negative"],
    ["10 parsecs", "unknown unit"],
    ["", "a duration"],
    ["1.5ns", "whole number of nanoseconds"],
    ["0s", "more than 0"],
    ["9007199254740992", "longer than 2^53 - 1 ns"],
    ["ten", "a duration"],
  ])("refuses %j", (text, reason) => {
    expect(() => duration(text)).toThrow(`--duration ${text}: `);
    expect(() => duration(text)).toThrow(reason);
  });
});

describe("--seed", () => {
  it("takes all 64 bits, and numbers where they are exact", () => {
    expect(seedValue("7")).toBe(7);
    expect(seedValue("0xff")).toBe(255);
    expect(seedValue("18446744073709551615")).toBe(2n ** 64n - 1n);
  });

  it.each(["x", "-1", "1.5", "18446744073709551616", ""])("refuses %j", (text) => {
    expect(() => seedValue(text)).toThrow(`--seed ${text}`);
  });
});

describe("--long", () => {
  it("takes 32 and 64", () => {
    expect([longWidth("32"), longWidth("64")]).toEqual([32, 64]);
    expect(() => longWidth("16")).toThrow("expected 32 or 64");
  });
});

describe("--set and --tunable", () => {
  it("need a name and a value", () => {
    expect(assignment("--set", "a.b = 2ms", "x")).toEqual({ name: "a.b", value: "2ms" });
    for (const text of ["a", "=1", "a="]) expect(() => assignment("--set", text, "PATH=VALUE")).toThrow("PATH=VALUE");
    expect(tunableValue("penalty=95")).toMatchObject({ name: "penalty", number: 95 });
    expect(() => tunableValue("penalty=much")).toThrow("expected a number after the =");
  });
});

describe("--trace", () => {
  it("goes by the ending", () => {
    expect(parseTracePath("a/b.c.tsv.gz")).toEqual({ path: "a/b.c.tsv.gz", format: "tsv", compressed: true });
    expect(parseTracePath("x.json")).toEqual({ path: "x.json", format: "json", compressed: false });
    expect(parseTracePath("x.ftrace.txt")).toEqual({ path: "x.ftrace.txt", format: "ftrace.txt", compressed: false });
    for (const path of ["x", "x.gz", "x.txt", "ftrace.txt", "x.csv", ".tsv", "dir.tsv/x"]) {
      expect(() => parseTracePath(path)).toThrow("ends in .tsv, .json, .pftrace, .ftrace.txt, .perf.txt, or one of");
    }
  });

  it("names one file for each of several schedulers", () => {
    expect(traceTargetFor(parseTracePath("a/b.tsv.gz"), "o1-2.6.0").path).toBe("a/b.o1-2.6.0.tsv.gz");
    expect(traceTargetFor(parseTracePath("b.perf.txt.gz"), "o1-2.6.0").path).toBe("b.o1-2.6.0.perf.txt.gz");
  });
});

describe("--scheduler", () => {
  const known = ["o1-2.6.0", "o1-2.6.22", "sd-2.6.21"].map((id) => ({
    ...aScheduler,
    id,
    aliases: id === "o1-2.6.22" ? ["o1"] : [],
  }));
  const ids = (asked: string[]) => chooseSchedulers(asked, known).map(({ scheduler }) => scheduler.id);

  it("takes ids, aliases, lists and patterns, each scheduler once, in the order asked for", () => {
    expect(ids([])).toEqual(["o1-2.6.22"]);
    expect(ids(["sd-2.6.21", "o1,o1-2.6.22"])).toEqual(["sd-2.6.21", "o1-2.6.22"]);
    expect(ids(["o1-*"])).toEqual(["o1-2.6.0", "o1-2.6.22"]);
    expect(ids(["all"])).toEqual(known.map(({ id }) => id));
    expect(ids(["*"])).toEqual(ids(["all"]));
  });

  it("suggests the nearest name for one that is unknown", () => {
    expect(() => ids(["o1-2.6.2"])).toThrow(
      /--scheduler o1-2\.6\.2: no such scheduler \(did you mean o1-2\.6\.\d+\?\)/,
    );
    expect(() => ids(["cfs*"])).toThrow("--scheduler cfs*: no such scheduler; `schedlab list` shows all");
    expect(() => ids([","])).toThrow("expected the id of a scheduler");
  });
});

describe("schedulers that cannot run the workload", () => {
  const workload = loadWorkload({
    name: "w",
    machine: { cpus: 2, hz: 1000 },
    duration: "1s",
    tasks: [{ name: "t", program: [{ run: "1ms" }] }],
  });
  const known = [
    { ...aScheduler, id: "many" },
    { ...aScheduler, id: "one", maxCpus: 1 },
    { ...aScheduler, id: "single", maxCpus: 1 },
    { ...aScheduler, id: "slow", maxHz: 100 },
    { ...aScheduler, id: "narrow", longBits: [32] as const },
  ];
  const left = (asked: string[], longBits?: number) =>
    leaveOutUnable(chooseSchedulers(asked, known), workload, longBits);
  const ids = (asked: string[], longBits?: number) => left(asked, longBits).able.map(({ id }) => id);

  it("are left out where a pattern chose them, with one note that says why", () => {
    expect(ids(["*"])).toEqual(["many", "narrow"]);
    expect(left(["all"]).note).toBe(
      "left out: one, single cannot run on 2 CPUs: expected at most 1; " +
        "slow cannot run at HZ 1000: its time slices need HZ 100 to 100",
    );
    expect(left(["m*"]).note).toBe(null);
  });

  it("are left out where they have no long of that width", () => {
    expect(ids(["*"], 64)).toEqual(["many"]);
    expect(ids(["*"], 32)).toEqual(["many", "narrow"]);
  });

  it("stay where they are asked for by name, for the run to refuse them", () => {
    expect(ids(["one"])).toEqual(["one"]);
    expect(ids(["one", "*"])).toEqual(["one", "many", "narrow"]);
    expect(ids(["*", "one"])).toEqual(["many", "one", "narrow"]);
  });

  it("are an error where none is left", () => {
    expect(() => left(["s*", "one*"])).toThrow("--scheduler: none is left to run w: single, one cannot run on 2 CPUs");
  });
});

describe("a pattern", () => {
  it("takes everything but * and ? literally", () => {
    expect(matchesPattern("o1-2.6.0", "o1-2.6.*")).toBe(true);
    expect(matchesPattern("o1-2x6.0", "o1-2.6.*")).toBe(false);
    expect(matchesPattern("o1-2.6.0-32bit", "o1-2.6.?")).toBe(false);
    expect(matchesPattern("a+b(c)", "a+b(c)")).toBe(true);
  });
});
