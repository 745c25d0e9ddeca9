/**
 * JSON with the leniency of json-c, which reads rt-app's files, and of workgen before it. No library takes all of it
 * and keeps order, duplicates and places: momoa's JSON5 has no keys without values and lets bare keys pass,
 * jsonc-parser has no single quotes.
 *
 * As json-c 0.16 does (measured): comments in slashes, trailing commas, single quotes, words in any case, raw control
 * characters in strings, zeros before a number, anything behind the document, 32 levels at most. Not: bare keys,
 * comments in hashes, missing commas, escapes that JSON has not. Beyond json-c: a key without a value (workgen), a byte
 * order mark.
 */
import { WorkloadError } from "../../workload/index.js";
import { quote } from "../../workload/source/tree.js";
import type { JsonBoolean, JsonMember, JsonNode, JsonNull, JsonNumber, TextPlace } from "./json-tree.js";

export interface ReadJson {
  readonly root: JsonNode;
  /** Where something stands behind the document. */
  readonly rest: TextPlace | null;
}

/** json-c's limit, which rt-app keeps. */
const MAX_DEPTH = 32;

/** @throws WorkloadError with line and column for what json-c refuses. */
export function readLenientJson(text: string, file?: string): ReadJson {
  return new Reader(text, file).document();
}

const escapes: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ["\\", "\\"],
  ["/", "/"],
  ["b", "\b"],
  ["f", "\f"],
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
]);

/** Words that json-c knows, in lower case. It takes any case, `None` as little as others do. */
const words: ReadonlyMap<string, Word> = new Map<string, Word>([
  ["true", { kind: "boolean", value: true }],
  ["false", { kind: "boolean", value: false }],
  ["null", { kind: "null" }],
  ["nan", { kind: "number", text: "NaN" }],
  ["infinity", { kind: "number", text: "Infinity" }],
  ["-infinity", { kind: "number", text: "-Infinity" }],
]);

type Word = Omit<JsonBoolean, "place"> | Omit<JsonNull, "place"> | Omit<JsonNumber, "place">;

class Reader {
  readonly #text: string;
  readonly #file: string | undefined;
  #at = 0;
  #line = 1;
  #lineStart = 0;

  constructor(text: string, file: string | undefined) {
    this.#text = text;
    this.#file = file;
    if (text.startsWith("\ufeff")) {
      this.#at = 1;
      this.#lineStart = 1;
    }
  }

