/** The control: no map, only the answer in a typed array that the host sets. Its loops do all but search and change. */
import type { JavascriptVariant, Maps } from "./variant.js";

export const emptyLoop: JavascriptVariant = {
  id: "js-empty-loop",
  idea: "no search: one load",
  source: "own",
  create(lists, count): Maps {
    const answers = new Int32Array(count).fill(lists);
    return {
      clear(map) {
        answers[map] = lists;
      },
      insert() {},
      remove() {},
      setAnswer(map, answer) {
        answers[map] = answer;
      },
      search: (map) => answers[map] as number,
    };
  },
};
