/** Loading a workload: text or object in, checked workload out. */
import { readDocument } from "./document.js";
import { mergeIncludes, type ReadInclude } from "./include.js";
import { readMachine } from "./machine.js";
import { applyOverrides, type Override } from "./overrides/apply.js";
import { ProblemList, WorkloadError } from "./problem.js";
import { optional } from "./read.js";
import { formatOfFile, readText, type WorkloadFormat } from "./source/format.js";
import { plainValue } from "./source/plain-value.js";
import { readObject } from "./source/read-object.js";
import { cloneTree, type TreeNode } from "./source/tree.js";
import { isWorkload, type Machine, type Workload } from "./workload.js";

export interface LoadOptions {
  /** Named in messages; its ending chooses the format unless `format` does. */
  readonly file?: string;
  /** Default: by the ending of `file`, else by the content. */
  readonly format?: WorkloadFormat;
  /** Values that replace those of the document, in this order. */
  readonly set?: readonly Override[];
  /** Reads the files that the document includes; without it there can be none. */
  readonly readInclude?: ReadInclude;
}

type ReadOptions = Pick<LoadOptions, "file" | "format" | "readInclude">;

/**
 * Reads, changes and checks a workload.
 * @param source The text of a document, or the document as a plain object. A workload that was loaded
 *   before is returned as it is.
 * @throws WorkloadError with every mistake that was found.
 */
export function loadWorkload(source: string | object, options: LoadOptions = {}): Workload {
  const overrides = options.set ?? [];
  if (isWorkload(source)) {
    if (overrides.length === 0) return source;
    const message = "overrides change the document, but this workload has already been loaded";
    throw new WorkloadError([{ severity: "error", path: "", message, hint: "pass them when it is loaded" }]);
  }
  return ReusableWorkload.read(source, options).load(overrides);
}

/** A document that is read once, and loaded as often as one likes, with other values each time. */
export class ReusableWorkload {
  readonly #root: TreeNode;
  readonly #problems: ProblemList;

  private constructor(root: TreeNode, problems: ProblemList) {
    this.#root = root;
    this.#problems = problems;
  }

  /** @throws WorkloadError where the text is not in its notation. */
  static read(source: string | object, options: ReadOptions = {}): ReusableWorkload {
    const { root, problems } = read(source, options);
    problems.throwIfErrors();
    if (root === null) throw new Error("a workload was refused without a reason");
    return ReusableWorkload.#complete(root, problems, options);
  }

  /** Of a part of another document: mistakes are told with its places there. @throws WorkloadError */
  static ofTree(node: TreeNode, options: ReadOptions = {}): ReusableWorkload {
    return ReusableWorkload.#complete(cloneTree(node), new ProblemList(options.file), options);
  }

  static #complete(root: TreeNode, problems: ProblemList, { file, readInclude }: ReadOptions): ReusableWorkload {
    mergeIncludes(root, file, readInclude, problems);
    problems.throwIfErrors();
    return new ReusableWorkload(root, problems);
  }

  /** The machine alone, whatever the tasks are. @throws WorkloadError */
  machine(overrides: readonly Override[]): Machine {
    const root = cloneTree(this.#root);
    const problems = this.#problems.copy();
    applyOverrides(root, overrides, problems);
    problems.throwIfErrors();
    const machine = readMachine(root.kind === "map" ? optional(root, "machine") : undefined, problems);
    problems.throwIfErrors();
    return machine;
  }

  /** All of it as a plain value, with what it includes. */
  toPlain(): unknown {
    return plainValue(this.#root);
  }

  /** @throws WorkloadError with every mistake that was found. */
  load(overrides: readonly Override[] = []): Workload {
    const root = cloneTree(this.#root);
    const problems = this.#problems.copy();
    applyOverrides(root, overrides, problems);
    problems.throwIfErrors();
    const workload = readDocument(root, problems);
    problems.throwIfErrors();
    if (workload === undefined) throw new Error("a workload was refused without a reason");
    return workload;
  }
}

function read(source: string | object, options: ReadOptions) {
  if (typeof source === "string") {
    const format = options.format ?? (options.file === undefined ? null : formatOfFile(options.file));
    return readText(source, format, options.file);
  }
  const problems = new ProblemList(options.file);
  return { root: readObject(source, problems), problems };
}
