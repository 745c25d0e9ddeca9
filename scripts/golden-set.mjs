#!/usr/bin/env node
/**
 * Packs recorded traces into test/golden, the project's own copy:
 *
 *   node scripts/golden-set.mjs FROM_DIR [FOLDER …]     (default: all folders in FROM_DIR)
 *
 * A folder is named after a scheduler, with `-32bit` where the kernel's `long` had 32 bits, and holds
 * NAME.workload.json and NAME.trace.tsv.gz. For each family of schedulers, `FAMILY.jsonl.gz` has a line for each workload, with the number of
 * lines and the SHA-256 of its trace in each folder; a few whole traces of each folder stand beside it as
 * they were recorded, to be read and to be verified. All figures come from the recorded texts, never from our engine.
 */
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { inProject } from "./build/files.mjs";

/** @typedef {{ name: string, text: string, workload: any, packed: Buffer, lines: number, sha256: string }} Recorded */

const traceEnding = ".trace.tsv.gz";
const workloadEnding = ".workload.json";
const newline = 0x0a;

/** Whole traces are to be read by people: not much longer than this, and not much shorter either. */
const largestWholeTrace = 8192;
const fewestLines = 100;

/** One whole trace of each kind. */
const kinds = [
  (/** @type {Recorded} */ { workload }) => cpusOf(workload) === 1 && !changesItself(workload),
  (/** @type {Recorded} */ { workload }) => cpusOf(workload) > 1 && !changesItself(workload),
  (/** @type {Recorded} */ { workload }) => changesItself(workload),
];

/** @param {{ machine?: { cpus?: number } }} workload */
function cpusOf(workload) {
  return workload.machine?.cpus ?? 1;
}

/** Whether any of its programs uses the operations beyond the barest ones. */
function changesItself(/** @type {{ tasks: readonly object[] }} */ { tasks }) {
  return tasks.some((task) => usesAttributes(task));
}

/** @param {{ program?: readonly any[] }} document */
function usesAttributes({ program = [] }) {
  /** @type {(operation: any) => boolean} */
  const uses = (operation) => {
    if (["io", "nice", "policy", "affinity"].some((word) => word in operation)) return true;
    return usesAttributes(operation.repeat ?? operation.fork ?? {});
  };
  return program.some(uses);
}

/**
 * Folders whose names do not tell their family.
 *
 * @type {Readonly<Record<string, string>>}
 */
const familiesByName = { "o1-swapcnt": "o1-2.5", zaphod: "spa", ebs: "spa" };

/** The family that a folder belongs to: the name and the first two numbers of the version (`o1-2.6`), or the name alone. */
function familyOf(/** @type {string} */ folder) {
  return familiesByName[folder] ?? /^[a-z]+[0-9]*(-\d+\.\d+)?/.exec(folder)?.[0] ?? folder;
}

/**
 * @param {string} folder
 * @returns {Recorded[]}
 */
function readFolder(folder) {
  const names = readdirSync(folder).filter((file) => file.endsWith(traceEnding));
  return names.sort().map((file) => {
    const name = file.slice(0, -traceEnding.length);
    const text = readFileSync(join(folder, name + workloadEnding), "utf8");
    const packed = readFileSync(join(folder, file));
    const trace = gunzipSync(packed);
    const lines = trace.reduce((count, byte) => count + Number(byte === newline), 0);
    const sha256 = createHash("sha256").update(trace).digest("hex");
    return { name, text, workload: JSON.parse(text), packed, lines, sha256 };
  });
}

/**
 * The smallest of each kind that is worth reading.
 *
 * @param {readonly Recorded[]} recorded
 */
function chooseWhole(recorded) {
  const bySize = [...recorded].sort((a, b) => a.packed.length - b.packed.length);
  const readable = bySize.filter(({ packed, lines }) => packed.length <= largestWholeTrace && lines >= fewestLines);
  return kinds.flatMap((isOfKind) => readable.find(isOfKind) ?? []);
}

const [from, ...wanted] = process.argv.slice(2);
if (from === undefined) {
  console.error("which folder? usage: node scripts/golden-set.mjs FROM_DIR [FOLDER …]");
  process.exit(2);
}
const present = readdirSync(from, { withFileTypes: true }).filter((entry) => entry.isDirectory());
const folders = present.map(({ name }) => name).filter((name) => wanted.length === 0 || wanted.includes(name));
const missing = wanted.filter((name) => !folders.includes(name));
if (missing.length > 0 || folders.length === 0) {
  console.error(`there is no folder ${missing.join(", ")} in ${from}`);
  process.exit(2);
}

/** @type {Map<string, Map<string, { name: string, workload: object, traces: Record<string, [number, string]> }>>} */
const families = new Map();
for (const folder of folders.sort()) {
  const recorded = readFolder(join(from, folder));
  const family = families.get(familyOf(folder)) ?? new Map();
  families.set(familyOf(folder), family);
  for (const { name, workload, lines, sha256 } of recorded) {
    // The same name nearly always means the same workload; where it does not, each has a line of its own.
    const key = `${name}\n${JSON.stringify(workload)}`;
    const entry = family.get(key) ?? { name, workload, traces: {} };
    family.set(key, entry);
    entry.traces[folder] = [lines, sha256];
  }
  const target = inProject(`test/golden/${folder}`);
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  for (const { name, text, packed } of chooseWhole(recorded)) {
    writeFileSync(join(target, name + workloadEnding), text);
    writeFileSync(join(target, name + traceEnding), packed);
  }
}
for (const [family, entries] of families) {
  const keys = [...entries.keys()].sort();
  const text = keys.map((key) => `${JSON.stringify(entries.get(key))}\n`).join("");
  writeFileSync(inProject(`test/golden/${family}.jsonl.gz`), gzipSync(text, { level: 9 }));
  const traces = [...entries.values()].reduce((count, { traces }) => count + Object.keys(traces).length, 0);
  console.log(`${family}: ${entries.size} workloads, ${traces} traces`);
}
