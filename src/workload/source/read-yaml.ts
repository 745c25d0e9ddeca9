/**
 * YAML to the located tree. The `yaml` package's lexer, parser and composer are driven step by step,
 * because its composer calls itself for every level: the depth is checked before it sees the document.
 * Aliases and merge keys are expanded here, with a limit on what they may add.
 */

import type { Document, ParsedNode, YAMLError, Scalar as YamlScalar } from "yaml";
import { type Alias, Composer, isAlias, isMap, isScalar, Lexer, LineCounter, type Pair, Parser } from "yaml";
import { MAX_ALIASED_NODES, MAX_DOCUMENT_DEPTH, MAX_YAML_LEXEMES } from "../limits.js";
import type { ProblemList } from "../problem.js";
import { parseDecimal } from "../values/decimal.js";
import { DuplicateKeys } from "./duplicate-keys.js";
import {
  appendItem,
  listNode,
  type MapNode,
  mapNode,
  type Place,
  quote,
  scalarNode,
  setEntry,
  type TreeNode,
  visible,
} from "./tree.js";

type YamlNode = ParsedNode | null | undefined;

const COMPOSER_OPTIONS = {
  // Also for texts that call themselves YAML 1.1, where `no` is false and `1:30` is ninety.
  schema: "core",
  resolveKnownTags: false,
  merge: true,
  // Checked while reading: the composer's own test takes quadratic time.
  uniqueKeys: false,
  prettyErrors: false,
} as const;

/** The document, or null where the text is not YAML (`problems` then says why). */
export function readYaml(text: string, problems: ProblemList, override?: string): TreeNode | null {
  const lines = new LineCounter();
  const place = (offset: number): Place => {
    if (override !== undefined) return { override };
    const position = lines.linePos(offset);
    return { line: Math.max(position.line, 1), column: Math.max(position.col, 1) };
  };
  const document = compose(text, lines, place, problems);
  if (document === null) return null;
  try {
    return new YamlReader(problems, place).document(document);
  } catch (error) {
    if (!(error instanceof TooMuchError)) throw error;
    problems.add("error", place(error.offset), "", error.message);
    return null;
  }
}

function compose(
  text: string,
  lines: LineCounter,
  place: (offset: number) => Place,
  problems: ProblemList,
): Document.Parsed | null {
  const parser = new Parser(lines.addNewLine);
  lines.addNewLine(0);
  const tokens = [];
  let lexemes = 0;
  for (const lexeme of new Lexer().lex(text)) {
    if (++lexemes > MAX_YAML_LEXEMES) {
      const message = `too large for YAML: more than ${MAX_YAML_LEXEMES} words and marks; expected JSON at this size`;
      problems.add("error", place(parser.offset), "", message, "write programs as lines of text, or the file as JSON");
      return null;
    }
    for (const token of parser.next(lexeme)) tokens.push(token);
    if (parser.stack.length > MAX_DOCUMENT_DEPTH + 1) {
      const message = `nested too deeply: at most ${MAX_DOCUMENT_DEPTH} levels of lists and mappings`;
      problems.add("error", place(parser.offset), "", message);
      return null;
    }
  }
  for (const token of parser.end()) tokens.push(token);

  const composer = new Composer(COMPOSER_OPTIONS);
  const documents = [...composer.compose(tokens, true, text.length)];
  const document = documents[0];
  if (document === undefined) return null;
  for (const fault of [...document.errors, ...document.warnings]) reportFault(fault, place, problems);
  const second = documents[1];
  if (second !== undefined) {
    const message = "a second YAML document begins here; expected one workload in a file";
    problems.add("error", place(second.range[0]), "", message);
  }
  return problems.errorCount > 0 ? null : (document as Document.Parsed);
}

function reportFault(fault: YAMLError, place: (offset: number) => Place, problems: ProblemList): void {
  // The package quotes the text that it stumbled over, however long and whatever is in it.
  const message = visible(fault.message.charAt(0).toLowerCase() + fault.message.slice(1, 200));
  const hint = fault.code === "TAB_AS_INDENT" ? "indent with spaces" : undefined;
  problems.add("error", place(fault.pos[0]), "", `not valid YAML: ${message}`, hint);
}

/** Reading stops at once: what follows would only take longer. */
class TooMuchError extends Error {
  readonly offset: number;
  constructor(offset: number, message: string) {
    super(message);
    this.offset = offset;
  }
}

class YamlReader {
  readonly #problems: ProblemList;
  readonly #place: (offset: number) => Place;
  readonly #anchors = new Map<string, ParsedNode>();
  /** Nodes being read: an alias to one of them would never end. */
  readonly #open = new Set<ParsedNode>();
  readonly #duplicates = new DuplicateKeys();
  #depth = 0;
  #aliasDepth = 0;
  #aliasedNodes = 0;

  constructor(problems: ProblemList, place: (offset: number) => Place) {
    this.#problems = problems;
    this.#place = place;
  }

  document(document: Document.Parsed): TreeNode {
    const root = this.#node(document.contents, 0);
    this.#duplicates.report(this.#problems);
    return root;
  }

