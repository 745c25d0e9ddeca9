/**
 * A look at the brackets of a JSON or JSON5 text before it is parsed: the parser calls itself for
 * every level, so a text that is nested too deeply must never reach it. Also finds the bracket that
 * is never closed, which the parser only reports as an end that came too soon.
 */
import { MAX_DOCUMENT_DEPTH } from "../limits.js";

export interface BracketScan {
  /** Offset of the first bracket beyond MAX_DOCUMENT_DEPTH levels. */
  readonly tooDeep?: number;
  /** Offset of the innermost bracket that is open at the end. */
  readonly unclosed?: number;
}

export function scanBrackets(text: string): BracketScan {
  const open: number[] = [];
  for (let at = 0; at < text.length; at += 1) {
    switch (text[at]) {
      case "{":
      case "[":
        if (open.length === MAX_DOCUMENT_DEPTH) return { tooDeep: at };
        open.push(at);
        break;
      case "}":
      case "]":
        open.pop();
        break;
      case '"':
      case "'":
        at = endOfString(text, at);
        break;
      case "/":
        at = endOfComment(text, at);
        break;
    }
  }
  const unclosed = open.at(-1);
  return unclosed === undefined ? {} : { unclosed };
}

function endOfString(text: string, start: number): number {
  const delimiter = text[start];
  let at = start + 1;
  while (at < text.length && text[at] !== delimiter) at += text[at] === "\\" ? 2 : 1;
  return at;
}

/** Strict JSON has no comments; there the parser reports the slash itself. */
function endOfComment(text: string, start: number): number {
  if (text[start + 1] === "*") {
    const end = text.indexOf("*/", start + 2);
    return end < 0 ? text.length : end + 1;
  }
  let at = start;
  if (text[start + 1] === "/") while (at < text.length && text[at] !== "\n" && text[at] !== "\r") at += 1;
  return at;
}
