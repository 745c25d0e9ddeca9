/** Reads a workload file, or standard input for `-`, as text; says what is wrong where it is none. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { basename, dirname } from "node:path";
import { SchedlabError } from "../errors.js";
import { errorCode, fileError } from "./errors.js";
import { didYouMean } from "./suggestions.js";

/** How messages name standard input. */
export const standardInputName = "standard input";

export async function readInput(path: string): Promise<{ readonly text: string; readonly name: string }> {
  if (path === "-") return { text: decode(await readStandardInput(), standardInputName), name: standardInputName };
  return { text: decode(readFile(path), path), name: path };
}

async function readStandardInput(): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  } catch (error) {
    throw fileError("read", standardInputName, error);
  }
  return Buffer.concat(chunks);
}

function readFile(path: string): Uint8Array {
  try {
    if (statSync(path).isDirectory()) {
      throw new SchedlabError(`cannot read ${path}: it is a directory, expected a workload file`);
    }
    return readFileSync(path);
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

/** Throws SchedlabError where the bytes are no text in UTF-8. */
function decode(bytes: Uint8Array, name: string): string {
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)) {
    throw new SchedlabError(`${name}: the text is in UTF-16, expected UTF-8; convert it (iconv -f UTF-16 -t UTF-8)`);
  }
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) {
    throw new SchedlabError(
      `${name}: the file is compressed with gzip, expected a workload in YAML, JSON or JSON5; decompress it first (zcat ${name === standardInputName ? "" : `${name} `}| schedlab run -)`,
    );
  }
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
