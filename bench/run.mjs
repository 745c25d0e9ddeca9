#!/usr/bin/env node
/**
 * Measures: one table for each question. bench/README.md tells what they mean.
 *
 *   node bench/run.mjs                      all questions
 *   node bench/run.mjs standard memory      those alone
 *   node bench/run.mjs peers --rounds 15    more rounds than usual
 */
import { spawnSync } from "node:child_process";
import { parseArgs } from "node:util";
import { inProject } from "../scripts/build/files.mjs";
import { BuildError } from "../scripts/build/run.mjs";
import { bundleQuestions, questions } from "./harness/build.mjs";
import { describeMachine } from "./harness/machine.mjs";

const { selected, rounds } = readArguments();
try {
  await bundleQuestions(selected);
} catch (error) {
  if (!(error instanceof BuildError)) throw error;
  console.error(error.message);
  process.exit(1);
}
console.log(describeMachine());
for (const name of selected) {
  // A process of its own: no question inherits another one's compiled code or garbage.
  const args = ["--expose-gc", inProject(`build/bench/${name}.mjs`), ...(rounds ? [rounds] : [])];
  const { status } = spawnSync(process.execPath, args, { cwd: inProject("."), stdio: "inherit" });
  if (status !== 0) {
    console.error(`\n${name} failed`);
    process.exit(1);
  }
}

function readArguments() {
  try {
    const { values, positionals } = parseArgs({ allowPositionals: true, options: { rounds: { type: "string" } } });
    const unknown = positionals.filter((name) => !questions.includes(name));
    if (unknown.length > 0) throw new Error(`unknown question ${unknown.join(", ")}: expected ${questions.join(", ")}`);
    if (values.rounds !== undefined && !/^[1-9]\d{0,3}$/.test(values.rounds)) {
      throw new Error(`--rounds ${values.rounds}: expected a whole number from 1 to 9999`);
    }
    return { selected: positionals.length > 0 ? positionals : questions, rounds: values.rounds };
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(2);
  }
}
