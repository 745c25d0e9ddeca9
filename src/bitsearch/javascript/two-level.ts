/**
 * The two-level map in typed arrays: words of 32 bits, and summary words of 32 bits over them. One of these suffices
 * up to 1023 lists; 2048 need three, and the search goes through them. Two Math.clz32.
 */
import type { JavascriptVariant, Maps } from "./variant.js";

export const twoLevelWords: JavascriptVariant = {
  id: "js-two-level",
  idea: "a summary over 32-bit words, two clz32",
  source: "own",
  create(lists, count): Maps {
    const perMap = (lists >> 5) + 1;
    const summaries = (perMap >> 5) + 1;
    const stride = perMap + summaries;
    const words = new Int32Array(stride * count);
    const insert = (map: number, priority: number) => {
      const index = priority >> 5;
      const at = map * stride + summaries + index;
      words[at] = (words[at] as number) | (1 << (priority & 31));
      const summary = map * stride + (index >> 5);
      words[summary] = (words[summary] as number) | (1 << (index & 31));
    };
    return {
      clear(map) {
        words.fill(0, map * stride, (map + 1) * stride);
        insert(map, lists);
      },
      insert,
      remove(map, priority) {
        const index = priority >> 5;
        const at = map * stride + summaries + index;
        const word = (words[at] as number) & ~(1 << (priority & 31));
        words[at] = word;
        if (word !== 0) return;
        const summary = map * stride + (index >> 5);
        words[summary] = (words[summary] as number) & ~(1 << (index & 31));
      },
      search(map) {
        const first = map * stride;
        let at = first;
        while (words[at] === 0) at++;
        const summary = words[at] as number;
        const index = ((at - first) << 5) + 31 - Math.clz32(summary & -summary);
        const word = words[first + summaries + index] as number;
        return (index << 5) + 31 - Math.clz32(word & -word);
      },
    };
  },
};
