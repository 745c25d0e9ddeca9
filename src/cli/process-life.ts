/** How the process ends: by itself, by Ctrl-C, or because nobody reads its output any more. */
import { errorCode } from "./errors.js";
import { exitCodes } from "./exit-codes.js";

const cleanups = new Set<() => void>();

/** Has `cleanup` run when the process ends, however it ends. Returns the way to take that back. */
export function onProcessEnd(cleanup: () => void): () => void {
  cleanups.add(cleanup);
  return () => cleanups.delete(cleanup);
}

/** Thrown by `writeOut` once the reader of stdout has gone: the rest need not be computed. */
export class ReaderGone extends Error {
  override readonly name = "ReaderGone";
}

/** Installs the handlers; once, before anything else happens. */
export function watchProcess(): void {
  process.on("exit", () => {
    for (const cleanup of cleanups) cleanup();
  });
  const leave = (status: number) => () => process.exit(status);
  process.on("SIGINT", leave(exitCodes.interrupted));
  process.on("SIGTERM", leave(exitCodes.terminated));
  process.on("SIGHUP", leave(exitCodes.hangup));
  for (const stream of [process.stdout, process.stderr]) {
    // `schedlab … | head -1` closes the pipe early; that is the reader's right and no error.
    stream.on("error", (error) => {
      if (errorCode(error) !== "EPIPE") throw error;
      if (stream === process.stdout) process.exit(process.exitCode ?? exitCodes.success);
    });
  }
}

/** Writes to stdout. Throws ReaderGone where the pipe has been closed. */
export function writeOut(text: string): void {
  if (process.stdout.errored !== null || process.stdout.destroyed) throw new ReaderGone();
  process.stdout.write(text);
}

/** Writes to stderr, where everything goes that is not a result. */
export function writeErr(text: string): void {
  if (process.stderr.errored === null && !process.stderr.destroyed) process.stderr.write(text);
}
