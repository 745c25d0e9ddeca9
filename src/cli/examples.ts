/** The examples that come with the package, wherever that is installed. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { SchedlabError } from "../errors.js";
import { loadWorkload } from "../workload/index.js";

export interface Example {
  readonly name: string;
  /** To be given to `schedlab run`, from the current folder. */
  readonly path: string;
  readonly about: string;
}

/** In the order of their numbers. */
export function listExamples(): Example[] {
  const folder = examplesFolder();
  return readdirSync(folder)
    .filter((file) => /\.(yaml|json5?)$/.test(file))
    .sort()
    .map((file) => {
      const { about } = loadWorkload(readFileSync(join(folder, file), "utf8"), { file });
      const path = relative(process.cwd(), join(folder, file));
      return { name: basename(file).replace(/\.[^.]+$/, ""), path, about: about ?? "" };
    });
}

/** Beside dist/ in the package, and beside src/ in the source tree. */
export function examplesFolder(): string {
  for (let folder = dirname(fileURLToPath(import.meta.url)); folder !== dirname(folder); folder = dirname(folder)) {
    const examples = join(folder, "examples");
    if (existsSync(join(folder, "package.json")) && existsSync(examples)) return examples;
  }
  throw new SchedlabError("the examples are missing from this installation");
}
