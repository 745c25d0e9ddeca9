/** The project's own copy of the recorded traces (scripts/golden-set.mjs makes it), and what is asked of each. */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { inProject } from "../../scripts/build/files.mjs";
import { simulate } from "../../src/simulation.js";
import { compareTraces, createTsvWriter, linesOf } from "../../src/trace/index.js";

/** A workload and what is known of its trace under each scheduler, by the names of their folders. */
export interface PackedWorkload {
  readonly name: string;
  readonly workload: object;
  readonly traces: Readonly<Record<string, readonly [lines: number, sha256: string]>>;
}

const packEnding = ".jsonl.gz";
const golden = (path: string) => inProject(`test/golden/${path}`);

/** Every family that has a pack, such as `o1-2.6`. */
export function families(): string[] {
  const packs = readdirSync(golden("")).filter((file) => file.endsWith(packEnding));
  return packs.map((file) => file.slice(0, -packEnding.length));
}

export function packOf(family: string): PackedWorkload[] {
  const lines = gunzipSync(readFileSync(golden(family + packEnding))).toString();
  return [...linesOf(lines)].map((line) => JSON.parse(line));
}

/** Folders with whole traces. */
export function wholeFolders(): string[] {
  return readdirSync(golden(""), { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? entry.name : []));
}

/** The recorded trace, where the project holds the whole of it. */
export function wholeTrace(folder: string, name: string): Buffer | undefined {
  const path = golden(`${folder}/${name}.trace.tsv.gz`);
  return existsSync(path) ? gunzipSync(readFileSync(path)) : undefined;
}

/** The scheduler that a folder is named after, and the width of the kernel's `long` in it. */
export function schedulerOf(folder: string): { scheduler: string; long?: 32 } {
  const scheduler = folder.replace(/-32bit$/, "");
  return scheduler === folder ? { scheduler } : { scheduler, long: 32 };
}

export function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** What our engine makes of it: the text of the trace in pieces. */
export async function playedTrace(workload: object, folder: string): Promise<Buffer> {
  const writer = createTsvWriter();
  const pieces: Uint8Array[] = [];
  await simulate(workload, { ...schedulerOf(folder), onEvents: (events) => pieces.push(writer.encode(events)) });
  return Buffer.concat(pieces);
}

/** null where the engine decides as recorded; else a text that says what differs, or how to see it. */
export async function differenceOf({ name, workload, traces }: PackedWorkload, folder: string): Promise<string | null> {
  const [lines, digest] = traces[folder] ?? [0, ""];
  const played = await playedTrace(workload, folder);
  if (sha256(played) === digest) return null;
  const whole = wholeTrace(folder, name);
  const difference = whole && compareTraces(linesOf(whole.toString()), linesOf(played.toString()));
  if (difference) {
    const { line, before, expected, actual } = difference;
    return [`line ${line}, after`, ...before, "expected:", expected, "actual:", actual].join("\n");
  }
  const ours = [...linesOf(played.toString())].length;
  return (
    `${folder}: the trace of ${name} (${ours} lines) is not the recorded one (${lines} lines), of which the project keeps ` +
    `the digest only. With the recorded set at hand: schedlab verify SET/${folder}`
  );
}
