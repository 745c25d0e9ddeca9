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
    const status = statSync(file);
    if (!status.isFile()) throw new SchedlabError(`cannot include ${file}: it is no regular file`);
    const decoder = new WorkloadTextDecoder(file);
    decoder.expect(status.size);
    return { file, text: decoder.push(readFileSync(file)) + decoder.end() };
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
  return { text: await textOf(pieces, name), name };
}

/** The text of a workload, or another that is read as a whole. Throws SchedlabError where the bytes are none. */
export async function textOf(pieces: AsyncIterable<Uint8Array>, name: string): Promise<string> {
  const decoder = new WorkloadTextDecoder(name);
  let text = "";
  for await (const piece of pieces) text += decoder.push(piece);
  return text + decoder.end();
}

/** Far beyond any workload, and below the longest string of V8. */
const MAX_TEXT_BYTES = 256 * 2 ** 20;

/** Looks at each piece as it comes: an endless input, such as /dev/zero, must not be collected first. */
class WorkloadTextDecoder {
  readonly #name: string;
  readonly #decoder = new TextDecoder("utf-8", { fatal: true });
  #bytes = 0;

  constructor(name: string) {
    this.#name = name;
  }

  /** Throws where so many more bytes are too many. */
  expect(bytes: number): void {
    if (this.#bytes + bytes <= MAX_TEXT_BYTES) return;
    const most = MAX_TEXT_BYTES / 2 ** 20;
    throw new SchedlabError(`${this.#name}: more than ${most} MiB of text, expected a workload in YAML, JSON or JSON5`);
  }

  push(piece: Uint8Array): string {
    this.expect(piece.length);
    const zero = piece.indexOf(0);
    if (zero !== -1) {
      const place = `a zero byte at offset ${this.#bytes + zero}`;
      throw new SchedlabError(`${this.#name}: not a text file (${place}), expected a workload in YAML, JSON or JSON5`);
    }
    this.#bytes += piece.length;
    return this.#decode(piece, true);
  }

  end(): string {
    return this.#decode(new Uint8Array(), false);
  }

  #decode(piece: Uint8Array, stream: boolean): string {
    try {
      return this.#decoder.decode(piece, { stream });
    } catch {
      throw new SchedlabError(`${this.#name}: not a text in UTF-8, expected a workload in YAML, JSON or JSON5`);
    }
  }
}
