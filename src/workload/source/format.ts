/** Which of the three notations a text is in, and reading it. */
import { ProblemList } from "../problem.js";
import { readJson } from "./read-json.js";
import { readYaml } from "./read-yaml.js";
import type { TreeNode } from "./tree.js";

export type WorkloadFormat = "json" | "json5" | "yaml";

/** By the file's ending; null where it does not tell. */
export function formatOfFile(file: string): WorkloadFormat | null {
  const ending = /\.([a-z0-9]+)$/i.exec(file)?.[1]?.toLowerCase();
  switch (ending) {
    case "json":
      return "json";
    case "json5":
      return "json5";
    case "yaml":
    case "yml":
      return "yaml";
    default:
      return null;
  }
}

export interface ReadText {
  readonly root: TreeNode | null;
  readonly problems: ProblemList;
}

/** Reads `text`; without a format the content decides. */
export function readText(text: string, format: WorkloadFormat | null, file: string | undefined): ReadText {
  const source = text.startsWith("\ufeff") ? text.slice(1) : text;
  if (format !== null) return readAs(source, format, file);
  // A document that begins with a brace or a comment in slashes is JSON5 (every JSON text is one as well),
  // or else YAML in braces; anything else is YAML.
  if (!/^\s*(\{|\[|\/\/|\/\*)/.test(source)) return readAs(source, "yaml", file);
  const json = readAs(source, "json5", file);
  if (json.root !== null) return json;
  const yaml = readAs(source, "yaml", file);
  return yaml.root !== null && yaml.problems.errorCount === 0 ? yaml : json;
}

function readAs(text: string, format: WorkloadFormat, file: string | undefined): ReadText {
  const problems = new ProblemList(file);
  const root = format === "yaml" ? readYaml(text, problems) : readJson(text, format, problems);
  return { root, problems };
}
