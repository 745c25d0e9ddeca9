/**
 * The whole map is one BigInt, its lowest bit map & -map; how far up that is, its hexadecimal digits tell. Short to
 * write.
 */
import type { JavascriptVariant, Maps } from "./variant.js";

export const bigInt: JavascriptVariant = {
  id: "js-bigint",
  idea: "one BigInt, its lowest bit by x & -x",
  source: "own",
  create(lists, count): Maps {
    const delimiter = 1n << BigInt(lists);
    const maps = new Array<bigint>(count).fill(delimiter);
    return {
      clear(map) {
        maps[map] = delimiter;
      },
      insert(map, priority) {
        maps[map] = (maps[map] as bigint) | (1n << BigInt(priority));
      },
      remove(map, priority) {
        maps[map] = (maps[map] as bigint) & ~(1n << BigInt(priority));
      },
      search(map) {
        const bits = maps[map] as bigint;
        const digits = (bits & -bits).toString(16);
        return ((digits.length - 1) << 2) + 31 - Math.clz32(digits.charCodeAt(0) & 15);
      },
    };
  },
};
