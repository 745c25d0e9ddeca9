/** What is searched: maps as schedulers have them, in the mixes that decide which variant is fastest. */
import { interactiveMaps } from "./interactive-maps.js";
import { Random } from "./random.js";

/** Maps and what belongs to them, for all subjects alike. */
export interface PreparedInput {
  readonly name: string;
  /** In a few words. */
  readonly about: string;
  readonly logMaps: number;
  /** The priorities in each map. */
  readonly maps: readonly (readonly number[])[];
  /** For each map a priority that is not in it. */
  readonly spares: Uint16Array;
}

interface Input {
  readonly name: string;
  readonly about: string;
  /** Only for so many lists; else for any number. */
  readonly lists?: number;
  /** The priorities of map number `index` of `count`. */
  map(random: Random, lists: number, index: number, count: number): readonly number[];
}

/** The last 40 lists are those of the tasks that are not real-time. */
const normalLists = 40;
/** An additional real-time task has one of the first 99 priorities. */
const lastRealtime = 98;

const firstNormal = (lists: number) => lists - normalLists;
const oneNormal = (random: Random, lists: number) => random.between(firstNormal(lists), lists - 1);

/** One normal task, and in so many of 100 maps a real-time task too: exactly so many, not by chance. */
function withRealtime(percent: number): Input["map"] {
  return (random, lists, index, count) => {
    const normal = oneNormal(random, lists);
    const isOne = index < Math.round((count * percent) / 100);
    return isOne ? [random.between(0, lastRealtime), normal] : [normal];
  };
}

const inputs: readonly Input[] = [
  { name: "no-rt", about: "one normal task", map: (random, lists) => [oneNormal(random, lists)] },
  {
    name: "interactive",
    about: "two to five priorities, recorded under desktop load",
    map(random, lists) {
      const fromEnd = interactiveMaps[random.below(interactiveMaps.length)] ?? [1];
      return fromEnd.map((distance) => lists - distance);
    },
  },
  {
    name: "hogs",
    about: "one hog of nice 12 or 19",
    map: (random, lists) => [random.chance(0.5) ? lists - 7 : lists - 1],
  },
  { name: "rt-1%", about: "one normal task, in 1 % also a real-time one", map: withRealtime(1) },
  { name: "rt-50%", about: "one normal task, in 50 % also a real-time one", map: withRealtime(50) },
  { name: "empty", about: "nothing at all", map: () => [] },
  {
    name: "dense",
    about: "each priority with probability 1/2",
    map: (random, lists) => allBelow(lists).filter(() => random.chance(0.5)),
  },
  { name: "worst", about: "the last priority alone", map: (_random, lists) => [lists - 1] },
  { name: "2048-uniform", about: "one priority, anywhere", lists: 2048, map: (random) => [random.below(2048)] },
  {
    name: "2048-clustered",
    about: "two to eight priorities within 64",
    lists: 2048,
    map(random) {
      const first = random.below(2048 - 64);
      return Array.from({ length: random.between(2, 8) }, () => first + random.below(64));
    },
  },
  { name: "2048-last", about: "the last priority alone", lists: 2048, map: () => [2047] },
];

/** The name of the input that is recorded from a simulation. */
export const sequenceName = "sequence";

/** The names of the made inputs for this number of lists. */
export function inputNames(lists: number): string[] {
  return inputs.filter((input) => (input.lists ?? lists) === lists).map(({ name }) => name);
}

/**
 * All maps of a variant fit a first-level cache: 16 to 32 KB. The wasm has the same numbers
 * (assembly/bitsearch/geometry.ts).
 */
function logMapsFor(lists: number): number {
  return lists > 256 ? 6 : lists > 168 ? 8 : 9;
}

/** The maps of one of `inputNames(lists)`: the same on every machine. */
export function prepareInput(name: string, lists: number): PreparedInput {
  const index = inputs.findIndex((input) => input.name === name);
  const input = inputs[index];
  if (input === undefined) throw new Error(`there is no input ${name}`);
  const random = new Random(index);
  const logMaps = logMapsFor(lists);
  const count = 1 << logMaps;
  const maps = Array.from({ length: count }, (_, map) => input.map(random, lists, map, count));
  // In the order of a shuffle: what belongs to one map in a hundred shall not stand in a pattern.
  for (let map = count - 1; map > 0; map--) {
    const other = random.below(map + 1);
    [maps[map], maps[other]] = [maps[other] ?? [], maps[map] ?? []];
  }
  const spares = Uint16Array.from(maps, (priorities) => spareFor(priorities, random, lists));
  return { name, about: input.about, logMaps, maps, spares };
}

/** A normal priority if any is left, else any that is. */
function spareFor(priorities: readonly number[], random: Random, lists: number): number {
  const queued = new Set(priorities);
  const free = allBelow(lists).filter((priority) => !queued.has(priority));
  const normal = free.filter((priority) => priority >= firstNormal(lists));
  const choice = normal.length > 0 ? normal : free;
  return choice[random.below(choice.length)] ?? 0;
}

function allBelow(lists: number): number[] {
  return Array.from({ length: lists }, (_, priority) => priority);
}
