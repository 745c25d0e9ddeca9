/**
 * Long lists of operations in few: where the same few operations come again and again and only their spans differ, a `repeat` holds
 * them once, with the spans as sequences. It does the same, operation by operation, since each place of a program
 * goes through its sequence from the beginning, once.
 */
import type { Nanoseconds } from "../../engine/types.js";
import type { Operation, Program, Span } from "../../workload/workload.js";

/** A program as a list of shapes: operations of equal shape differ in nothing but their spans. */
export interface FlatProgram {
  readonly shapes: readonly number[];
  /** Of each operation; 0 for those that have none. */
  readonly spansNs: readonly Nanoseconds[];
  /** An operation of the shape of the one at this place, with this span. */
  operation(at: number, span: Span): Operation;
}

/** Operations of a `repeat`: burst, sleep, and some messages. */
const LONGEST_PERIOD = 6;
/** With fewer rounds nothing is won. */
const FEWEST_ROUNDS = 3;

export function compactProgram(flat: FlatProgram): Program {
  const operations: Operation[] = [];
  for (let at = 0; at < flat.shapes.length; ) {
    const { period, rounds } = bestRepeat(flat.shapes, at);
    if (rounds < FEWEST_ROUNDS) {
      operations.push(flat.operation(at, flat.spansNs[at] ?? 0));
      at += 1;
      continue;
    }
    const program: Operation[] = [];
    for (let place = 0; place < period; place += 1) {
      program.push(flat.operation(at + place, spanOf(flat.spansNs, at + place, period, rounds)));
    }
    operations.push({ op: "repeat", count: rounds, program });
    at += period * rounds;
  }
  return operations;
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

function spanOf(spansNs: readonly Nanoseconds[], first: number, period: number, rounds: number): Span {
  const valuesNs = Array.from({ length: rounds }, (_, round) => spansNs[first + round * period] ?? 0);
  const [value = 0] = valuesNs;
  return valuesNs.every((ns) => ns === value) ? value : { kind: "sequence", valuesNs };
}
