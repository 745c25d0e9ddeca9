/**
 * Long lists of operations in few: where the same few operations come again and again and only their spans differ, a
 * `repeat` holds them once, with the spans as sequences. It does the same, operation by operation, since each place of
 * a program goes through its sequence from the beginning, once. What does not repeat becomes lines of text.
 */
import type { Nanoseconds } from "../../engine/types.js";
import type { OperationDocument, SpanDocument } from "../document.js";
import { durationText } from "../durations.js";

/** A program as a list of shapes: operations of equal shape differ in nothing but their spans. */
export interface FlatProgram {
  readonly shapes: readonly number[];
  /** Of each operation; 0 for those that have none. */
  readonly spansNs: readonly Nanoseconds[];
  describe(shape: number): ShapeDescription;
}

export type ShapeDescription =
  | { readonly spans: "run" | "sleep" | "io" }
  /** Such as `send results`. */
  | { readonly line: string }
  /** What takes more than a line. */
  | { readonly mapping: OperationDocument };

/** Operations of a `repeat`: burst, sleep, and some messages. */
const LONGEST_PERIOD = 6;
/** With fewer rounds nothing is won. */
const FEWEST_ROUNDS = 3;

export function compactProgram(flat: FlatProgram): OperationDocument[] {
  const program = new ProgramText();
  for (let at = 0; at < flat.shapes.length; ) {
    const { period, rounds } = bestRepeat(flat.shapes, at);
    if (rounds < FEWEST_ROUNDS) {
      put(program, flat, at, durationText(flat.spansNs[at] ?? 0));
      at += 1;
      continue;
    }
    const body = new ProgramText();
    for (let place = at; place < at + period; place += 1) {
      put(body, flat, place, spanText(flat.spansNs, place, period, rounds));
    }
    program.put({ repeat: { count: rounds, program: body.items() } });
    at += period * rounds;
  }
  return program.items();
}

function put(program: ProgramText, flat: FlatProgram, at: number, span: SpanDocument): void {
  const description = flat.describe(flat.shapes[at] ?? 0);
  if ("line" in description) program.line(description.line);
  else if ("mapping" in description) program.put(description.mapping);
  else if (typeof span === "string") program.line(`${description.spans} ${span}`);
  else program.put({ [description.spans]: span } as OperationDocument);
}

/** Collects lines, as long as nothing else comes between them. */
class ProgramText {
  readonly #items: OperationDocument[] = [];
  #lines: string[] = [];

  line(text: string): void {
    this.#lines.push(text);
  }

  put(item: OperationDocument): void {
    this.#closeLines();
    this.#items.push(item);
  }

  items(): OperationDocument[] {
    this.#closeLines();
    return this.#items;
  }

  #closeLines(): void {
    if (this.#lines.length > 0) this.#items.push(this.#lines.join("\n"));
    this.#lines = [];
  }
}

/** The period that saves most operations from `start` on. */
function bestRepeat(shapes: readonly number[], start: number): { period: number; rounds: number } {
  let best = { period: 1, rounds: 1 };
  let mostSaved = 0;
  for (let period = 1; period <= LONGEST_PERIOD; period += 1) {
    let end = start + period;
    while (end < shapes.length && shapes[end] === shapes[end - period]) end += 1;
    const rounds = Math.floor((end - start) / period);
    const saved = period * (rounds - 1);
    if (rounds < FEWEST_ROUNDS || saved <= mostSaved) continue;
    best = { period, rounds };
    mostSaved = saved;
  }
  return best;
}

/** Words in a line of a sequence: as long as lines of a text are. */
const WORDS_PER_LINE = 12;

function spanText(spansNs: readonly Nanoseconds[], first: number, period: number, rounds: number): SpanDocument {
  const words: string[] = [];
  for (let round = 0; round < rounds; round += 1) words.push(durationText(spansNs[first + round * period] ?? 0));
  const [word = ""] = words;
  if (words.every((other) => other === word)) return word;
  const lines: string[] = [];
  for (let at = 0; at < words.length; at += WORDS_PER_LINE) lines.push(words.slice(at, at + WORDS_PER_LINE).join(" "));
  return { sequence: lines.join("\n") };
}
