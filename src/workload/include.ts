/**
 * `include`: the tasks, channels and semaphores of other files become part of the document, before anything is checked
 * and before overrides are applied. Files are read by whoever loads the workload: nothing here knows where files are.
 */
import { SchedlabError } from "../errors.js";
import { listNames } from "./nearest.js";
import type { ProblemList } from "./problem.js";
import { formatOfFile, readText } from "./source/format.js";
import {
  appendItem,
  cloneTree,
  describe,
  listNode,
  type MapNode,
  mapNode,
  type Place,
  quote,
  setEntry,
  type TreeNode,
} from "./source/tree.js";

export interface IncludedFile {
  /** Named in messages; equal for equal files, so that each is included once. Its ending tells the format. */
  readonly file: string;
  readonly text: string;
}

/**
 * Reads a file that a workload includes. `includedFrom`: the file that it is named in, whose folder its path starts
 * from; undefined where the workload has no file.
 *
 * @throws SchedlabError where it cannot be read.
 */
export type ReadInclude = (path: string, includedFrom: string | undefined) => IncludedFile;

const EXPECTED = "the names of files to include: a list of texts";

/** Sections that are put together name by name. */
const MERGED_SECTIONS = ["channels", "semaphores"];
/** What each file says of itself. */
const OWN_KEYS = ["name", "about", "include"];

/** Changes `root` in place; it has no `include` afterwards. */
export function mergeIncludes(
  root: TreeNode,
  file: string | undefined,
  readInclude: ReadInclude | undefined,
  problems: ProblemList,
): void {
  if (root.kind !== "map" || !root.entries.has("include")) return;
  new IncludeRun(readInclude, problems).merge(root, root, file, file === undefined ? [] : [file]);
  root.entries.delete("include");
}

class IncludeRun {
  readonly #readInclude: ReadInclude | undefined;
  readonly #problems: ProblemList;
  readonly #included = new Set<string>();

  constructor(readInclude: ReadInclude | undefined, problems: ProblemList) {
    this.#readInclude = readInclude;
    this.#problems = problems;
  }

  /** Puts what `document` includes into `target`. `way`: the files from the first to this one, which lie open. */
  merge(document: MapNode, target: MapNode, file: string | undefined, way: readonly string[]): void {
    const node = document.entries.get("include")?.value;
    if (node === undefined || node.kind === "null") return;
    for (const name of node.kind === "list" ? node.items : [node]) {
      if (name.kind !== "string" || name.value === "") {
        this.#problems.error(name, `found ${describe(name)}; expected ${EXPECTED}`);
        continue;
      }
      const included = this.#read(name, name.value, file);
      if (included === undefined) continue;
      if (way.includes(included.file)) {
        const circle = [...way.slice(way.indexOf(included.file)), included.file];
        this.#problems.error(name, `the files include each other in a circle: ${listNames(circle)}`);
        continue;
      }
      if (this.#included.has(included.file)) continue;
      this.#included.add(included.file);
      const root = this.#parse(included);
      if (root === undefined) continue;
      addSections(root, target);
      this.merge(root, target, included.file, [...way, included.file]);
    }
  }

  #read(node: TreeNode, path: string, from: string | undefined): IncludedFile | undefined {
    if (this.#readInclude === undefined) {
      const message = `found ${quote(path)}; expected no files: there is nobody to read them`;
      this.#problems.error(node, message, "pass `readInclude`");
      return undefined;
    }
    try {
      return this.#readInclude(path, from);
    } catch (error) {
      if (!(error instanceof SchedlabError)) throw error;
      this.#problems.error(node, error.message);
      return undefined;
    }
  }

  #parse({ file, text }: IncludedFile): MapNode | undefined {
    const { root, problems } = readText(text, formatOfFile(file), file);
    this.#problems.addAll(problems);
    if (root === null) return undefined;
    const located = cloneTree(root, (place) => inFile(place, file));
    if (located.kind === "map") return located;
    this.#problems.error(located, `found ${describe(located)}; expected a workload, or parts of one: a mapping`);
    return undefined;
  }
}

function inFile(place: Place | null, file: string): Place | null {
  return place === null || place.override !== undefined ? place : { ...place, file };
}

/** What `target` says itself stays. */
function addSections(from: MapNode, target: MapNode): void {
  for (const [key, { keyPlace, value }] of from.entries) {
    const present = target.entries.get(key)?.value;
    if (key === "tasks" && value.kind === "list") {
      const tasks = present?.kind === "list" ? present : listNode(value.place);
      for (const task of value.items) appendItem(tasks, task);
      if (tasks !== present) setEntry(target, key, keyPlace, tasks);
    } else if (MERGED_SECTIONS.includes(key) && value.kind === "map") {
      const section = present?.kind === "map" ? present : mapNode(value.place);
      for (const [name, entry] of value.entries) {
        if (!section.entries.has(name)) setEntry(section, name, entry.keyPlace, entry.value);
      }
      if (section !== present) setEntry(target, key, keyPlace, section);
    } else if (!OWN_KEYS.includes(key) && present === undefined) {
      setEntry(target, key, keyPlace, value);
    }
  }
}
