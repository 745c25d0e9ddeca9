/** What is odd or not modelled in a file: said once, at its first place, with the lines of the others. */
import type { ProblemList } from "../../workload/problem.js";
import type { TextPlace } from "./json-tree.js";

interface Remark {
  readonly place: TextPlace;
  readonly path: string;
  readonly hint: string | undefined;
  readonly lines: number[];
}

const SHOWN_LINES = 8;

export class Remarks {
  readonly #remarks = new Map<string, Remark>();

  /** The same `message` is the same remark, wherever it is made. */
  add(place: TextPlace, path: string, message: string, hint?: string): void {
    const known = this.#remarks.get(message);
    if (known === undefined) this.#remarks.set(message, { place, path, hint, lines: [place.line] });
    else known.lines.push(place.line);
  }

  report(problems: ProblemList): void {
    for (const [message, { place, path, hint, lines }] of this.#remarks) {
      const others = lines.length === 1 ? "" : ` (${lines.length} times: ${listLines(lines)})`;
      problems.add("warning", place, lines.length === 1 ? path : "", message + others, hint);
    }
  }
}

export function listLines(lines: readonly number[]): string {
  const distinct = [...new Set(lines)];
  const shown = distinct.slice(0, SHOWN_LINES).join(", ");
  const more = distinct.length - SHOWN_LINES;
  return `${distinct.length === 1 ? "line" : "lines"} ${shown}${more > 0 ? ` and ${more} more` : ""}`;
}
