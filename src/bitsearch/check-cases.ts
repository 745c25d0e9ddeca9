/** The maps that every variant is checked with before it is believed. */
import type { Random } from "./random.js";

export interface CheckCase {
  /** In words, such as "only 31". */
  readonly name: string;
  readonly priorities: readonly number[];
  /** Bits set behind the delimiter, which no search may find. */
  readonly stale: boolean;
}

/** The rows of the truth table, for the 168 lists of January 2002. */
export const truthTableCases: readonly CheckCase[] = [
  named("all empty", []),
  ...[0, 31, 32, 63, 64, 99, 127, 128, 148, 159, 160, 167].map((priority) => named(`only ${priority}`, [priority])),
  ...(
    [
      [0, 167],
      [63, 64],
      [127, 128],
      [128, 167],
      [159, 160],
      [64, 148],
    ] as const
  ).map(([first, second]) => named(`${first} and ${second}`, [first, second])),
  named("all 168", range(0, 168)),
];

/** All that is not random: every single bit, pairs, the ends, and all of that with stale bits behind the delimiter. */
export function systematicCases(lists: number): CheckCase[] {
  const singles = range(0, lists).map((priority) => named(`only ${priority}`, [priority]));
  const borders = range(1, Math.ceil(lists / 32))
    .map((word) => word * 32)
    .filter((border) => border < lists)
    .map((border) => named(`${border - 1} and ${border}`, [border - 1, border]));
  const ends = [
    named("all empty", []),
    named(`all ${lists}`, range(0, lists)),
    named(`0 and ${lists - 1}`, [0, lists - 1]),
  ];
  const clean = [...singles, ...borders, ...ends];
  return [...clean, ...clean.map((one) => ({ ...one, name: `${one.name}, stale bits behind`, stale: true }))];
}

/** Of all densities: from one priority in a map to nearly all of them, and sparse ones most of all. */
export function randomPriorities(random: Random, lists: number): number[] {
  if (random.chance(0.02)) {
    const density = random.below(1000) / 1000;
    return range(0, lists).filter(() => random.chance(density));
  }
  return range(0, 1 + random.below(random.chance(0.5) ? 3 : 24)).map(() => random.below(lists));
}

function named(name: string, priorities: readonly number[]): CheckCase {
  return { name, priorities, stale: false };
}

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);
}
