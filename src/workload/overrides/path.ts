/**
 * Paths as overrides and messages write them: `tasks[0].program[1].sleep`, `tasks.intr.count`,
 * `channels["a.b"].capacity`.
 */

import { formatSegment } from "../source/tree.js";

export type PathSegment =
  | { readonly kind: "key"; readonly key: string }
  /** Bare digits between dots may be either; brackets without quotes are an index. */
  | { readonly kind: "index"; readonly index: number };

/** The segments, or null where the text is not a path. */
export function parsePath(path: string): readonly PathSegment[] | null {
  const segments: PathSegment[] = [];
  const pattern = /\[(\d{1,9})\]|\[("(?:[^"\\]|\\.)*")\]|\['([^']*)'\]|(\.?)([^.[\]"'\s][^.[\]]*)/gy;
  while (pattern.lastIndex < path.length) {
    const match = pattern.exec(path);
    if (match === null) return null;
    const [, index, doubleQuoted, singleQuoted, dot, word] = match;
    if (index !== undefined) {
      segments.push({ kind: "index", index: Number(index) });
    } else if (doubleQuoted !== undefined || singleQuoted !== undefined) {
      const key = singleQuoted ?? unquote(doubleQuoted ?? "");
      if (key === null) return null;
      segments.push({ kind: "key", key });
    } else {
      // A dot stands before every word but the first.
      if (word === undefined || (dot === "") !== (segments.length === 0)) return null;
      segments.push({ kind: "key", key: word });
    }
  }
  return segments.length === 0 ? null : segments;
}

/** The one way to write a path; what is none stays as it is. */
export function canonicalPath(path: string): string {
  const segments = parsePath(path);
  if (segments === null) return path;
  return segments
    .map((segment) => formatSegment(segment.kind === "key" ? segment.key : segment.index))
    .join("")
    .replace(/^\./, "");
}

function unquote(text: string): string | null {
  try {
    return JSON.parse(text) as string;
  } catch {
    return null;
  }
}
