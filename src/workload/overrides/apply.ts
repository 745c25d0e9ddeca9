/**
 * Overrides: values that replace or add to those of a document before it is checked
 * (`--set tasks.intr.count=20`). A path must lead to something that is there, or to a key that
 * could be; anything else is a message with the nearest path that does.
 */
import { listNames, nearest } from "../nearest.js";
import type { ProblemList } from "../problem.js";
import { readObject } from "../source/read-object.js";
import { readYaml } from "../source/read-yaml.js";
import {
  describe,
  formatSegment,
  type ListNode,
  type MapNode,
  mapNode,
  pathOf,
  quote,
  setEntry,
  setItem,
  type TreeNode,
} from "../source/tree.js";
import { type PathSegment, parsePath } from "./path.js";
import { validKeys } from "./valid-keys.js";

export interface Override {
  /** Such as `machine.cpus`, `tasks.intr.count` (by the task's name) or `tasks[0].program[1].sleep`. */
  readonly path: string;
  /** A text is read as YAML: `"2ms"`, `"20"`, `"[0, 1]"`, `"{uniform: [1ms, 2ms]}"`. */
  readonly value: unknown;
}

/** Changes the tree in place. */
export function applyOverrides(root: TreeNode, overrides: readonly Override[], problems: ProblemList): void {
  for (const override of overrides) new OverrideRun(override, problems).apply(root);
}

class OverrideRun {
  readonly #override: Override;
  readonly #problems: ProblemList;
  /** How the override is named in messages. */
  readonly #label: string;

  constructor(override: Override, problems: ProblemList) {
    this.#override = override;
    this.#problems = problems;
    const value = typeof override.value === "string" ? override.value : quoteValue(override.value);
    const text = `${override.path}=${value}`;
    this.#label = /^[^\p{Cc}\u2028\u2029]{0,80}$/u.test(text) ? text : quote(text);
  }

  apply(root: TreeNode): void {
    const segments = parsePath(this.#override.path);
    if (segments === null) {
      this.#error("this is not a path", "paths look like tasks.NAME.count, machine.cpus or tasks[0].program[1].run");
      return;
    }
    const value = this.#value();
    if (value === null) return;
    let node = root;
    for (const [index, segment] of segments.entries()) {
      const rest = segments.slice(index + 1);
      const next = this.#step(node, segment, rest, value);
      if (next === null) return;
      node = next;
    }
  }

  #value(): TreeNode | null {
    const { value } = this.#override;
    const place = { override: this.#label };
    return typeof value === "string"
      ? readYaml(value, this.#problems, this.#label)
      : readObject(value, this.#problems, place);
  }

  /** Goes down one segment, or stores the value at the last one; null: done, or a message was given. */
  #step(node: TreeNode, segment: PathSegment, rest: readonly PathSegment[], value: TreeNode): TreeNode | null {
    if (node.kind === "list") return this.#stepIntoList(node, segment, rest, value);
    if (node.kind === "map") return this.#stepIntoMap(node, segment, rest, value);
    const where = pathOf(node);
    this.#error(`no such path: ${where === "" ? "the document" : where} is ${describe(node)}, with nothing inside it`);
    return null;
  }

  #stepIntoMap(map: MapNode, segment: PathSegment, rest: readonly PathSegment[], value: TreeNode): TreeNode | null {
    const key = segment.kind === "key" ? segment.key : String(segment.index);
    const keys = validKeys(map);
    if (keys !== null && !keys.includes(key)) {
      this.#noSuchPath(map, key, rest, [...keys]);
      return null;
    }
    const place = { override: this.#label };
    if (rest.length === 0) {
      setEntry(map, key, place, value);
      return null;
    }
    const present = map.entries.get(key)?.value;
    if (present !== undefined && present.kind !== "null") return present;
    // `machine.cpus` where the document has no machine: the section begins here.
    const section = mapNode(place);
    setEntry(map, key, place, section);
    if (validKeys(section)?.length === 0) {
      map.entries.delete(key);
      this.#error(`no such path: the document does not say ${pathOf(section)}`);
      return null;
    }
    return section;
  }

  #stepIntoList(list: ListNode, segment: PathSegment, rest: readonly PathSegment[], value: TreeNode): TreeNode | null {
    const index = this.#indexIn(list, segment, rest);
    if (index === null) return null;
    if (rest.length > 0) return list.items[index] ?? null;
    setItem(list, index, value);
    return null;
  }

  /** A number is an index; in the list of tasks a name is one as well. */
  #indexIn(list: ListNode, segment: PathSegment, rest: readonly PathSegment[]): number | null {
    const isTasks = list.key === "tasks" && list.parent?.parent === null;
    if (isTasks && segment.kind === "key") {
      const matches = list.items.flatMap((item, index) => (taskName(item) === segment.key ? [index] : []));
      if (matches.length > 1) {
        const choices = listNames(
          matches.map((match) => `tasks[${match}]`),
          8,
        );
        this.#error(`${matches.length} tasks are named ${quote(segment.key)}`, `say which by its place: ${choices}`);
        return null;
      }
      if (matches[0] !== undefined) return matches[0];
    }
    const index = segment.kind === "index" ? segment.index : /^\d{1,9}$/.test(segment.key) ? Number(segment.key) : null;
    if (index !== null && index < list.items.length) return index;
    if (index === null && isTasks && segment.kind === "key") {
      const names = list.items.map(taskName).filter((name) => name !== undefined);
      this.#noSuchPath(list, segment.key, rest, [...new Set(names)]);
      return null;
    }
    const size = list.items.length;
    const has = size === 0 ? "no entries" : size === 1 ? "one entry, [0]" : `${size} entries, [0] to [${size - 1}]`;
    this.#error(`no such path: ${pathOf(list)} has ${has}`);
    return null;
  }

  #noSuchPath(node: TreeNode, key: string, rest: readonly PathSegment[], valid: readonly string[]): void {
    const where = pathOf(node);
    const inside = where === "" ? "a workload" : where;
    const near = nearest(key, valid) ?? (valid.length === 1 ? valid[0] : undefined);
    const tail = rest.map((segment) => formatSegment(segment.kind === "key" ? segment.key : segment.index)).join("");
    const suggestion = near === undefined ? "" : `${where}${formatSegment(near)}${tail}`.replace(/^\./, "");
    const listed = valid.length === 0 ? undefined : `${inside} has ${listNames(valid)}`;
    const hint = near === undefined ? listed : `did you mean ${suggestion}?`;
    this.#error(`no such path: ${inside} has no ${quote(key)}`, hint);
  }

  #error(message: string, hint?: string): void {
    this.#problems.add("error", { override: this.#label }, "", message, hint);
  }
}

function taskName(node: TreeNode): string | undefined {
  const name = node.kind === "map" ? node.entries.get("name")?.value : undefined;
  return name?.kind === "string" ? name.value : undefined;
}

function quoteValue(value: unknown): string {
  if (typeof value === "object" && value !== null) return Array.isArray(value) ? "[…]" : "{…}";
  return String(value);
}
