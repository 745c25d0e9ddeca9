/** Reads files, or standard input for `-`, in pieces; says what is wrong where there is none, or no text. */
import { createReadStream, readdirSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, isAbsolute, join, normalize } from "node:path";
import { SchedlabError } from "../errors.js";
import type { IncludedFile } from "../workload/index.js";
import { errorCode, fileError } from "./errors.js";
import { didYouMean } from "./suggestions.js";

/** How messages name standard input. */
export const standardInputName = "standard input";

const pieceBytes = 1 << 18;

export interface Input {
  /** How messages name it. */
  readonly name: string;
  /** To be read once. */
  readonly pieces: AsyncIterable<Uint8Array>;
}

/** Throws SchedlabError where there is no such file, at once or while it is read. */
export function openInput(path: string): Input {
  if (path === "-") return { name: standardInputName, pieces: piecesOf(process.stdin, standardInputName) };
  checkFile(path);
  return { name: path, pieces: piecesOf(createReadStream(path, { highWaterMark: pieceBytes }), path) };
}

/** Reads a file that a workload includes; its path starts from the folder of the file that names it. */
export function readIncluded(path: string, from: string | undefined): IncludedFile {
  const folder = from === undefined || from === standardInputName ? "." : dirname(from);
  const file = isAbsolute(path) ? normalize(path) : join(folder, path);
  checkFile(file);
  try {
    return { file, text: decodeText(readFileSync(file), file) };
  } catch (error) {
    throw error instanceof SchedlabError ? error : fileError("read", file, error);
  }
}

async function* piecesOf(stream: NodeJS.ReadableStream, name: string): AsyncGenerator<Uint8Array> {
  try {
    for await (const piece of stream) yield piece as Buffer;
  } catch (error) {
    throw fileError("read", name, error);
  }
}

function checkFile(path: string): void {
  try {
    if (statSync(path).isDirectory())
      throw new SchedlabError(`cannot read ${path}: it is a directory, expected a file`);
  } catch (error) {
    if (errorCode(error) !== "ENOENT") {
      throw error instanceof SchedlabError ? error : fileError("read", path, error);
    }
    throw new SchedlabError(`cannot read ${path}: no such file${didYouMean(path, neighbours(path))}`);
  }
}

/** The files in the folder of one that is not there. */
function neighbours(path: string): string[] {
  const folder = path.slice(0, path.length - basename(path).length);
  try {
    return readdirSync(dirname(path)).map((name) => folder + name);
  } catch {
    return [];
  }
}

/** The whole text. Throws SchedlabError where there is no such file, or no text in it. */
export async function readText(path: string): Promise<{ readonly text: string; readonly name: string }> {
  const { name, pieces } = openInput(path);
  const read: Uint8Array[] = [];
  for await (const piece of pieces) read.push(piece);
  return { text: decodeText(Buffer.concat(read), name), name };
}

/** A workload's text. Throws SchedlabError where the bytes are no text in UTF-8. */
export function decodeText(bytes: Uint8Array, name: string): string {
  const zero = bytes.indexOf(0);
  if (zero !== -1) {
    throw new SchedlabError(
      `${name}: not a text file (a zero byte at offset ${zero}), expected a workload in YAML, JSON or JSON5`,
    );
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new SchedlabError(`${name}: not a text in UTF-8, expected a workload in YAML, JSON or JSON5`);
  }
}
