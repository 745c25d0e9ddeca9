/** Runs one recorded workload and compares its trace with the recorded one while it is being made. */
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import type { TraceEvent } from "../engine/types.js";
import { SchedlabError } from "../errors.js";
import { simulate } from "../simulation.js";
import { formatEvent, linesOf, TraceComparison, type TraceDifference } from "../trace/index.js";
import { errorCode, fileError } from "./errors.js";
import type { GoldenCase } from "./golden-folders.js";
import { loadWorkloadFile } from "./load-workload.js";

/** One comparison, as `--format json` prints it. `scheduler` is the name of the folder. */
export type VerifyResult =
  | { readonly scheduler: string; readonly workload: string; readonly ok: true }
  | ({ readonly scheduler: string; readonly workload: string; readonly ok: false } & TraceDifference);

/** What came of it; a text where the case itself is broken (a file that cannot be read, a bad workload). */
export async function verifyCase(golden: GoldenCase): Promise<VerifyResult | string> {
  try {
    const workload = await loadWorkloadFile(golden.workloadPath, []);
    const expected = readTrace(golden.tracePath);
    const comparison = new TraceComparison(expectedLines(expected));
    const enough = new AbortController();
    const onEvents = (events: readonly TraceEvent[]) => {
      for (const event of events) if (!comparison.next(formatEvent(event))) return enough.abort();
    };
    const { id: scheduler } = golden.scheduler;
    const long = golden.longBits === undefined ? {} : { long: golden.longBits };
    try {
      await simulate(workload, { scheduler, ...long, onEvents, signal: enough.signal });
    } catch (error) {
      // The first difference is all that is asked for.
      if (!enough.signal.aborted) throw error;
    }
    const difference = comparison.end() ?? missingNewline(expected, comparison.agreeing);
    const about = { scheduler: golden.folder, workload: golden.workload };
    return difference === null ? { ...about, ok: true } : { ...about, ok: false, ...difference };
  } catch (error) {
    if (error instanceof SchedlabError) return error.message;
    throw error;
  }
}

/** The bytes of a trace, unpacked where its name ends in .gz. */
function readTrace(path: string): Buffer {
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    throw fileError("read", path, error);
  }
  if (!path.endsWith(".gz")) return bytes;
  try {
    return gunzipSync(bytes);
  } catch (error) {
    const reason = errorCode(error) === "Z_BUF_ERROR" ? "it is cut off" : String((error as Error).message);
    throw new SchedlabError(`${path}: cannot be decompressed (${reason}), expected a whole gzip file`);
  }
}

const newline = 0x0a;
const pieceLength = 1 << 20;

/** Decodes piece by piece: the whole of a long trace might be longer than the longest string. */
function* expectedLines(bytes: Buffer): Generator<string, void, undefined> {
  for (let start = 0; start < bytes.length; ) {
    const end = bytes.indexOf(newline, start + pieceLength);
    const next = end === -1 ? bytes.length : end + 1;
    yield* linesOf(bytes.toString("latin1", start, next));
    start = next;
  }
}

/** Every line of a trace ends in a newline, the last one too. */
function missingNewline(bytes: Buffer, lines: number): TraceDifference | null {
  if (bytes.length === 0 || bytes.at(-1) === newline) return null;
  const last = bytes.toString("latin1", bytes.lastIndexOf(newline) + 1);
  return { line: lines, before: [], expected: `${last} (without a newline at its end)`, actual: last };
}
