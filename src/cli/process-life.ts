/** How the process ends: by itself, by Ctrl-C, or because nobody reads its output any more. */
import { fstatSync, writeSync } from "node:fs";
import { describeFailure, errorCode, fileError } from "./errors.js";
import { exitCodes } from "./exit-codes.js";

const cleanups = new Set<() => void>();

/** Has `cleanup` run when the process ends, however it ends. Returns the way to take that back. */
export function onProcessEnd(cleanup: () => void): () => void {
  cleanups.add(cleanup);
  return () => cleanups.delete(cleanup);
}

let onInterrupt: (() => void) | null = null;

/**
 * Has `stop` run at the first Ctrl-C (or polite request to end) instead of ending at once; the second ends the process all the
 * same. Returns the way to take that back.
 */
export function catchInterrupt(stop: () => void): () => void {
  onInterrupt = stop;
  return () => {
    onInterrupt = null;
  };
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
  const leave = (status: number) => () => {
    const stop = onInterrupt;
    onInterrupt = null;
    if (stop === null) process.exit(status);
    stop();
  };
  process.on("SIGINT", leave(exitCodes.interrupted));
  process.on("SIGTERM", leave(exitCodes.terminated));
  process.on("SIGHUP", leave(exitCodes.hangup));
  for (const stream of [process.stdout, process.stderr]) {
    stream.on("error", (error) => {
      // `schedlab … | head -1` closes the pipe early; that is the reader's right and no error.
      const status = errorCode(error) === "EPIPE" ? (process.exitCode ?? exitCodes.success) : report(error);
      if (stream === process.stdout) process.exit(status);
    });
  }
}

/** A full disk, mostly. */
function report(error: unknown): number {
  const { text, status } = describeFailure(fileError("write", "standard output", error));
  writeErr(`${text}\n`);
  return status;
}

/** Writes to stdout. Throws ReaderGone where the pipe has been closed. */
export function writeOut(text: string): void {
  if (process.stdout.errored !== null || process.stdout.destroyed) throw new ReaderGone();
  if (goesToFile()) writeToFile(text);
  else process.stdout.write(text);
}

function goesToFile(): boolean {
  return fstatSync(process.stdout.fd).isFile();
}

/** Node's own stream takes a short write to a file, the last one before the disk is full, for a whole one. */
function writeToFile(text: string): void {
  const bytes = Buffer.from(text);
  try {
    for (let written = 0; written < bytes.length; ) written += writeSync(process.stdout.fd, bytes, written);
  } catch (error) {
    throw fileError("write", "standard output", error);
  }
}

/**
 * Writes a long text to stdout, chunk by chunk, no faster than it is read: what a pipe does not take at
 * once would pile up in memory. Throws ReaderGone where the pipe has been closed.
 */
export async function writeOutChunks(chunks: Iterable<string> | AsyncIterable<string>): Promise<void> {
  const intoFile = goesToFile();
  for await (const chunk of chunks) {
    if (intoFile) {
      writeToFile(chunk);
      continue;
    }
    if (process.stdout.errored !== null || process.stdout.destroyed) throw new ReaderGone();
    if (!process.stdout.write(chunk)) await new Promise((resolve) => process.stdout.once("drain", resolve));
  }
}

/** Writes to stderr, where everything goes that is not a result. */
export function writeErr(text: string): void {
  if (process.stderr.errored === null && !process.stderr.destroyed) process.stderr.write(text);
}

/** Waits until a stream has taken everything, or cannot take any more. */
export function written(stream: NodeJS.WriteStream): Promise<void> {
  if (stream.errored !== null || stream.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    stream.write("", () => resolve());
  });
}
