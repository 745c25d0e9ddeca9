/** `schedlab bitsearch`: what it prints, what it refuses, and that the documentation says what it does. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { inProject } from "../../scripts/build/files.mjs";
import { bitsearchInputs, bitsearchSchema } from "../../src/bitsearch/index.js";
import { listCounts } from "../../src/bitsearch/subject.js";
import { schedlab, shell, temporaryFolder } from "./schedlab.js";

const quick = ["--time", "1ms", "--variants", "plain-64-3,two-level,inv-64-3-*"];

describe("schedlab bitsearch", () => {
  it("prints a ranked table for each input, the winners and what is wrong", () => {
    const { status, stdout, stderr } = schedlab(["bitsearch", "--inputs", "rt-50%,worst", ...quick]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout).toMatch(/ · Node \d+\.\d+\.\d+ · V8 \d+/);
    expect(stdout).toMatch(/^168 lists · 11 rounds · 1ms each · ns by cpu time · /m);
    expect(stdout).toMatch(/^rt-50%: one normal task, in 50 % also a real-time one$/m);
    expect(stdout).toMatch(/^empty-loop +\d+\.\d+ +0\.00/m);
    expect(stdout).toMatch(/^inv-64-3-rth \(wrong\) +withheld/m);
    expect(stdout).toMatch(/^ *two-level +\d=? +\d+\.\d+/m);
    expect(stdout).toMatch(/^fastest, throughput: .+/m);
    expect(stdout).toMatch(/^over all inputs together$/m);
    expect(stdout).toContain("inv-64-3-rth is wrong: of the words 0 and 1 it searches the wrong one");
    for (const line of stdout.split("\n")) expect(line.length, line).toBeLessThanOrEqual(80);
  });

  it("prints JSON as its schema says, and CSV with a line for each figure", () => {
    const inputs = ["--inputs", "no-rt"];
    const json = schedlab(["bitsearch", ...inputs, ...quick, "--mode", "latency", "--format", "json"]);
    const report = JSON.parse(json.stdout);
    const validate = new Ajv2020({ strict: true, allErrors: true, allowUnionTypes: true }).compile(bitsearchSchema);
    validate(report);
    expect(validate.errors ?? []).toEqual([]);
    expect(report.overall.map(({ measure }: { measure: string }) => measure)).toEqual(["latency", "update"]);
    const csv = schedlab(["bitsearch", ...inputs, ...quick, "--format", "csv"])
      .stdout.trimEnd()
      .split("\n");
    expect(csv[0]).toMatch(/^bits,input,measure,rank,variant/);
    expect(csv).toHaveLength(1 + 3 * 5);
  });

  it("checks, with the truth table, and says that all is as known", () => {
    const { status, stdout } = schedlab(["bitsearch", "--check", "--variants", "inv-*"]);
    expect(status).toBe(0);
    expect(stdout).toMatch(/each asked \d+ systematic and 100,000 random maps/);
    expect(stdout).toMatch(/^inv-64-3-ivan +right +0 +0$/m);
    expect(stdout).toMatch(/^inv-64-3-rth +wrong as known +\d+ +\d\d,\d{3}$/m);
    expect(stdout).toMatch(/^ {2}wrong where only one is queued: 0-127$/m);
    expect(stdout).toMatch(/^64 and 148 +64 +undef$/m);
    expect(stdout.trimEnd().split("\n").at(-1)).toBe("all are right but those that are known to be wrong");
    const json = JSON.parse(schedlab(["bitsearch", "--check", "--bits", "2048", "--format", "json"]).stdout);
    expect(json).toMatchObject({ bits: 2048, ok: true, truthTable: [] });
  });

  it("lists variants and inputs", () => {
    const { stdout } = schedlab(["bitsearch", "--list", "--bits", "140"]);
    expect(stdout).toMatch(/^plain-32-5 +chain of five 32-bit words/m);
    const { variants, inputs } = JSON.parse(schedlab(["bitsearch", "--list", "--format", "json"]).stdout);
    expect(variants.length).toBeGreaterThan(20);
    expect(inputs).toEqual(bitsearchInputs(168));
  });

  it("replays a run, with the lists of its scheduler, and warns where the run is short", () => {
    const run = ["--from-run", "examples/18-transcode-and-dd.yaml", "--scheduler", "o1-2.6.22"];
    const long = schedlab(["bitsearch", "--inputs", "sequence", ...quick, ...run]);
    expect({ status: long.status, stderr: long.stderr }).toEqual({ status: 0, stderr: "" });
    expect(long.stdout).toMatch(/^140 lists · /m);
    expect(long.stdout.replaceAll("\n", " ")).toMatch(/sequence: .* under o1-2\.6\.22, 140 lists: \d+ inserts/);
    const short = schedlab(["bitsearch", "--inputs", "sequence", ...quick, "--from-run", "examples/01-one-hog.yaml"]);
    expect(short.stderr).toMatch(/01-one-hog\.yaml gives only \d+ operations.*take a longer or busier run\n$/);
  });

  it("draws a heat map, whole or not at all", () => {
    const svg = join(temporaryFolder(), "map.svg");
    const { stderr } = schedlab(["bitsearch", "--inputs", "no-rt", ...quick, "--svg", svg]);
    expect(stderr).toBe(`schedlab: wrote ${svg}\n`);
    expect(readFileSync(svg, "utf8")).toMatch(/^<svg .*two-level.*<\/svg>\n$/s);
    const refused = schedlab(["bitsearch", "--inputs", "sequence", "--scheduler", "nobody", "--svg", `${svg}2`]);
    expect(refused.status).toBe(2);
    expect(existsSync(`${svg}2`)).toBe(false);
  });

  it.each([
    ["--variants two-levle", "schedlab: --variants two-levle: matches none (did you mean two-level?)"],
    ["--variants ,", "schedlab: --variants: expected names or patterns"],
    ["--inputs worts", "schedlab: --inputs worts: no such input (did you mean worst?); expected no-rt, "],
    ["--inputs 2048-last", "schedlab: --inputs 2048-last: no such input with 168 lists; use --bits 2048"],
    ["--inputs ,", "schedlab: --inputs: expected some of no-rt, "],
    ["--bits 64", "schedlab: option '--bits <n>' argument '64' is invalid. Allowed choices are 140, 168, 256, 2048."],
    ["--time 10", "schedlab: --time 10: expected 1ms to 60s"],
    ["--time soon", 'schedlab: --time soon: found "soon"; expected a duration'],
    ["--check --svg x.svg", "schedlab: --svg: --check measures nothing"],
    ["--check --inputs worst", "schedlab: --inputs: --check measures nothing"],
    ["--check --format csv", "schedlab: --format csv: --check prints table or json"],
    ["--check --list", "schedlab: --check and --list: expected one of them"],
    ["--list --from-run x", "schedlab: --from-run: --list measures nothing"],
    ["--from-run nowhere.yaml", "schedlab: cannot read nowhere.yaml: no such file"],
    [
      "--inputs worst --from-run examples/18-transcode-and-dd.yaml",
      "schedlab: --from-run: the input sequence is not among",
    ],
    ["--inputs worst --scheduler o1", "schedlab: --scheduler: the input sequence, which it is for, is not among"],
    ["--inputs sequence --scheduler cfs-2.6.23", 'schedlab: unknown scheduler "cfs-2.6.23": did you mean'],
    ["--bits 140 --inputs sequence --scheduler o1-2.5.2", "schedlab: the sequence of o1-2.5.2 has 168 lists; expected"],
  ])("refuses %s", (options, message) => {
    const { status, stdout, stderr } = schedlab(["bitsearch", ...options.split(" ")]);
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr.startsWith(message), stderr).toBe(true);
    expect(stderr).not.toMatch(/^\s+at /m);
  });
});

describe("docs/bitsearch.md", () => {
  const page = readFileSync(inProject("docs/bitsearch.md"), "utf8");

  it("names every input", () => {
    const names = new Set(listCounts.flatMap((count) => bitsearchInputs(count)));
    expect([...names].filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
  });

  it("has commands that work", () => {
    const commands = [...page.matchAll(/^schedlab bitsearch .*$/gm)].map(([command]) => command);
    expect(commands).toHaveLength(4);
    for (const command of commands) {
      const folder = temporaryFolder();
      const own = command.replace("levels.svg", join(folder, "levels.svg")).replace(/ --time \S+/, "");
      const { status, stderr } = shell(`${own}${own.includes("--check") ? "" : " --time 1ms --quiet"}`);
      expect({ command, status, stderr }).toEqual({ command, status: 0, stderr: "" });
    }
  });
});