  #node(node: YamlNode, offset: number): TreeNode {
    if (node === null || node === undefined) return scalarNode({ kind: "null" }, this.#place(offset));
    const start = node.range[0];
    if (isAlias(node)) return this.#alias(node, start);
    if (this.#aliasDepth > 0) this.#countAliased(start);
    if (node.anchor !== undefined) this.#anchors.set(node.anchor, node);
    if (isScalar(node)) return this.#scalar(node, start);
    this.#enter(node, start);
    const result = isMap(node) ? this.#map(node.items, start) : this.#list(node.items as YamlNode[], start);
    this.#leave(node);
    return result;
  }

  #enter(node: ParsedNode, offset: number): void {
    this.#depth += 1;
    if (this.#depth > MAX_DOCUMENT_DEPTH) {
      throw new TooMuchError(offset, `nested too deeply: at most ${MAX_DOCUMENT_DEPTH} levels of lists and mappings`);
    }
    this.#open.add(node);
  }

  #leave(node: ParsedNode): void {
    this.#depth -= 1;
    this.#open.delete(node);
  }

  #countAliased(offset: number): void {
    this.#aliasedNodes += 1;
    if (this.#aliasedNodes > MAX_ALIASED_NODES) {
      throw new TooMuchError(offset, `aliases and merges add more than ${MAX_ALIASED_NODES} values`);
    }
  }

  #list(items: readonly YamlNode[], offset: number): TreeNode {
    const list = listNode(this.#place(offset));
    for (const item of items) appendItem(list, this.#node(item, offset));
    return list;
  }

  #map(pairs: readonly Pair<unknown, unknown>[], offset: number): MapNode {
    const map = mapNode(this.#place(offset));
    const merges: { node: YamlNode; offset: number }[] = [];
    for (const pair of pairs) {
      const key = pair.key as YamlNode;
      const keyOffset = key?.range[0] ?? offset;
      if (isMergeKey(key)) merges.push({ node: pair.value as YamlNode, offset: keyOffset });
      else this.#entry(map, key, keyOffset, pair.value as YamlNode);
    }
    for (const merge of merges) this.#merge(map, merge.node, merge.offset);
    return map;
  }

  #entry(map: MapNode, keyNode: YamlNode, keyOffset: number, valueNode: YamlNode): void {
    const keyPlace = this.#place(keyOffset);
    const key =
      keyNode === null || keyNode === undefined
        ? scalarNode({ kind: "null" }, keyPlace)
        : this.#node(keyNode, keyOffset);
    const value = this.#node(valueNode, keyOffset);
    const name = key.kind === "string" ? key.value : key.kind === "number" ? key.text : undefined;
    if (name === undefined) {
      this.#problems.add("error", keyPlace, "", "a key is not a plain text; expected a name");
      return;
    }
    const earlier = map.entries.get(name)?.keyPlace;
    setEntry(map, name, keyPlace, value);
    if (earlier !== undefined) this.#duplicates.add(map, name, earlier);
  }

  /** Keys of the merged mapping that `map` does not have itself; earlier ones win. */
  #merge(map: MapNode, source: YamlNode, offset: number): void {
    const merged = this.#node(source, offset);
    const sources = merged.kind === "list" ? merged.items : [merged];
    for (const one of sources) {
      if (one.kind !== "map") {
        this.#problems.add(
          "error",
          this.#place(offset),
          "",
          'the merge key "<<" needs a mapping, or a list of mappings',
        );
        return;
      }
      for (const [name, entry] of one.entries) {
        if (!map.entries.has(name)) setEntry(map, name, entry.keyPlace, entry.value);
      }
    }
  }

  #alias(alias: Alias.Parsed, offset: number): TreeNode {
    const target = this.#anchors.get(alias.source);
    const place = this.#place(offset);
    if (target === undefined || this.#open.has(target)) {
      const why = target === undefined ? "has no anchor before it" : "stands inside what it names";
      this.#problems.add("error", place, "", `the alias ${quote(`*${alias.source}`)} ${why}`);
      return scalarNode({ kind: "other", what: "an alias" }, place);
    }
    this.#aliasDepth += 1;
    const result = this.#node(target, offset);
    this.#aliasDepth -= 1;
    return result;
  }

  #scalar(scalar: YamlScalar.Parsed, offset: number): TreeNode {
    const place = this.#place(offset);
    const value = scalar.value as unknown;
    switch (typeof value) {
      case "string":
        return scalarNode({ kind: "string", value }, place);
      case "boolean":
        return scalarNode({ kind: "boolean", value }, place);
      case "number":
      case "bigint": {
        if (typeof value === "number" && !Number.isFinite(value) && !/\d/.test(scalar.source)) {
          return scalarNode({ kind: "other", what: scalar.source }, place);
        }
        const text = parseDecimal(scalar.source) === null ? String(value) : scalar.source;
        return scalarNode({ kind: "number", text }, place);
      }
      default:
        if (value === null || value === undefined) return scalarNode({ kind: "null" }, place);
        return scalarNode({ kind: "other", what: value instanceof Date ? "a date" : "an unsupported value" }, place);
    }
  }
}

function isMergeKey(key: YamlNode): boolean {
  return isScalar(key) && typeof key.value === "symbol";
}
