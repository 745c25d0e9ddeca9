/**
 * Correctness first: every variant against a naive reference, on maps that are known to trip them up and on random
 * ones.
 */
import { type CheckCase, randomPriorities, systematicCases, truthTableCases } from "./check-cases.js";
import { knownWrong } from "./known-wrong.js";
import { Random } from "./random.js";
import type { Language, Subject } from "./subject.js";

/** What a variant found: a priority, the number of lists, or null where its answer is undefined. */
export type Found = number | null;

export interface WrongAnswer {
  /** The map in words, or its priorities. */
  readonly map: string;
  readonly expected: number;
  readonly found: Found;
}

export interface VariantCheck {
  readonly variant: string;
  readonly language: Language;
  readonly correct: boolean;
  /** Maps that it was asked, and those that it got wrong. */
  readonly systematic: { readonly maps: number; readonly wrong: number };
  readonly random: { readonly maps: number; readonly wrong: number };
  /** The single priorities (nothing else queued) that it does not find, in ranges such as "0-127". */
  readonly wrongSingles: string;
  /** Some of the first. */
  readonly examples: readonly WrongAnswer[];
  /** For one that is known to be wrong: how, and whether it is wrong in exactly that way. */
  readonly known: { readonly inWords: string; readonly exactly: boolean } | null;
  /** What it says to the rows of the truth table; empty where it is not made for 168 lists. */
  readonly truthTable: readonly Found[];
}

export interface BitsearchCheck {
  readonly bits: number;
  /** The rows of the truth table with the right answers; none unless there are 168 lists. */
  readonly truthTable: readonly { readonly queued: string; readonly expected: number }[];
  readonly variants: readonly VariantCheck[];
  /** All are right, and those that are known to be wrong are wrong in exactly the known way. */
  readonly ok: boolean;
}

const mostExamples = 4;
const truthTableLists = 168;
/** The lab's own: the same random maps on every machine. */
const seed = 2002;

/** @param randomMaps how many random maps each variant is asked */
export function checkSubjects(subjects: readonly Subject[], lists: number, randomMaps: number): BitsearchCheck {
  const systematic = systematicCases(lists).map((one) => ({ ...one, expected: reference(one.priorities, lists) }));
  const random = new Random(seed);
  const randomCases = Array.from({ length: randomMaps }, () => {
    const priorities = randomPriorities(random, lists);
    return { name: null, priorities, stale: false, expected: reference(priorities, lists) };
  });
  const variants = subjects
    .filter(({ isControl }) => !isControl)
    .map((subject) => checkOne(subject, systematic, randomCases));
  const rows = lists === truthTableLists ? truthTableCases : [];
  return {
    bits: lists,
    truthTable: rows.map(({ name, priorities }) => ({ queued: name, expected: reference(priorities, lists) })),
    variants,
    ok: variants.every(({ correct, known }) => (known === null ? correct : known.exactly)),
  };
}

interface Asked extends Omit<CheckCase, "name"> {
  /** null: the priorities themselves. */
  readonly name: string | null;
  readonly expected: number;
}

function checkOne(subject: Subject, systematic: readonly Asked[], random: readonly Asked[]): VariantCheck {
  const { id, lists, language } = subject;
  const known = knownWrong[id] ?? null;
  const examples: WrongAnswer[] = [];
  let exactly = true;
  const isWrong = ({ name, priorities, stale, expected }: Asked): boolean => {
    const found = ask(subject, priorities, stale, expected);
    if (known !== null && found !== known.mistake(priorities, lists)) exactly = false;
    if (found === expected) return false;
    if (examples.length < mostExamples) examples.push({ map: name ?? inWords(priorities), expected, found });
    return true;
  };

  subject.reserve(0);
  const wrongSystematic = systematic.filter(isWrong);
  const wrongSingles = wrongSystematic.filter(({ priorities, stale }) => priorities.length === 1 && !stale);
  const wrongRandom = random.filter(isWrong).length;
  return {
    variant: id,
    language,
    correct: wrongSystematic.length + wrongRandom === 0,
    systematic: { maps: systematic.length, wrong: wrongSystematic.length },
    random: { maps: random.length, wrong: wrongRandom },
    wrongSingles: inRanges(wrongSingles.map(({ priorities }) => priorities[0] ?? 0)),
    examples,
    known: known === null ? null : { inWords: known.inWords, exactly },
    truthTable:
      lists === truthTableLists
        ? truthTableCases.map(({ priorities }) => ask(subject, priorities, false, reference(priorities, lists)))
        : [],
  };
}

/** The naive reference: the smallest number, or the number of lists. */
export function reference(priorities: readonly number[], lists: number): number {
  return priorities.reduce((best, priority) => Math.min(best, priority), lists);
}

function ask(subject: Subject, priorities: readonly number[], stale: boolean, expected: number): Found {
  subject.fill(0, priorities, expected);
  if (stale) for (let bit = subject.lists + 1; bit < subject.capacity; bit++) subject.insert(0, bit);
  return subject.isUndefined(0) ? null : subject.search(0);
}

function inWords(priorities: readonly number[]): string {
  const sorted = [...new Set(priorities)].sort((a, b) => a - b);
  return sorted.length > 8 ? `${sorted.slice(0, 8).join(" ")} … (${sorted.length})` : sorted.join(" ");
}

/** "0-3 7 9-12" */
function inRanges(numbers: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const number of numbers) {
    const last = ranges.at(-1);
    if (last !== undefined && last[1] === number - 1) last[1] = number;
    else ranges.push([number, number]);
  }
  return ranges.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(" ");
}
