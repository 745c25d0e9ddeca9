/** assembly/ → build/: the engine as it is shipped, with every check for debugging, and with its internals for tests. */
import { mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fingerprint, inProject, isUpToDate, writeWhole } from "./files.mjs";
import { runNode } from "./run.mjs";

/**
 * `build/engine.wasm` and `build/engine.wat` are what is shipped; `build/engine.debug.*` keeps all bounds checks
 * and assertions; `build/probe.wasm` is the shipped code with the internals exported (assembly/probe.ts).
 */
const variants = [
  { name: "engine", target: "release", entry: "assembly/index.ts" },
  { name: "engine.debug", target: "debug", entry: "assembly/index.ts" },
  { name: "probe", target: "release", entry: "assembly/probe.ts" },
];

const outputs = variants.flatMap(({ name }) => [`build/${name}.wasm`, `build/${name}.wat`]);
const inputs = ["assembly", "asconfig.json", "node_modules/assemblyscript/package.json", "scripts/build/engine.mjs"];
const stamp = "build/engine.stamp";

/**
 * Compiles what is missing or out of date, all variants at the same time.
 *
 * @returns {Promise<boolean>} whether there was anything to do
 */
export async function buildEngine() {
  const wanted = fingerprint(inputs);
  if (isUpToDate(stamp, wanted, outputs)) return false;
  const folder = `build/.compiling-${process.pid}`;
  mkdirSync(inProject(folder), { recursive: true });
  try {
    await Promise.all(variants.map((variant) => compile(variant, folder)));
    for (const file of readdirSync(inProject(folder))) {
      renameSync(join(inProject(folder), file), join(inProject("build"), file));
    }
  } finally {
    rmSync(inProject(folder), { recursive: true, force: true });
  }
  writeWhole(stamp, wanted);
  return true;
}

/**
 * @param {{ name: string, target: string, entry: string }} variant
 * @param {string} folder
 */
function compile({ name, target, entry }, folder) {
  return runNode(`asc ${entry} (${target})`, [
    "node_modules/assemblyscript/bin/asc.js",
    entry,
    ...["--target", target, "--noColors"],
    ...["--outFile", `${folder}/${name}.wasm`, "--textFile", `${folder}/${name}.wat`],
  ]);
}
