/**
 * assembly/ → build/: the engine as it is shipped, with every check for debugging, and with its internals for tests;
 * the lab.
 */
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fingerprint, inProject, isUpToDate, writeWhole } from "./files.mjs";
import { runNode } from "./run.mjs";

/**
 * `build/engine.wasm` and `build/engine.wat` are what is shipped; `build/engine.debug.*` keeps all bounds checks and
 * assertions; `build/probe.wasm` is the shipped code with the internals exported (assembly/probe.ts). The text files
 * show what asc made; a released wasm has gone through inlining since. `build/bitsearch.wasm` is the bit-search lab,
 * shipped beside the engine: the only one with SIMD, and its measuring loops are called through its table.
 * `build/recorder.wasm` is the engine from which the lab gets its sequences.
 *
 * @type {readonly { name: string, target: string, entry: string, options?: readonly string[], features?: readonly
 * string[] }[]}
 */
const variants = [
  { name: "engine", target: "release", entry: "assembly/index.ts" },
  { name: "engine.debug", target: "debug", entry: "assembly/index.ts" },
  { name: "probe", target: "release", entry: "assembly/probe.ts" },
  {
    name: "recorder",
    target: "release",
    entry: "assembly/recorder.ts",
    options: ["--use", "RECORD_BITMAPS=1"],
  },
  {
    name: "bitsearch",
    target: "release",
    entry: "assembly/bitsearch.ts",
    options: ["--enable", "simd", "--exportTable"],
    features: ["--enable-simd"],
  },
];

const outputs = variants.flatMap(({ name }) => [`build/${name}.wasm`, `build/${name}.wat`]);
/** What a compiled core depends on. */
export const engineInputs = [
  "assembly",
  "asconfig.json",
  "node_modules/assemblyscript/package.json",
  "scripts/build/engine.mjs",
];
const stamp = "build/engine.stamp";

/**
 * Compiles what is missing or out of date, all variants at the same time.
 *
 * @returns {Promise<boolean>} whether there was anything to do
 */
export async function buildEngine() {
  const wanted = fingerprint(engineInputs);
  if (isUpToDate(stamp, wanted, outputs)) return false;
  const folder = `build/.compiling-${process.pid}`;
  mkdirSync(inProject(folder), { recursive: true });
  try {
    await Promise.all(variants.map((variant) => compileVariant(variant, folder)));
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
 * One wasm from one entry.
 *
 * @param {(typeof variants)[number]} variant
 * @param {string} folder where `NAME.wasm` and `NAME.wat` go
 */
export async function compileVariant({ name, target, entry, options = [], features = [] }, folder) {
  const wasm = `${folder}/${name}.wasm`;
  await runNode(`asc ${entry} (${target})`, [
    "node_modules/assemblyscript/bin/asc.js",
    entry,
    // A release keeps its names until it is inlined.
    ...["--target", target, "--debug", "--noColors", ...options],
    ...["--outFile", wasm, "--textFile", `${folder}/${name}.wat`],
  ]);
  if (target === "release") await inline(wasm, features);
  addFingerprint(inProject(wasm));
}

/**
 * A custom section `fingerprint` with the SHA-256 of the module before it: whoever holds a compiled module, however
 * it was loaded, can tell which engine it is (src/engine/fingerprint.ts).
 *
 * @param {string} path changed in place
 */
function addFingerprint(path) {
  const module = readFileSync(path);
  const name = Buffer.from("fingerprint");
  const content = Buffer.concat([Buffer.of(name.length), name, createHash("sha256").update(module).digest()]);
  // Section 0 is a custom one; a length below 128 is one byte of LEB128.
  writeFileSync(path, Buffer.concat([module, Buffer.of(0, content.length), content]));
}

/**
 * A call costs V8 a stack check and every register that is live across it, and a scheduling step is a chain of some
 * forty small functions: inlining somewhat further than asc (65 flexible, 6 always) makes the standard case a tenth
 * faster. Much further would make it faster still, but V8 then compiles for so long that a cold run of the example
 * takes half as long again. What a scheduler tells of itself runs once, and is left as it is. The features are those
 * that asc uses.
 *
 * @param {string} wasm replaced; it loses its names
 * @param {readonly string[]} features beyond those
 */
function inline(wasm, features) {
  return runNode(`wasm-opt ${wasm}`, [
    "node_modules/binaryen/bin/wasm-opt",
    ...[wasm, "-o", wasm],
    ...["*rofile*", "*Json*", "*Layout*", "*escribe*", "*ersion*", "*tune*"].map((names) => `--no-inline=${names}`),
    ...["-O3", "--flexible-inline-max-function-size=100", "--always-inline-max-function-size=20"],
    ...["--one-caller-inline-max-function-size=200", "--strip-debug"],
    ...["--enable-bulk-memory", "--enable-sign-ext", "--enable-mutable-globals", "--enable-nontrapping-float-to-int"],
    ...features,
  ]);
}
