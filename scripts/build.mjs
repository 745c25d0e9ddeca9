#!/usr/bin/env node
/**
 * The one build: assembly/ → build/ → dist/. Does only what is out of date.
 *
 *   node scripts/build.mjs            everything
 *   node scripts/build.mjs engine     the wasm alone
 */
import { statSync } from "node:fs";
import { buildEngine } from "./build/engine.mjs";
import { inProject } from "./build/files.mjs";
import { buildPackage } from "./build/package.mjs";
import { BuildError } from "./build/run.mjs";

const steps = [
  { name: "engine", run: buildEngine, shows: "build/engine.wasm" },
  { name: "package", run: buildPackage, shows: "dist/cli.js" },
];

const only = process.argv[2];
if (only !== undefined && !steps.some(({ name }) => name === only)) {
  console.error(`unknown step "${only}": expected ${steps.map(({ name }) => name).join(" or ")}, or nothing for all`);
  process.exit(2);
}

for (const { name, run, shows } of steps) {
  const start = performance.now();
  try {
    const built = await run();
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    const size = Math.round(statSync(inProject(shows)).size / 1024);
    console.log(`${name.padEnd(8)} ${built ? `${shows} (${size} KiB) in ${seconds} s` : "up to date"}`);
  } catch (error) {
    // esbuild's own errors carry all their places in the message.
    if (!(error instanceof BuildError) && !(error instanceof Error && "errors" in error)) throw error;
    console.error(`${name}: ${error.message}`);
    process.exit(1);
  }
  if (name === only) break;
}
