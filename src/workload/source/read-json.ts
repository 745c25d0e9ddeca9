/** JSON and JSON5 to the located tree, by way of momoa's syntax tree. */
import { parse, type ValueNode } from "@humanwhocodes/momoa";
import { MAX_DOCUMENT_DEPTH } from "../limits.js";
import type { ProblemList } from "../problem.js";
import { DuplicateKeys } from "./duplicate-keys.js";
import { scanBrackets } from "./nesting.js";
import {
  appendItem,
  listNode,
  mapNode,
  type Place,
  quote,
  scalarNode,
  setEntry,
  type TreeNode,
  visible,
} from "./tree.js";

/** The document, or null where the text is not JSON (`problems` then says why). */
export function readJson(text: string, mode: "json" | "json5", problems: ProblemList): TreeNode | null {
  const brackets = scanBrackets(text);
  if (brackets.tooDeep !== undefined) {
    const place = placeAt(text, brackets.tooDeep);
    problems.add("error", place, "", `nested too deeply: at most ${MAX_DOCUMENT_DEPTH} levels of brackets`);
    return null;
  }
  let body: ValueNode;
  try {
    // A string that ends in a backslash at the very end would never let the JSON5 parser go: nothing may end there.
    body = parse(`${text}\n`, { mode, ranges: true }).body;
  } catch (error) {
    reportSyntax(error as SyntaxFault, text, mode, brackets.unclosed, problems);
    return null;
  }
  return new JsonReader(text, mode, problems).document(body);
}

class JsonReader {
  readonly #text: string;
  readonly #strict: boolean;
  readonly #problems: ProblemList;
  readonly #duplicates = new DuplicateKeys();

  constructor(text: string, mode: "json" | "json5", problems: ProblemList) {
    this.#text = text;
    this.#strict = mode === "json";
    this.#problems = problems;
  }

  document(body: ValueNode): TreeNode {
    const root = this.#node(body);
    this.#duplicates.report(this.#problems);
    return root;
  }

  #node(value: ValueNode): TreeNode {
    const place = placeOfNode(value);
    switch (value.type) {
      case "Object": {
        const map = mapNode(place);
        for (const member of value.members) {
          const name = member.name.type === "String" ? member.name.value : member.name.name;
          const keyPlace = placeOfNode(member.name);
          const child = this.#node(member.value);
          const earlier = map.entries.get(name)?.keyPlace;
          setEntry(map, name, keyPlace, child);
          if (earlier !== undefined) this.#duplicates.add(map, name, earlier);
        }
        return map;
      }
      case "Array": {
        const list = listNode(place);
        for (const element of value.elements) appendItem(list, this.#node(element.value));
        return list;
      }
      case "String":
        this.#checkString(value, place);
        return scalarNode({ kind: "string", value: value.value }, place);
      case "Number":
        return scalarNode({ kind: "number", text: this.#source(value) }, place);
      case "Boolean":
        return scalarNode({ kind: "boolean", value: value.value }, place);
      case "Null":
        return scalarNode({ kind: "null" }, place);
      case "NaN":
      case "Infinity":
        return scalarNode({ kind: "other", what: this.#source(value) }, place);
    }
  }

  #source(value: ValueNode): string {
    return value.range === undefined ? "" : this.#text.slice(value.range[0], value.range[1]);
  }

  /** The parser lets raw control characters pass, which JSON forbids inside strings. */
  #checkString(value: ValueNode, place: Place): void {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
    const forbidden = this.#strict ? /[\u0000-\u001f]/ : /(^|[^\\\r])[\r\n]/;
    if (forbidden.test(this.#source(value))) {
      this.#problems.add("error", place, "", "a string holds a raw control character", "write \\n or \\t instead");
    }
  }
}

function placeOfNode(node: { readonly loc: { readonly start: { readonly line: number; readonly column: number } } }) {
  return { line: node.loc.start.line, column: node.loc.start.column };
}

export function placeAt(text: string, offset: number): Place {
  let line = 1;
  let lineStart = 0;
  for (let at = text.indexOf("\n"); at >= 0 && at < offset; at = text.indexOf("\n", at + 1)) {
    line += 1;
    lineStart = at + 1;
  }
  return { line, column: offset - lineStart + 1 };
}

const TOKEN_TEXTS: Readonly<Record<string, string>> = {
  LBrace: '"{"',
  RBrace: '"}"',
  LBracket: '"["',
  RBracket: '"]"',
  Comma: '","',
  Colon: '":"',
  String: "a string",
  Number: "a number",
  Boolean: "true or false",
  Null: "null",
  Identifier: "a word",
};

/** momoa's errors carry their place. */
type SyntaxFault = Error & { readonly line?: number; readonly column?: number; readonly offset?: number };

function reportSyntax(
  error: SyntaxFault,
  text: string,
  mode: "json" | "json5",
  unclosed: number | undefined,
  problems: ProblemList,
): void {
  const { line = 1, column = 1, offset = 0 } = error;
  const language = mode === "json" ? "JSON" : "JSON5";
  const end = text.trimEnd().length;
  if (end === 0) {
    problems.add("error", { line: 1, column: 1 }, "", "the text is empty; expected a workload");
    return;
  }
  const tail = text.slice(offset, end);
  const atEnd = error.message.startsWith("Unexpected end of input") || /^[\w"'.+-]*$/.test(tail);
  if (unclosed !== undefined && atEnd) {
    const message = `${quote(text[unclosed] ?? "")} is never closed; the ${language} text ends too soon`;
    problems.add("error", placeAt(text, unclosed), "", message);
    return;
  }
  const found = offset >= end ? "unexpected end of the text" : describeFault(error.message, tail);
  const relaxed = mode === "json" && /^(\/[/*]|'|[A-Za-z_$]|[}\]]|[+.])/.test(tail);
  const hint = relaxed
    ? "comments, trailing commas, single quotes and bare keys are JSON5: name the file .json5"
    : undefined;
  problems.add("error", { line, column }, "", `not valid ${language}: ${found}`, hint);
}

/** momoa's message in our words, without its place and without raw control characters. */
function describeFault(message: string, tail: string): string {
  const plain = message.replace(/ \(\d+:\d+\)$/, "");
  const token = /^Unexpected token (\w+) found\.$/.exec(plain)?.[1];
  const word = token === "Identifier" ? /^[\p{L}\p{N}_$]+/u.exec(tail)?.[0] : undefined;
  if (word !== undefined) return `unexpected word ${quote(word)}`;
  if (token !== undefined) return `unexpected ${TOKEN_TEXTS[token] ?? token}`;
  const character = /^Unexpected character '([\s\S]*)' found\.$/.exec(plain)?.[1];
  if (character !== undefined) return `unexpected character ${quote(character)}`;
  const identifier = /^Unexpected identifier '([\s\S]*)' found\.$/.exec(plain)?.[1];
  if (identifier !== undefined) return `unexpected word ${quote(identifier)}`;
  if (plain.startsWith("Unexpected end of input")) return "unexpected end of the text";
  return visible(plain.slice(0, 200));
}
