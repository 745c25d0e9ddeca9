/** What the questions need before they can run: the engine, the peers' machine, the package, their own bundles. */
import { mkdirSync, renameSync, rmSync } from "node:fs";
import { builtinModules } from "node:module";
import { build } from "esbuild";
import { buildEngine, compileVariant, engineInputs } from "../../scripts/build/engine.mjs";
import { fingerprint, inProject, isUpToDate, writeWhole } from "../../scripts/build/files.mjs";
import { buildPackage } from "../../scripts/build/package.mjs";

/**
 * A folder each. `child`: it also starts processes of its own. `needs`: what is built besides the engine.
 *
 * @type {readonly { name: string, child?: true, needs?: () => Promise<unknown> }[]}
 */
const table = [
  { name: "structures" },
  { name: "constant-cost" },
  { name: "peers", needs: buildPeerMachine },
  { name: "bitsearch" },
  { name: "standard" },
  { name: "schedulers" },
  { name: "growth" },
  { name: "cold-start", child: true, needs: buildPackage },
  { name: "memory", child: true },
  { name: "import", child: true },
  { name: "conversion" },
  { name: "trace-writers", child: true },
  { name: "sweep", child: true, needs: buildPackage },
];

export const questions = table.map(({ name }) => name);

/**
 * Bundles questions into build/bench/NAME.mjs and, where they start children, NAME-child.mjs.
 *
 * @param {readonly string[]} names
 */
export async function bundleQuestions(names) {
  const selected = table.filter(({ name }) => names.includes(name));
  await buildEngine();
  for (const { needs } of selected) await needs?.();
  await build({
    absWorkingDir: inProject("."),
    entryPoints: selected.flatMap(({ name, child }) => [
      { in: `bench/${name}/bench.ts`, out: name },
      ...(child ? [{ in: `bench/${name}/child.ts`, out: `${name}-child` }] : []),
    ]),
    // Beside build/engine.wasm, where src/engine/default-source.ts looks for it.
    outdir: "build/bench",
    outExtension: { ".js": ".mjs" },
    bundle: true,
    // What the library imports only when it needs it stays a file of its own: in one file with everything, esbuild leaves out
    // the set-up of modules that are also imported at once.
    splitting: true,
    chunkNames: "chunk-[hash]",
    format: "esm",
    platform: "neutral",
    mainFields: ["module", "main"],
    target: ["node20", "es2022"],
    // Tinypool finds its worker beside itself, and hyparquet-writer names Node's modules in the old way.
    external: ["node:*", ...builtinModules, "tinypool"],
    logLevel: "silent",
  });
}

/** assembly/bench.ts → build/bench.wasm, compiled like the engine. */
async function buildPeerMachine() {
  const stamp = "build/bench.stamp";
  const wanted = fingerprint(engineInputs);
  if (isUpToDate(stamp, wanted, ["build/bench.wasm"])) return;
  const folder = `build/.compiling-bench-${process.pid}`;
  mkdirSync(inProject(folder), { recursive: true });
  try {
    await compileVariant({ name: "bench", target: "release", entry: "assembly/bench.ts" }, folder);
    renameSync(inProject(`${folder}/bench.wasm`), inProject("build/bench.wasm"));
  } finally {
    rmSync(inProject(folder), { recursive: true, force: true });
  }
  writeWhole(stamp, wanted);
}
