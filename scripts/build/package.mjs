/** src/ and the wasm of build/ → dist/: everything that the package ships. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { builtinModules } from "node:module";
import { basename, dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { fingerprint, inProject, isUpToDate, replaceFolder, writeWhole } from "./files.mjs";
import { thirdPartyLicenses } from "./licenses.mjs";
import { runNode } from "./run.mjs";

/**
 * @typedef {object} Bundle
 * @property {string} outfile
 * @property {string} entry
 * @property {"node" | "browser"} platform
 * @property {string} source the variant of src/engine/default-source.ts and src/sweep/default-workers.ts that it gets
 * @property {boolean} minify
 * @property {boolean} [split] what is only imported when it is needed goes to files of its own, `OUTFILE-…`
 * @property {readonly string[]} [pieces] folders of src/ that go to files of their own, too
 */

/**
 * What package.json calls `dependencies` stays outside the bundles, everything else goes in: a page can load the library
 * as it is, and a command starts without looking for a hundred files. The workers come first: one bundle carries one of
 * them inside itself.
 *
 * @type {readonly Bundle[]}
 */
const workers = [
  {
    outfile: "dist/sweep-worker.js",
    entry: "src/sweep/workers/worker.node.ts",
    platform: "node",
    source: "node",
    minify: true,
  },
  {
    outfile: "dist/sweep-worker.browser.js",
    entry: "src/sweep/workers/worker.browser.ts",
    platform: "browser",
    source: "browser",
    minify: true,
  },
];

/**
 * The parts of the library that stay files of their own, so that the bundler of a page, which drops whole files that
 * nobody uses, can drop them: importing, say, is a third of it.
 */
const areas = ["bitsearch", "explain", "import", "recording", "report", "result", "sweep", "trace", "workload"];

/** @type {readonly Bundle[]} */
const bundles = [
  {
    outfile: "dist/index.js",
    entry: "src/index.ts",
    platform: "node",
    source: "node",
    minify: false,
    split: true,
    pieces: areas,
  },
  {
    outfile: "dist/index.browser.js",
    entry: "src/index.ts",
    platform: "browser",
    source: "browser",
    minify: false,
    split: true,
    pieces: areas,
  },
  {
    outfile: "dist/schedlab.embedded.js",
    entry: "src/index.ts",
    platform: "browser",
    source: "embedded",
    minify: true,
  },
  { outfile: "dist/cli.js", entry: "src/cli/main.ts", platform: "node", source: "node", minify: true, split: true },
];

/** @type {readonly [from: string, to: string][]} */
const copies = [
  ["build/engine.wasm", "dist/engine.wasm"],
  ["build/bitsearch.wasm", "dist/bitsearch.wasm"],
  ["build/recorder.wasm", "dist/recorder.wasm"],
  ["src/result/result.schema.json", "dist/result.schema.json"],
  ["src/bitsearch/bitsearch.schema.json", "dist/bitsearch.schema.json"],
];

const outputs = [
  ...[...workers, ...bundles].map(({ outfile }) => outfile),
  ...copies.map(([, to]) => to),
  "dist/types/index.d.ts",
];
const inputs = [
  "src",
  "build/engine.wasm",
  "build/bitsearch.wasm",
  "build/recorder.wasm",
  "package.json",
  "package-lock.json",
  "tsconfig.json",
  "tsconfig.build.json",
  "scripts/build",
];
const stamp = "dist/.stamp";

/**
 * Packages what is missing or out of date. Needs what buildEngine makes.
 *
 * @returns {Promise<boolean>} whether there was anything to do
 */
export async function buildPackage() {
  const wanted = fingerprint(inputs);
  if (isUpToDate(stamp, wanted, outputs)) return false;
  const ofWorkers = await Promise.all(workers.map(bundle));
  writeWhole("build/sweep-worker.browser.txt", readFileSync(inProject("dist/sweep-worker.browser.js")));
  const [ofBundles] = await Promise.all([Promise.all(bundles.map(bundle)), declarations()]);
  for (const [from, to] of copies) writeWhole(to, readFileSync(inProject(from)));
  writeWhole("dist/THIRD-PARTY-LICENSES.txt", thirdPartyLicenses([...ofWorkers, ...ofBundles]));
  writeWhole(stamp, wanted);
  return true;
}

