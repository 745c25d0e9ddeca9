/** Files as reports read them: once to see what they are, again for what they hold. */
import { openSource } from "../import/source.js";
import { openInput, standardInputName } from "./read-input.js";

/** A file that can be opened again and again; standard input is kept in memory for that. */
export interface RereadableInput {
  readonly name: string;
  open(): AsyncIterable<Uint8Array>;
}

/** Throws SchedlabError where there is no such file. */
export async function rereadable(path: string): Promise<RereadableInput> {
  if (path !== "-") {
    openInput(path);
    return { name: path, open: () => openInput(path).pieces };
  }
  const pieces: Uint8Array[] = [];
  for await (const piece of openInput(path).pieces) pieces.push(piece);
  return {
    name: standardInputName,
    async *open() {
      yield* pieces;
    },
  };
}

export type FileKind = "workload" | "result" | "recording";

/** A result begins with its schema; several of them with a bracket. */
const resultStart = /^\s*(\[\s*)?\{\s*"schema"\s*:\s*"schedlab-result\/1"/;

/** Told by the beginning of what is in the file, out of gzip. */
export async function kindOf(input: RereadableInput): Promise<FileKind> {
  const { recognised, pieces } = await openSource(input.open(), input.name);
  for await (const piece of pieces) {
    if (resultStart.test(new TextDecoder().decode(piece.subarray(0, 256)))) return "result";
    break;
  }
  return recognised.kind === "rt-app" || recognised.kind === "workload" ? "workload" : "recording";
}
