/** Some of the golden set's whole traces, from every scheduler that has any. */
import { readdirSync, readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { inProject } from "../../scripts/build/files.mjs";

export interface GoldenCase {
  readonly name: string;
  /** The folder's name: the scheduler's id, with `-32bit` where the kernel's `long` had 32 bits. */
  readonly folder: string;
  readonly workload: object;
  readonly options: { readonly scheduler: string; readonly long?: 32 };
  /** The trace as it was recorded. */
  readonly trace: string;
}

const ending = ".trace.tsv.gz";

/** The first and the last whole trace of each folder of test/golden. */
export function goldenCases(): GoldenCase[] {
  const folders = readdirSync(inProject("test/golden"), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return folders.flatMap(({ name: folder }) => {
    const traces = readdirSync(inProject(`test/golden/${folder}`)).filter((file) => file.endsWith(ending));
    const names = traces.sort().map((file) => file.slice(0, -ending.length));
    return [...new Set([names.at(0), names.at(-1)])].flatMap((name) => (name ? [read(folder, name)] : []));
  });
}

function read(folder: string, name: string): GoldenCase {
  const path = inProject(`test/golden/${folder}/${name}`);
  const scheduler = folder.replace(/-32bit$/, "");
  return {
    name,
    folder,
    workload: JSON.parse(readFileSync(`${path}.workload.json`, "utf8")),
    options: scheduler === folder ? { scheduler } : { scheduler, long: 32 },
    trace: gunzipSync(readFileSync(path + ending)).toString(),
  };
}
