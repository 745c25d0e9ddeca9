/** The outermost keys of a JSON text of any dialect, of which there is only the beginning: enough to tell its kind. */

export interface JsonHead {
  /** What the text begins with. */
  readonly opens: "object" | "array";
  /**
   * Outermost keys of the object (of the first object, in an array) in order, each with the first character of its
   * value ("" for none).
   */
  readonly keys: ReadonlyMap<string, string>;
}

/** null where the text does not begin as JSON. */
export function readJsonHead(text: string): JsonHead | null {
  const tokens = tokensOf(text);
  const first = tokens.next().value;
  if (first !== "{" && first !== "[") return null;
  const keys = new Map<string, string>();
  const depthOfKeys = first === "{" ? 1 : 2;
  let depth = 1;
  let key: string | null = null;
  let before = first;
  for (const token of tokens) {
    if (before === ":" && key !== null) {
      if (!keys.has(key)) keys.set(key, token[0] ?? "");
      key = null;
    }
    if (depth === depthOfKeys && (before === "{" || before === ",") && /^["'\w]/.test(token))
      key = token.replaceAll(/["']/g, "");
    if (token === "{" || token === "[") depth += 1;
    else if (token === "}" || token === "]") depth -= 1;
    else if (token === "," && key !== null) {
      keys.set(key, "");
      key = null;
    }
    if (depth < depthOfKeys && token === "}") break;
    before = token;
  }
  return { opens: first === "{" ? "object" : "array", keys };
}

/** Brackets, commas, colons, strings, words; without blanks and comments. What is cut off at the end is left out. */
function* tokensOf(text: string): Generator<string, undefined> {
  const token =
    /\s+|\/\/[^\n]*|\/\*[\s\S]*?\*\/|([{}[\],:]|"(?:\\[\s\S]|[^"\\])*"|'(?:\\[\s\S]|[^'\\])*'|[^\s{}[\],:"'/]+)/y;
  for (let match = token.exec(text); match !== null; match = token.exec(text)) {
    if (match[1] !== undefined) yield match[1];
  }
  return undefined;
}
