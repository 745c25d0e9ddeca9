/** What a document is refused for; fails where it is accepted, or fails in any other way. */
import { type LoadOptions, loadWorkload, type Problem, WorkloadError } from "../../src/workload/index.js";

export function problemsOf(source: string | object, options?: LoadOptions): readonly Problem[] {
  try {
    loadWorkload(source, options);
  } catch (error) {
    if (error instanceof WorkloadError) return error.problems;
    throw error;
  }
  throw new Error("expected the workload to be refused");
}

/** The message as a user sees it. */
export function messageOf(source: string | object, options?: LoadOptions): string {
  try {
    loadWorkload(source, options);
  } catch (error) {
    if (error instanceof WorkloadError) return error.message;
    throw error;
  }
  throw new Error("expected the workload to be refused");
}

/** `text` with its common indentation taken off, so that examples can stand inside the tests. */
export function text(strings: TemplateStringsArray): string {
  const lines = (strings[0] ?? "").replace(/^\n/, "").split("\n");
  const indents = lines.filter((line) => line.trim() !== "").map((line) => line.length - line.trimStart().length);
  const indent = Math.min(...indents);
  return lines.map((line) => line.slice(indent)).join("\n");
}
