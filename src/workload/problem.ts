/**
 * Problems: what is wrong (or odd) in a workload, where, and how to mend it. They are collected,
 * so that one run shows all mistakes, and thrown together as one WorkloadError.
 */
import { SchedlabError } from "../errors.js";
import { MAX_PRINTED_PROBLEMS } from "./limits.js";
import { childPath, type Place, pathOf, placeOf, type TreeNode } from "./source/tree.js";

export interface Problem {
  readonly severity: "error" | "warning";
  readonly file?: string;
  /** From 1; absent for plain objects and overrides. */
  readonly line?: number;
  readonly column?: number;
  /** Such as `tasks[3].program[0].run`; empty for the document as a whole. */
  readonly path: string;
  /** What was found and what was expected. */
  readonly message: string;
  /** How to mend it. */
  readonly hint?: string;
}

/** One problem in a line, its hint in a second one: `intr.yaml:7:14: error: tasks[0].nice: found 99; expected …`. */
export function formatProblem(problem: Problem): string {
  const where = [];
  if (problem.file !== undefined) where.push(problem.file);
  else if (problem.line !== undefined) where.push("workload");
  if (problem.line !== undefined) where.push(`${problem.line}`, `${problem.column ?? 1}`);
  const place = where.length > 0 ? `${where.join(":")}: ` : "";
  const path = problem.path === "" ? "" : `${problem.path}: `;
  const hint = problem.hint === undefined ? "" : `\n  hint: ${problem.hint}`;
  return `${place}${problem.severity}: ${path}${problem.message}${hint}`;
}

/** The workload cannot be used; `message` holds all problems (at most 20 of them), ready to print. */
export class WorkloadError extends SchedlabError {
  override readonly name = "WorkloadError";
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    const printed = problems.slice(0, MAX_PRINTED_PROBLEMS).map(formatProblem);
    const more = problems.length - printed.length;
    if (more > 0) printed.push(`and ${more} more`);
    super(printed.join("\n"));
    this.problems = problems;
  }
}

/** Collects problems while a document is read. */
export class ProblemList {
  readonly #problems: Problem[] = [];
  readonly #file: string | undefined;
  #errors = 0;

  constructor(file?: string) {
    this.#file = file;
  }

  /** The same problems so far, to be added to without a trace in this list. */
  copy(): ProblemList {
    const copy = new ProblemList(this.#file);
    copy.#problems.push(...this.#problems);
    copy.#errors = this.#errors;
    return copy;
  }

  /** Those of another list, with their own files. */
  addAll(others: ProblemList): void {
    this.#problems.push(...others.#problems);
    this.#errors += others.#errors;
  }

  get errorCount(): number {
    return this.#errors;
  }

  /** A mistake in `node`. */
  error(node: TreeNode, message: string, hint?: string): void {
    this.add("error", placeOf(node), pathOf(node), message, hint);
  }

  /** Something odd in `node` that does not stop the run. */
  warning(node: TreeNode, message: string, hint?: string): void {
    this.add("warning", placeOf(node), pathOf(node), message, hint);
  }

  /** A mistake about `key` of `map`: a key that should not be there, or one that is missing. */
  keyError(map: TreeNode, key: string, message: string, hint?: string): void {
    const keyPlace = map.kind === "map" ? map.entries.get(key)?.keyPlace : undefined;
    this.add("error", keyPlace ?? placeOf(map), childPath(map, key), message, hint);
  }

  /** A problem that belongs to a place in the text rather than to a value. */
  add(severity: "error" | "warning", place: Place | null, path: string, message: string, hint?: string): void {
    if (severity === "error") this.#errors += 1;
    const override = place?.override;
    const file = override === undefined ? (place?.file ?? this.#file) : `override ${override}`;
    this.#problems.push({
      severity,
      ...(file === undefined ? {} : { file }),
      ...(place === null || place.override !== undefined ? {} : { line: place.line, column: place.column }),
      path,
      message,
      ...(hint === undefined ? {} : { hint }),
    });
  }

  /** Errors first, each kind in the order of the text; those of included files last. */
  sorted(): readonly Problem[] {
    const rank = (problem: Problem) => (problem.severity === "error" ? 0 : 1);
    const files = [
      this.#file,
      ...this.#problems.map(({ file }) => file).filter((file) => !file?.startsWith("override ")),
    ];
    const place = ({ file }: Problem) => Math.max(0, files.indexOf(file));
    return [...this.#problems].sort(
      (a, b) =>
        rank(a) - rank(b) || place(a) - place(b) || (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0),
    );
  }

  throwIfErrors(): void {
    if (this.#errors > 0) throw new WorkloadError(this.sorted());
  }
}
