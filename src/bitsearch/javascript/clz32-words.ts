/**
 * JavaScript's own "find first set": words of 32 bits in a typed array, 31 - Math.clz32(x & -x) for the first one
 * that is not zero.
 */
import type { JavascriptVariant, Maps } from "./variant.js";

export const clz32Words: JavascriptVariant = {
  id: "js-clz32",
  idea: "loop over 32-bit words, 31 - clz32(x & -x)",
  source: "own",
  create(lists, count): Maps {
    const perMap = (lists >> 5) + 1;
    const words = new Int32Array(perMap * count);
    const insert = (map: number, priority: number) => {
      const at = map * perMap + (priority >> 5);
      words[at] = (words[at] as number) | (1 << (priority & 31));
    };
    return {
      clear(map) {
        words.fill(0, map * perMap, (map + 1) * perMap);
        insert(map, lists);
      },
      insert,
      remove(map, priority) {
        const at = map * perMap + (priority >> 5);
        words[at] = (words[at] as number) & ~(1 << (priority & 31));
      },
      search(map) {
        const first = map * perMap;
        let at = first;
        while (words[at] === 0) at++;
        const word = words[at] as number;
        return ((at - first) << 5) + 31 - Math.clz32(word & -word);
      },
    };
  },
};
