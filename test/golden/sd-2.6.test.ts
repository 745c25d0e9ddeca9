/** The staircase deadline scheduler of 2.6.21-ck1, 1 to 32 CPUs. */
import { testFamily } from "./family.js";

testFamily("sd-2.6");
