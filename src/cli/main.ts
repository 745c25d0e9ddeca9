#!/usr/bin/env node
/** The `schedlab` command: starts, ends, and says what went wrong. What it does is in one file per command. */
import { runCommandLine } from "./command-line.js";
import { describeFailure } from "./errors.js";
import { ReaderGone, watchProcess, writeErr, written } from "./process-life.js";
import { coloursFor } from "./terminal.js";

watchProcess();
try {
  process.exitCode = await runCommandLine(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof ReaderGone)) {
    const { text, status } = describeFailure(error);
    const colours = coloursFor(process.stderr);
    writeErr(`${text.replace(/^schedlab:/, colours.red(colours.bold("schedlab:")))}\n`);
    process.exitCode = status;
  }
}
// Not by running out of things to do: Node 20 then waits for V8's compiler threads, and that wait can last for ever (its
// NodePlatform::DrainTasks misses a wake-up when wasm is being optimised).
await Promise.all([written(process.stdout), written(process.stderr)]);
process.exit();