/**
 * @param {Bundle} options
 * @returns {Promise<import("esbuild").Metafile>}
 */
async function bundle({ outfile, entry, platform, source, minify, split = false, pieces = [] }) {
  const { dependencies = {} } = JSON.parse(readFileSync(inProject("package.json"), "utf8"));
  const result = await build({
    absWorkingDir: inProject("."),
    entryPoints: [
      { in: entry, out: basename(outfile, ".js") },
      ...pieces.map((area) => ({ in: `src/${area}/index.ts`, out: `${basename(outfile, ".js")}-${area}` })),
    ],
    outdir: dirname(outfile),
    splitting: split,
    chunkNames: `${basename(outfile, ".js")}-[name]-[hash]`,
    bundle: true,
    write: false,
    metafile: true,
    format: "esm",
    // For Node too the packages' ES modules, not what they have for its `require`: they start in half the time.
    platform: platform === "node" ? "neutral" : platform,
    mainFields: platform === "node" ? ["module", "main"] : ["browser", "module", "main"],
    // Never "esnext": the binary loader would emit Uint8Array.fromBase64, which Node 20 lacks.
    target: ["node20", "es2022"],
    loader: { ".wasm": "binary", ".txt": "text" },
    external: [...Object.keys(dependencies), ...(platform === "node" ? ["node:*", ...builtinModules] : [])],
    plugins: [variants(source)],
    minify,
    legalComments: "none",
    charset: "utf8",
    logLevel: "silent",
    banner: platform === "node" ? { js: requireForCommonJs } : {},
  });
  const written = new Set();
  // The entry last: it names the others.
  for (const { path, contents } of [...result.outputFiles].reverse()) {
    const file = `${dirname(outfile)}/${basename(path)}`;
    writeWhole(file, contents, { mode: file === "dist/cli.js" ? 0o755 : 0o644 });
    written.add(basename(path));
  }
  if (split) removeFormerPieces(outfile, written);
  return result.metafile;
}

/**
 * The pieces of earlier builds, which nothing names any more.
 *
 * @param {string} outfile
 * @param {ReadonlySet<string>} written
 */
function removeFormerPieces(outfile, written) {
  const pieces = readdirSync(inProject(dirname(outfile))).filter((file) =>
    file.startsWith(`${basename(outfile, ".js")}-`),
  );
  for (const file of pieces) if (!written.has(file)) rmSync(inProject(`${dirname(outfile)}/${file}`));
}

/** Bundled CommonJS packages ask for Node's own modules by `require`, which an ES module has to make. */
const requireForCommonJs =
  'import { createRequire as createRequire_ } from "node:module";\nconst require = createRequire_(import.meta.url);';

/**
 * Puts the wanted variants in the place of src/engine/default-source.ts and src/sweep/default-workers.ts.
 *
 * @param {string} variant
 * @returns {import("esbuild").Plugin}
 */
function variants(variant) {
  return {
    name: "variants",
    setup({ onResolve }) {
      onResolve({ filter: /\/default-(source|workers)\.js$/ }, ({ path }) => {
        const folder = path.endsWith("/default-source.js") ? "engine" : "sweep";
        const file = basename(path, ".js");
        return { path: fileURLToPath(new URL(`../../src/${folder}/${file}.${variant}.ts`, import.meta.url)) };
      });
    },
  };
}

async function declarations() {
  const folder = `dist/.types-${process.pid}`;
  mkdirSync(inProject(folder), { recursive: true });
  try {
    await runNode("tsc", ["node_modules/typescript/bin/tsc", "-p", "tsconfig.build.json", "--outDir", folder]);
    replaceFolder(folder, "dist/types");
  } finally {
    if (existsSync(inProject(folder))) rmSync(inProject(folder), { recursive: true });
  }
}