  document(): ReadJson {
    this.#skipBlanks();
    if (this.#at === this.#text.length) this.#refuse("the text is empty; expected an rt-app workload in JSON");
    const root = this.#value(0);
    this.#skipBlanks(true);
    return { root, rest: this.#at < this.#text.length ? this.#place() : null };
  }

  #value(depth: number): JsonNode {
    const place = this.#place();
    if (depth >= MAX_DEPTH) this.#refuse(`nested too deeply: rt-app reads ${MAX_DEPTH} levels at most`);
    const character = this.#peek();
    switch (character) {
      case "{":
        return { kind: "object", members: this.#members(depth, place), place };
      case "[":
        return { kind: "array", items: this.#items(depth, place), place };
      case '"':
      case "'":
        return { kind: "string", value: this.#string(character), place };
      default:
        return this.#numberOrWord(place);
    }
  }

  #members(depth: number, open: TextPlace): JsonMember[] {
    this.#at += 1;
    const members: JsonMember[] = [];
    for (;;) {
      this.#skipBlanks();
      this.#refuseEnd("{", open);
      if (this.#peek() === "}") break;
      members.push(this.#member(depth, open));
      this.#skipBlanks();
      this.#refuseEnd("{", open);
      if (this.#peek() === "}") break;
      this.#takeComma("}");
    }
    this.#at += 1;
    return members;
  }

  #member(depth: number, open: TextPlace): JsonMember {
    const place = this.#place();
    const quoteMark = this.#peek();
    if (quoteMark !== '"' && quoteMark !== "'") {
      const hint = quoteMark === "#" ? "comments begin with // or stand between /* and */" : "keys stand in quotes";
      this.#refuse(`found ${this.#found()}; expected a key in quotes or "}"`, hint);
    }
    const key = this.#string(quoteMark);
    this.#skipBlanks();
    this.#refuseEnd("{", open);
    const next = this.#peek();
    if (next === "," || next === "}") return { key, place, value: null };
    if (next !== ":") this.#refuse(`found ${this.#found()} after the key ${quote(key)}; expected ":" and a value`);
    this.#at += 1;
    this.#skipBlanks();
    this.#refuseEnd("{", open);
    return { key, place, value: this.#value(depth + 1) };
  }

  #items(depth: number, open: TextPlace): JsonNode[] {
    this.#at += 1;
    const items: JsonNode[] = [];
    for (;;) {
      this.#skipBlanks();
      this.#refuseEnd("[", open);
      if (this.#peek() === "]") break;
      items.push(this.#value(depth + 1));
      this.#skipBlanks();
      this.#refuseEnd("[", open);
      if (this.#peek() === "]") break;
      this.#takeComma("]");
    }
    this.#at += 1;
    return items;
  }

  #takeComma(closing: string): void {
    if (this.#peek() !== ",") {
      this.#refuse(`found ${this.#found()}; expected "," or "${closing}"`, 'put a "," between the two');
    }
    this.#at += 1;
  }

  #string(delimiter: string): string {
    const open = this.#place();
    let value = "";
    this.#at += 1;
    let start = this.#at;
    for (;;) {
      const character = this.#peek();
      if (character === "") this.#refuse(`the string that begins here never ends`, undefined, open);
      if (character === delimiter) break;
      if (character === "\\") {
        value += this.#text.slice(start, this.#at) + this.#escape();
        start = this.#at;
        continue;
      }
      this.#at += 1;
      if (character === "\n") this.#newLine();
    }
    value += this.#text.slice(start, this.#at);
    this.#at += 1;
    // Half a surrogate pair is no character; json-c writes this instead.
    return value.replace(/[\ud800-\udfff]/gu, "\ufffd");
  }

  #escape(): string {
    const letter = this.#text[this.#at + 1] ?? "";
    const simple = escapes.get(letter);
    if (simple !== undefined) {
      this.#at += 2;
      return simple;
    }
    const code = /^[0-9a-f]{4}$/i.exec(this.#text.slice(this.#at + 2, this.#at + 6))?.[0];
    if (letter !== "u" || code === undefined) {
      const found = this.#text.slice(this.#at, this.#at + (letter === "u" ? 6 : 2));
      this.#refuse(
        `found ${quote(found)} in a string; expected \\" \\\\ \\/ \\b \\f \\n \\r \\t or \\u and four hex digits`,
      );
    }
    this.#at += 6;
    return String.fromCharCode(Number.parseInt(code, 16));
  }

  #numberOrWord(place: TextPlace): JsonNode {
    const token = /[^\s,\]}:/"'[{]{0,80}/y;
    token.lastIndex = this.#at;
    const found = token.exec(this.#text)?.[0] ?? "";
    const word = words.get(found.toLowerCase());
    // An exponent without digits counts for nothing.
    const number = /^-?\d+(?:\.\d*)?(?:e[+-]?\d+)?(?=(?:e[+-]?)?$)/i.exec(found)?.[0];
    if (word === undefined && number === undefined) {
      const shown = found === "" ? this.#found() : quote(found);
      // Generators fill in such words before rt-app reads the file.
      const hint = /^__\w+__$/.test(found) ? `this is a template: put a value in place of ${found}` : undefined;
      this.#refuse(
        `found ${shown}; expected a value: a number, a string, an object, a list, true, false or null`,
        hint,
      );
    }
    this.#at += found.length;
    return word !== undefined ? { ...word, place } : { kind: "number", text: number ?? "", place };
  }

  /** Blanks and comments. `atEnd`: behind the document, where an unfinished comment is only more that nobody reads. */
  #skipBlanks(atEnd = false): void {
    for (;;) {
      const character = this.#peek();
      if (character === "\n") {
        this.#at += 1;
        this.#newLine();
      } else if (character === " " || character === "\t" || character === "\r") {
        this.#at += 1;
      } else if (character !== "/" || !this.#skipComment(atEnd)) {
        return;
      }
    }
  }

  /** @returns false where it is none, behind the document */
  #skipComment(atEnd: boolean): boolean {
    const kind = this.#text[this.#at + 1];
    if (kind === "/") {
      const end = this.#text.indexOf("\n", this.#at);
      this.#at = end < 0 ? this.#text.length : end;
      return true;
    }
    const end = kind === "*" ? this.#text.indexOf("*/", this.#at + 2) : -1;
    if (end < 0 && atEnd) return false;
    if (kind !== "*") this.#refuse(`found "/"; expected a comment: // or /* … */`);
    if (end < 0) this.#refuse("the comment that begins here never ends");
    for (
      let line = this.#text.indexOf("\n", this.#at);
      line >= 0 && line < end;
      line = this.#text.indexOf("\n", line + 1)
    ) {
      this.#line += 1;
      this.#lineStart = line + 1;
    }
    this.#at = end + 2;
    return true;
  }

  #newLine(): void {
    this.#line += 1;
    this.#lineStart = this.#at;
  }

  #peek(): string {
    return this.#text[this.#at] ?? "";
  }

  #place(): TextPlace {
    return { line: this.#line, column: this.#at - this.#lineStart + 1 };
  }

  /** The next word or character, for messages. */
  #found(): string {
    const rest = this.#text.slice(this.#at, this.#at + 40);
    if (rest === "") return "the end of the text";
    return quote(/^[\p{L}\p{N}_.+-]+/u.exec(rest)?.[0] ?? String.fromCodePoint(rest.codePointAt(0) ?? 0));
  }

  #refuseEnd(bracket: string, open: TextPlace): void {
    if (this.#at === this.#text.length)
      this.#refuse(`"${bracket}" is never closed; the text ends too soon`, undefined, open);
  }

  #refuse(message: string, hint?: string, place: TextPlace = this.#place()): never {
    throw new WorkloadError([
      {
        severity: "error",
        ...(this.#file === undefined ? {} : { file: this.#file }),
        ...place,
        path: "",
        message: `not valid JSON, even by rt-app's rules: ${message}`,
        ...(hint === undefined ? {} : { hint }),
      },
    ]);
  }
}
