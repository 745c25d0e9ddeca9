/** The tests of one family: every recorded trace, to the last byte. */
import { describe, expect, test } from "vitest";
import { differenceOf, packOf } from "./golden-set.js";

export function testFamily(family: string): void {
  const pack = packOf(family);
  const folders = [...new Set(pack.flatMap(({ traces }) => Object.keys(traces)))].sort();
  describe.each(folders)("%s decides as recorded", (folder) => {
    const cases = pack.filter(({ traces }) => folder in traces);
    test.each(cases)("$name", async (recorded) => {
      expect(await differenceOf(recorded, folder)).toBeNull();
    });
  });
}
