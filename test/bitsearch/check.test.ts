/** The lab's variants are right, and those that history got wrong are wrong in exactly the way that is on record. */
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { inProject } from "../../scripts/build/files.mjs";
import { type BitsearchCheck, checkSubjects, type Found, reference } from "../../src/bitsearch/check.js";
import { listCounts, type Subject } from "../../src/bitsearch/subject.js";
import { everySubject } from "./every-subject.js";

const wrongOnes = ["big-endian-bug", "inv-64-3-rth"];

describe.each(listCounts)("with %i lists", (lists) => {
  let check: BitsearchCheck;
  beforeAll(async () => {
    check = checkSubjects(await everySubject(lists), lists, lists === 168 ? 100_000 : 20_000);
  }, 120_000);

  test("all variants are right but the two that are known not to be", () => {
    const wrong = check.variants.filter(({ correct }) => !correct).map(({ variant }) => variant);
    expect(wrong.sort()).toEqual(wrongOnes.filter((id) => check.variants.some(({ variant }) => variant === id)));
    expect(check.ok).toBe(true);
  });

  test("all languages and families are there", () => {
    const ids = check.variants.map(({ variant }) => variant);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ["inv-generic", "plain-loop", "two-level", "three-level", "simd", "js-clz32", "js-bigint"]) {
      expect(ids).toContain(id);
    }
  });
});

describe("with the 168 lists of January 2002", () => {
  let subjects: Subject[];
  let check: BitsearchCheck;
  beforeAll(async () => {
    subjects = await everySubject(168);
    check = checkSubjects(subjects, 168, 20_000);
  }, 60_000);
  const variant = (id: string) => check.variants.find((one) => one.variant === id)!;

  test("the truth table is that of the record, computed by running each variant", () => {
    const columns = ["inv-i386-6", "inv-64-3-rth", "inv-64-3-ivan", "big-endian-bug"];
    const rows = readFileSync(inProject("test/bitsearch/truth-table.tsv"), "utf8").trimEnd().split("\n").slice(1);
    const spell = (found: Found | undefined) => (found === null ? "undef" : String(found));
    const computed = check.truthTable.map(({ queued, expected }, row) =>
      [queued, expected, ...columns.map((id) => spell(variant(id).truthTable[row]))].join("\t"),
    );
    expect(computed).toEqual(rows);
  });

  test("Henderson's is right for exactly the priorities that are not real-time", () => {
    expect(variant("inv-64-3-rth").wrongSingles).toBe("0-127");
    expect(variant("inv-64-3-rth").known).toMatchObject({ exactly: true });
  });

  test("the big-endian model is wrong for exactly 129 to 167, and says 128", () => {
    expect(variant("big-endian-bug").wrongSingles).toBe("129-167");
    expect(variant("big-endian-bug").known).toMatchObject({ exactly: true });
    for (const { found } of variant("big-endian-bug").examples) expect(found).toBe(128);
  });

  test("a wrong one says where and how often", () => {
    const { random, systematic, examples } = variant("inv-64-3-rth");
    expect(random.wrong).toBeGreaterThan(random.maps / 2);
    expect(systematic.wrong).toBeGreaterThanOrEqual(2 * 128);
    expect(examples[0]).toEqual({ map: "only 0", expected: 0, found: null });
  });

  test("a variant that is wrong in a new way is noticed", () => {
    const right = subjects.find(({ id }) => id === "plain-64-3")!;
    const broken = Object.create(right, { search: { value: (map: number) => right.search(map) & ~1 } }) as Subject;
    const wrapped = new Proxy(right, {
      get: (target, key) => {
        const value = Reflect.get(key === "search" ? broken : target, key);
        return typeof value === "function" ? value.bind(target) : value;
      },
    });
    const { ok, variants } = checkSubjects([wrapped], 168, 100);
    expect(ok).toBe(false);
    expect(variants[0]).toMatchObject({
      correct: false,
      examples: [{ map: "only 1", expected: 1, found: 0 }, {}, {}, {}],
    });
  });
});

test("any sequence of insertions, removals and searches leaves every right variant with the right answer", async () => {
  for (const lists of listCounts) {
    const subjects = (await everySubject(lists)).filter(({ id, isControl }) => !wrongOnes.includes(id) && !isControl);
    for (const subject of subjects) subject.reserve(2);
    const step = fc.record({ map: fc.nat(3), priority: fc.nat(lists - 1), inserts: fc.boolean() });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const sets = [0, 1, 2, 3].map(() => new Set<number>());
        for (const subject of subjects) for (const map of [0, 1, 2, 3]) subject.fill(map, [], lists);
        for (const { map, priority, inserts } of steps) {
          if (inserts) sets[map]!.add(priority);
          else sets[map]!.delete(priority);
          const expected = reference([...sets[map]!], lists);
          for (const subject of subjects) {
            if (inserts) subject.insert(map, priority);
            else subject.remove(map, priority);
            expect(subject.search(map), subject.id).toBe(expected);
          }
        }
      }),
      { numRuns: 60 },
    );
  }
});
