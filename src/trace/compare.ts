/**
 * Where two traces part: the first differing line, with the lines before it that tell what was
 * going on. The actual trace may arrive bit by bit, while a simulation runs.
 */

export interface TraceDifference {
  /** Number of the first differing line, from 1. */
  readonly line: number;
  /** Up to three lines before it, on which both agree. */
  readonly before: readonly string[];
  /** null: the expected trace has ended. */
  readonly expected: string | null;
  /** null: the actual trace has ended. */
  readonly actual: string | null;
}

const linesBefore = 3;

/** Compares line by line as the actual lines come in. */
export class TraceComparison {
  readonly #expected: Iterator<string>;
  readonly #before: string[] = [];
  #line = 0;
  #difference: TraceDifference | null = null;

  constructor(expectedLines: Iterable<string>) {
    this.#expected = expectedLines[Symbol.iterator]();
  }

  /** Lines that agree so far. */
  get agreeing(): number {
    return this.#difference === null ? this.#line : this.#line - 1;
  }

  get difference(): TraceDifference | null {
    return this.#difference;
  }

  /** Compares the next actual line (without newline). false once the traces have parted. */
  next(actual: string): boolean {
    return this.#difference === null && this.#compare(actual);
  }

  /** The actual trace has ended. The difference, or null if the traces are the same. */
  end(): TraceDifference | null {
    if (this.#difference === null) this.#compare(null);
    return this.#difference;
  }

  #compare(actual: string | null): boolean {
    const next = this.#expected.next();
    const expected = next.done === true ? null : next.value;
    if (actual === null && expected === null) return true;
    this.#line += 1;
    if (actual !== expected) {
      this.#difference = { line: this.#line, before: [...this.#before], expected, actual };
      this.#expected.return?.();
      return false;
    }
    if (this.#before.length === linesBefore) this.#before.shift();
    this.#before.push(expected ?? "");
    return true;
  }
}

/** The first difference of two traces, or null if they are the same. Lines come without newlines. */
export function compareTraces(expectedLines: Iterable<string>, actualLines: Iterable<string>): TraceDifference | null {
  const comparison = new TraceComparison(expectedLines);
  for (const line of actualLines) if (!comparison.next(line)) break;
  return comparison.end();
}

/** The lines of a text, without newlines, one at a time. A newline at the end begins no further line. */
export function* linesOf(text: string): Generator<string, void, undefined> {
  let start = 0;
  while (start < text.length) {
    const end = text.indexOf("\n", start);
    if (end < 0) {
      yield text.slice(start);
      return;
    }
    yield text.slice(start, end);
    start = end + 1;
  }
}

/** The difference as text for people: the lines before, then what was expected and what came. */
export function formatDifference(difference: TraceDifference): string {
  const first = difference.line - difference.before.length;
  const width = String(difference.line).length;
  const numbered = (index: number, sign: string, text: string) =>
    `${sign} ${String(first + index).padStart(width)}  ${text}`;
  const last = difference.before.length;
  return [
    ...difference.before.map((line, index) => numbered(index, " ", line)),
    numbered(last, "-", difference.expected ?? "(end of the expected trace)"),
    numbered(last, "+", difference.actual ?? "(end of the actual trace)"),
  ].join("\n");
}
