/**
 * Words of 64 bits in a BigUint64Array: a loop for the first one that is not 0n, whose halves are then numbers for
 * Math.clz32.
 */
import type { JavascriptVariant, Maps } from "./variant.js";

export const bigUint64Words: JavascriptVariant = {
  id: "js-biguint64",
  idea: "loop over the words of a BigUint64Array",
  source: "own",
  create(lists, count): Maps {
    const perMap = (lists >> 6) + 1;
    const words = new BigUint64Array(perMap * count);
    const insert = (map: number, priority: number) => {
      const at = map * perMap + (priority >> 6);
      words[at] = (words[at] as bigint) | (1n << BigInt(priority & 63));
    };
    return {
      clear(map) {
        words.fill(0n, map * perMap, (map + 1) * perMap);
        insert(map, lists);
      },
      insert,
      remove(map, priority) {
        const at = map * perMap + (priority >> 6);
        words[at] = (words[at] as bigint) & ~(1n << BigInt(priority & 63));
      },
      search(map) {
        const first = map * perMap;
        let at = first;
        while (words[at] === 0n) at++;
        const word = words[at] as bigint;
        const low = Number(BigInt.asIntN(32, word));
        const base = (at - first) << 6;
        if (low !== 0) return base + 31 - Math.clz32(low & -low);
        const high = Number(BigInt.asIntN(32, word >> 32n));
        return base + 63 - Math.clz32(high & -high);
      },
    };
  },
};
