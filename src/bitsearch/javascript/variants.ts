/** The variants in JavaScript, one line for each. */
import { bigInt } from "./big-int.js";
import { bigUint64Words } from "./big-uint64-words.js";
import { clz32Words } from "./clz32-words.js";
import { emptyLoop } from "./empty-loop.js";
import { twoLevelWords } from "./two-level.js";
import type { JavascriptVariant } from "./variant.js";

export const javascriptVariants: readonly JavascriptVariant[] = [
  emptyLoop,
  clz32Words,
  twoLevelWords,
  bigInt,
  bigUint64Words,
];
