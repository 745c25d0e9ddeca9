/** The O(1) scheduler of Linux 2.6, 64-bit and 32-bit kernels, 1 to 32 CPUs. */
import { testFamily } from "./family.js";

testFamily("o1-2.6");
