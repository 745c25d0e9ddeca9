/**
 * The located tree: what JSON, JSON5, YAML, plain objects and overrides are all turned into before
 * anything looks at their meaning. Every value knows its path and, where there is a text, its place.
 * Numbers keep their text, so that nothing is lost to floating point before it is checked.
 */

/** Where a value stands: in the text, or in an override that was given beside it. */
export type Place =
  /** `file`: another one than the document's own, which includes it. */
  | { readonly line: number; readonly column: number; readonly file?: string; readonly override?: undefined }
  | { readonly override: string };

interface NodeBase {
  /** null: the root. */
  parent: MapNode | ListNode | null;
  /** Key or index in the parent. */
  key: string | number;
  /** null: from a plain object. */
  readonly place: Place | null;
}

export interface StringNode extends NodeBase {
  readonly kind: "string";
  readonly value: string;
}
export interface NumberNode extends NodeBase {
  readonly kind: "number";
  readonly text: string;
}
export interface BooleanNode extends NodeBase {
  readonly kind: "boolean";
  readonly value: boolean;
}
export interface NullNode extends NodeBase {
  readonly kind: "null";
}
export interface ListNode extends NodeBase {
  readonly kind: "list";
  readonly items: TreeNode[];
}
export interface MapNode extends NodeBase {
  readonly kind: "map";
  readonly entries: Map<string, MapEntry>;
}
/** A value that no workload has a use for: a date, a function, an infinity. */
export interface OtherNode extends NodeBase {
  readonly kind: "other";
  readonly what: string;
}

export interface MapEntry {
  readonly keyPlace: Place | null;
  readonly value: TreeNode;
}

export type TreeNode = StringNode | NumberNode | BooleanNode | NullNode | ListNode | MapNode | OtherNode;

export type Scalar =
  | { readonly kind: "string"; readonly value: string }
  | { readonly kind: "number"; readonly text: string }
  | { readonly kind: "boolean"; readonly value: boolean }
  | { readonly kind: "null" }
  | { readonly kind: "other"; readonly what: string };

export function scalarNode(scalar: Scalar, place: Place | null): TreeNode {
  return { ...scalar, parent: null, key: "", place };
}

export function listNode(place: Place | null): ListNode {
  return { kind: "list", items: [], parent: null, key: "", place };
}

export function mapNode(place: Place | null): MapNode {
  return { kind: "map", entries: new Map(), parent: null, key: "", place };
}

export function appendItem(list: ListNode, value: TreeNode): void {
  setItem(list, list.items.length, value);
}

export function setItem(list: ListNode, index: number, value: TreeNode): void {
  value.parent = list;
  value.key = index;
  list.items[index] = value;
}

export function setEntry(map: MapNode, key: string, keyPlace: Place | null, value: TreeNode): void {
  value.parent = map;
  value.key = key;
  map.entries.set(key, { keyPlace, value });
}

export function placeOf(node: TreeNode): Place | null {
  return node.place;
}

/** A copy that can be changed without a trace in the original; places stay. */
export function cloneTree(node: TreeNode, placed: (place: Place | null) => Place | null = (place) => place): TreeNode {
  const place = placed(node.place);
  if (node.kind === "list") {
    const list = listNode(place);
    for (const item of node.items) appendItem(list, cloneTree(item, placed));
    return list;
  }
  if (node.kind === "map") {
    const map = mapNode(place);
    for (const [key, { keyPlace, value }] of node.entries) {
      setEntry(map, key, placed(keyPlace), cloneTree(value, placed));
    }
    return map;
  }
  return { ...node, place, parent: null, key: "" };
}

/** `tasks[3].program[0].run`; keys that would be misread are quoted: `channels["a b"]`. */
export function pathOf(node: TreeNode): string {
  const segments: string[] = [];
  for (let current: TreeNode = node; current.parent !== null; current = current.parent) {
    segments.push(formatSegment(current.key));
  }
  return joinSegments(segments.reverse());
}

export function childPath(parent: TreeNode, key: string | number): string {
  return joinSegments([pathOf(parent), formatSegment(key)]);
}

export function formatSegment(key: string | number): string {
  if (typeof key === "number") return `[${key}]`;
  return /^[\p{L}\p{N}_-]{1,60}$/u.test(key) ? `.${key}` : `[${quote(key)}]`;
}

function joinSegments(segments: readonly string[]): string {
  const joined = segments.join("");
  return joined.startsWith(".") ? joined.slice(1) : joined;
}

/** A text in quotes, shortened, with control characters made visible. */
export function quote(text: string): string {
  const shown = text.length > 60 ? `${text.slice(0, 57)}...` : text;
  return visible(JSON.stringify(shown));
}

/** A text without anything that a terminal would obey. */
export function visible(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is replaced
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
}

/** A value without parts, of whichever kind of tree. */
export type ScalarValue =
  | { readonly kind: "string"; readonly value: string }
  | { readonly kind: "number"; readonly text: string }
  | { readonly kind: "boolean"; readonly value: boolean }
  | { readonly kind: "null" };

/** What a message says was found, where it has no parts. */
export function describeScalar(value: ScalarValue): string {
  switch (value.kind) {
    case "string":
      return quote(value.value);
    case "number":
      return value.text.length > 60 ? `${value.text.slice(0, 57)}...` : value.text;
    case "boolean":
      return String(value.value);
    case "null":
      return "null";
  }
}

/** What a message says was found. */
export function describe(node: TreeNode): string {
  switch (node.kind) {
    case "list":
      return node.items.length === 0 ? "an empty list" : "a list";
    case "map":
      return node.entries.size === 0 ? "an empty mapping" : "a mapping";
    case "other":
      return node.what;
    default:
      return describeScalar(node);
  }
}
