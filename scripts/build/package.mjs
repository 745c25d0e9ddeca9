/** src/ and build/engine.wasm → dist/: everything that the package ships. */
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { builtinModules } from "node:module";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { fingerprint, inProject, isUpToDate, replaceFolder, writeWhole } from "./files.mjs";
import { thirdPartyLicenses } from "./licenses.mjs";
import { runNode } from "./run.mjs";

/**
 * The bundles. `source` is the variant of src/engine/default-source.ts that the bundle gets. What package.json
 * calls `dependencies` stays outside the bundles, everything else goes in: a page can load the library as it is,
 * and a command starts without looking for a hundred files.
 *
 * @type {readonly { outfile: string, entry: string, platform: "node" | "browser", source: string, minify: boolean }[]}
 */
const bundles = [
  { outfile: "dist/index.js", entry: "src/index.ts", platform: "node", source: "node", minify: false },
  { outfile: "dist/index.browser.js", entry: "src/index.ts", platform: "browser", source: "browser", minify: false },
  {
    outfile: "dist/schedlab.embedded.js",
    entry: "src/index.ts",
    platform: "browser",
    source: "embedded",
    minify: true,
  },
  { outfile: "dist/cli.js", entry: "src/cli/main.ts", platform: "node", source: "node", minify: true },
];

/** @type {readonly [from: string, to: string][]} */
const copies = [
  ["build/engine.wasm", "dist/engine.wasm"],
  ["src/result/result.schema.json", "dist/result.schema.json"],
];

const outputs = [...bundles.map(({ outfile }) => outfile), ...copies.map(([, to]) => to), "dist/types/index.d.ts"];
const inputs = [
  "src",
  "build/engine.wasm",
  "package.json",
  "package-lock.json",
  "tsconfig.json",
  "tsconfig.build.json",
  "scripts/build",
];
const stamp = "dist/.stamp";

/**
 * Packages what is missing or out of date. Needs build/engine.wasm.
 *
 * @returns {Promise<boolean>} whether there was anything to do
 */
export async function buildPackage() {
  const wanted = fingerprint(inputs);
  if (isUpToDate(stamp, wanted, outputs)) return false;
  const [metafiles] = await Promise.all([Promise.all(bundles.map(bundle)), declarations()]);
  for (const [from, to] of copies) writeWhole(to, readFileSync(inProject(from)));
  writeWhole("dist/THIRD-PARTY-LICENSES.txt", thirdPartyLicenses(metafiles));
  writeWhole(stamp, wanted);
  return true;
}

/**
 * @param {(typeof bundles)[number]} options
 * @returns {Promise<import("esbuild").Metafile>}
 */
async function bundle({ outfile, entry, platform, source, minify }) {
  const { dependencies = {} } = JSON.parse(readFileSync(inProject("package.json"), "utf8"));
  const result = await build({
    absWorkingDir: inProject("."),
    entryPoints: [entry],
    outfile,
    bundle: true,
    write: false,
    metafile: true,
    format: "esm",
    // For Node too the packages' ES modules, not what they have for its `require`: they start in half the time.
    platform: platform === "node" ? "neutral" : platform,
    mainFields: platform === "node" ? ["module", "main"] : ["browser", "module", "main"],
    // Never "esnext": the binary loader would emit Uint8Array.fromBase64, which Node 20 lacks.
    target: ["node20", "es2022"],
    loader: { ".wasm": "binary" },
    external: [...Object.keys(dependencies), ...(platform === "node" ? ["node:*", ...builtinModules] : [])],
    plugins: [engineSource(source)],
    minify,
    legalComments: "none",
    charset: "utf8",
    logLevel: "silent",
    banner: platform === "node" ? { js: requireForCommonJs } : {},
  });
  const mode = outfile === "dist/cli.js" ? 0o755 : 0o644;
  for (const { contents } of result.outputFiles) writeWhole(outfile, contents, { mode });
  return result.metafile;
}

/** Bundled CommonJS packages ask for Node's own modules by `require`, which an ES module has to make. */
const requireForCommonJs =
  'import { createRequire as createRequire_ } from "node:module";\nconst require = createRequire_(import.meta.url);';

/**
 * Puts the wanted variant in the place of src/engine/default-source.ts.
 *
 * @param {string} variant
 * @returns {import("esbuild").Plugin}
 */
function engineSource(variant) {
  return {
    name: "engine-source",
    setup({ onResolve }) {
      const path = fileURLToPath(new URL(`../../src/engine/default-source.${variant}.ts`, import.meta.url));
      onResolve({ filter: /\/default-source\.js$/ }, () => ({ path }));
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
