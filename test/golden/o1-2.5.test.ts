/** The O(1) schedulers of January 2002, 2.5.2-pre10 … 2.5.3 and the swap_cnt variant, 1 to 32 CPUs. */
import { testFamily } from "./family.js";

testFamily("o1-2.5");
