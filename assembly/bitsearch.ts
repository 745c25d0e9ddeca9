/**
 * The second wasm: the bit-search lab, loaded only where it is used. Here is the list of its variants, one line for
 * each: class, name, idea, where it was seen. To add one see bitsearch/priority-map.ts.
 */
import { add } from "./bitsearch/catalogue";
import { Lists, Lists140, Lists168, Lists256, Lists2048 } from "./bitsearch/geometry";
import { RUN } from "./bitsearch/measuring-loops";
import { BigEndianBug } from "./bitsearch/variants/big-endian-bug";
import { BitByBit } from "./bitsearch/variants/bit-by-bit";
import { ByteTable } from "./bitsearch/variants/byte-table";
import { CachedMinimum } from "./bitsearch/variants/cached-min";
import { CountLeadingZeros } from "./bitsearch/variants/cntlzw";
import { DeBruijn } from "./bitsearch/variants/de-bruijn";
import { EmptyLoop } from "./bitsearch/variants/empty-loop";
import { InvertedKokshaysky } from "./bitsearch/variants/inv-64-3-ivan";
import { InvertedHenderson } from "./bitsearch/variants/inv-64-3-rth";
import { InvertedGeneric } from "./bitsearch/variants/inv-generic";
import { InvertedI386 } from "./bitsearch/variants/inv-i386-6";
import { InvertedSparc64 } from "./bitsearch/variants/inv-sparc64";
import { Chain32 } from "./bitsearch/variants/plain-32-chain";
import { Chain64 } from "./bitsearch/variants/plain-64-3";
import { Select64 } from "./bitsearch/variants/plain-64-3-cmov";
import { PlainGeneric } from "./bitsearch/variants/plain-generic";
import { PlainLoop } from "./bitsearch/variants/plain-loop";
import { Simd } from "./bitsearch/variants/simd";
import { ThreeLevel } from "./bitsearch/variants/three-level";
import { TwoLevel } from "./bitsearch/variants/two-level";

export { lastVariant } from "./bitsearch/catalogue";

addForAnyNumber<Lists140>();
addForThreeWords<Lists140>();
add<Chain32<Lists140>, Lists140>("plain-32-5", "chain of five 32-bit words", "Linux 2.6 i386, ppc, mips32");

addForAnyNumber<Lists168>();
addForThreeWords<Lists168>();
add<InvertedI386<Lists168>, Lists168>("inv-i386-6", "AND of four 32-bit words, then two more", "Linux 2.5.2 i386");
add<Chain32<Lists168>, Lists168>("plain-i386-6", "chain of six 32-bit words", "Linux 2.5.3 i386");
add<BigEndianBug<Lists168>, Lists168>(
  "big-endian-bug",
  "filled by bytes, read by big-endian words",
  "thread, A. Blanchard",
);

addForAnyNumber<Lists256>();
addForAnyNumber<Lists2048>();

/** What extends to any number of lists. */
function addForAnyNumber<L extends Lists>(): void {
  add<EmptyLoop<L>, L>("empty-loop", "no search: one load", "own");
  add<InvertedGeneric<L, u64>, L>("inv-generic", "find_first_zero_bit over 64-bit words", "thread, A. Blanchard");
  add<InvertedGeneric<L, u32>, L>("inv-generic-32", "find_first_zero_bit over 32-bit words", "thread, A. Blanchard");
  add<PlainLoop<L, u32>, L>("plain-loop", "loop over 32-bit words with early exit", "Linux 2.6 arm");
  add<PlainGeneric<L, u64>, L>("plain-generic", "find_first_bit over 64-bit words", "Linux 2.6 s390");
  add<PlainGeneric<L, u32>, L>("plain-generic-32", "find_first_bit over 32-bit words", "Linux 2.6 s390");
  add<PlainLoop<L, u64>, L>("one-level", "loop over 64-bit words, no summary", "own");
  add<TwoLevel<L, u64>, L>("two-level", "a summary over 64-bit words: two ctz", "own");
  add<TwoLevel<L, u32>, L>("two-level-32", "a summary over 32-bit words: two ctz", "own");
  add<ThreeLevel<L>, L>("three-level", "summaries over summaries: three ctz of 16 bits", "own");
  add<CachedMinimum<L>, L>("cached-min", "the best one is remembered", "own, a control");
  add<BitByBit<L>, L>("bit-by-bit", "asks every bit", "own");
  add<ByteTable<L>, L>("byte-table", "loop over bytes, and a table", "folklore");
  add<DeBruijn<L>, L>("de-bruijn", "loop over 64-bit words, multiply, and a table", "Leiserson, Prokop, Randall 1998");
  add<Simd<L>, L>("simd", "32 bytes at once, two ctz", "own");
}

/** What three words of 64 bits (or as many bits) hold. */
function addForThreeWords<L extends Lists>(): void {
  add<InvertedHenderson<L>, L>("inv-64-3-rth", "AND of two words, select, one ffz; as posted", "thread, R. Henderson");
  add<InvertedKokshaysky<L>, L>("inv-64-3-ivan", "the same, conditions reversed", "thread, I. Kokshaysky");
  add<InvertedSparc64<L>, L>("inv-sparc64", "AND of two words, then generic or one ffz", "Linux 2.5.2 sparc64");
  add<Chain64<L>, L>("plain-64-3", "chain of three 64-bit words", "Linux 2.6 x86-64, mips64");
  add<Select64<L>, L>("plain-64-3-cmov", "two selects, one ctz: no branch", "Linux 2.6 alpha");
  add<CountLeadingZeros<L>, L>("cntlzw", "chain of 32-bit words, 31 - clz(x & -x)", "Linux 2.6 ppc");
}

/** Where the state of the measuring loops stands (bitsearch/measuring-loops.ts). */
export function runAddress(): usize {
  return changetype<usize>(RUN);
}
