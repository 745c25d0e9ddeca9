#!/usr/bin/env node
/**
 * The one test: everything, in stages, cheapest first; stops at the first stage that fails and names it.
 *
 *   node scripts/test.mjs             all stages
 *   node scripts/test.mjs cli types   those alone
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "./build/files.mjs";
import { ensureChromium } from "./chromium.mjs";

const folder = mkdtempSync(join(tmpdir(), "schedlab-test-"));
const counts = join(folder, "counts.json");
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));

/** Colours are for terminals; not all of the tools see for themselves that they write into a pipe. */
const colors = process.stdout.isTTY && !process.env.NO_COLOR;
/** @type {NodeJS.ProcessEnv} */
const environment = { ...process.env, SCHEDLAB_TEST_COUNTS: counts, ...(colors ? {} : { NO_COLOR: "1" }) };
if (!colors) delete environment.FORCE_COLOR;

const tests = { passed: 0, failed: 0 };

/** @type {readonly { name: string, about: string, run: () => boolean }[]} */
const stages = [
  { name: "lint", about: "format and lint", run: lint },
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
  return spawnSync(process.execPath, args, { cwd: root, stdio: "inherit", env: environment }).status === 0;
}

function lint() {
  const args = ["--error-on-warnings", ...(colors ? [] : ["--colors=off"])];
  return node("node_modules/@biomejs/biome/bin/biome", "ci", ...args, ".");
}

/** @param {string} project of vitest.config.ts */
function vitest(project) {
  rmSync(counts, { force: true });
  const reporters = ["--reporter", "default", "--reporter", "./scripts/count-tests.mjs"];
  const ok = node("node_modules/vitest/vitest.mjs", "run", "--project", project, ...reporters);
  // A run that breaks off before its end leaves no counts; its exit status tells.
  if (existsSync(counts)) {
    const { passed, failed } = JSON.parse(readFileSync(counts, "utf8"));
    tests.passed += passed;
    tests.failed += failed;
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
