/**
 * The variants that history got wrong, and how: what each of them must say instead of the right answer. A model of
 * the mistake and not of the code, so that a variant that is wrong in another way is noticed.
 */

/** What it finds, or null where it searches a word in which there is nothing to be found. */
export type Mistake = (priorities: readonly number[], lists: number) => number | null;

const bestOf = (priorities: readonly number[], from: number, to: number, none: number | null): number | null => {
  const found = priorities.filter((priority) => priority >= from && priority < to);
  return found.length === 0 ? none : found.reduce((best, priority) => Math.min(best, priority));
};

export const knownWrong: Readonly<Record<string, { readonly mistake: Mistake; readonly inWords: string }>> = {
  "inv-64-3-rth": {
    inWords: "of the words 0 and 1 it searches the wrong one, which often holds nothing; right without real-time tasks",
    mistake(priorities, lists) {
      const word0 = bestOf(priorities, 0, 64, null);
      const word1 = bestOf(priorities, 64, 128, null);
      if (word0 === null && word1 === null) return bestOf(priorities, 128, lists, lists);
      return word0 === null ? null : word1;
    },
  },
  "big-endian-bug": {
    inWords:
      "three bytes that nobody filled say that 128 to 151 are queued: 128 all the time, unless something better is",
    mistake: (priorities) => bestOf(priorities, 0, 128, 128),
  },
};
