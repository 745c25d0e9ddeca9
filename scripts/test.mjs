#!/usr/bin/env node
/**
 * The one test: everything, in stages, cheapest first; stops at the first stage that fails and names it.
 *
 *   node scripts/test.mjs             all stages
 *   node scripts/test.mjs cli types   those alone
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inProject, root } from "./build/files.mjs";
import { ensureChromium } from "./chromium.mjs";

const reports = mkdtempSync(join(tmpdir(), "schedlab-test-"));
process.on("exit", () => rmSync(reports, { recursive: true, force: true }));

const tests = { passed: 0, failed: 0 };

/** @type {readonly { name: string, about: string, run: () => boolean }[]} */
const stages = [
  { name: "lint", about: "format and lint", run: () => node("node_modules/@biomejs/biome/bin/biome", "ci", ".") },
  { name: "types", about: "types of src, test, bench and scripts", run: () => node("node_modules/typescript/bin/tsc") },
  { name: "build", about: "engine, bundles, declarations", run: () => node("scripts/build.mjs") },
  { name: "host", about: "workloads, results, traces", run: () => vitest("host") },
  { name: "engine", about: "the core, the library, the import rules", run: () => vitest("engine") },
  { name: "golden", about: "traces recorded from the kernels' own code", run: () => vitest("golden") },
  { name: "cli", about: "the command line, in pipes and in a terminal", run: () => vitest("cli") },
  { name: "browser", about: "the library in headless Chromium", run: () => chromium() && vitest("browser") },
  {
    name: "package",
    about: "what is shipped: exports, types, a use of the packed package",
    run: () => vitest("package"),
  },
];

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !stages.some((stage) => stage.name === name));
if (unknown.length > 0) {
  console.error(`unknown stage ${unknown.join(", ")}: expected ${stages.map(({ name }) => name).join(", ")}`);
  process.exit(2);
}

const selected = stages.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
for (const [index, { name, about, run }] of selected.entries()) {
  console.log(`\n[${index + 1}/${selected.length}] ${name}: ${about}`);
  if (run()) continue;
  console.error(`\nstage failed: ${name} (again alone: npm test ${name})`);
  summary();
  process.exit(1);
}
console.log(`\nall stages passed: ${selected.map(({ name }) => name).join(", ")}`);
summary();

/** The counts are vitest's own, of the stages that ran. */
function summary() {
  if (tests.passed + tests.failed > 0) console.log(`${tests.passed} passed, ${tests.failed} failed`);
}

/**
 * Runs a script with this Node, in the project, on this terminal.
 *
 * @param {string[]} args
 */
function node(...args) {
  return spawnSync(process.execPath, args, { cwd: root, stdio: "inherit" }).status === 0;
}

/** @param {string} project of vitest.config.ts */
function vitest(project) {
  const report = join(reports, `${project}.json`);
  const ok = node(
    inProject("node_modules/vitest/vitest.mjs"),
    ...["run", "--project", project],
    ...["--reporter", "default", "--reporter", "json", `--outputFile.json=${report}`],
  );
  try {
    const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, "utf8"));
    tests.passed += numPassedTests;
    tests.failed += numFailedTests;
  } catch {
    // A run that breaks off before its end leaves no report; its exit status tells.
  }
  return ok;
}

function chromium() {
  try {
    ensureChromium();
    return true;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return false;
  }
}
