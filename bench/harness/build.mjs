/** What the questions need before they can run: the engine, the peers' machine, the package, their own bundles. */
import { mkdirSync, renameSync } from "node:fs";
import { build } from "esbuild";
import { buildEngine } from "../../scripts/build/engine.mjs";
import { fingerprint, inProject, isUpToDate, writeWhole } from "../../scripts/build/files.mjs";
import { buildPackage } from "../../scripts/build/package.mjs";
import { runNode } from "../../scripts/build/run.mjs";

/**
 * A folder each. `child`: it also starts processes of its own. `needs`: what is built besides the engine.
 *
 * @type {readonly { name: string, child?: true, needs?: () => Promise<unknown> }[]}
 */
const table = [
  { name: "structures" },
  { name: "constant-cost" },
  { name: "peers", needs: buildPeerMachine },
  { name: "standard" },
  { name: "growth" },
  { name: "cold-start", child: true, needs: buildPackage },
  { name: "memory", child: true },
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
    format: "esm",
    platform: "neutral",
    mainFields: ["module", "main"],
    target: ["node20", "es2022"],
    external: ["node:*"],
    logLevel: "silent",
  });
}

/** assembly/bench.ts → build/bench.wasm, compiled like the engine. */
async function buildPeerMachine() {
  const stamp = "build/bench.stamp";
  const wanted = fingerprint(["assembly", "asconfig.json", "node_modules/assemblyscript/package.json"]);
  if (isUpToDate(stamp, wanted, ["build/bench.wasm"])) return;
  mkdirSync(inProject("build"), { recursive: true });
  const outFile = `build/bench.${process.pid}.tmp.wasm`;
  await runNode("asc assembly/bench.ts (release)", [
    "node_modules/assemblyscript/bin/asc.js",
    "assembly/bench.ts",
    ...["--target", "release", "--noColors", "--outFile", outFile, "--textFile", ""],
  ]);
  renameSync(inProject(outFile), inProject("build/bench.wasm"));
  writeWhole(stamp, wanted);
}
